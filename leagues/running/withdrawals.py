"""What follows when an entrant withdraws from a running season: their games, and substitutes.

An entrant who withdraws leaves their running games, where the table's rule for leavers applies. The
first who waits for a place becomes their substitute at the next sweep, unless an organiser has
named somebody, and takes over all of these games that are still open. If nobody waits, a game that
all have deserted is void.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.models import User
from games.actors import CommandSource
from games.models import Game, SeatAssignment
from games.play import leavers, vacancies
from games.play.adjudication import game_adjudicate
from games.reading import tables
from games.refusals import GameFrozenError, GameOverError, NotAllowedError, TableError
from leagues.contest.formats.records import pair_of
from leagues.models import Entrant, EntrantPlayer, Fixture, Season
from leagues.refusals import SeasonError
from leagues.running.kept_apart import blocked_pairs_in
from leagues.season.declared_rules import rules_of
from leagues.season.lookup import season_lock_to_change
from leagues.season.schedule import is_past_end
from leagues.season.substitutes import (
    departed_in,
    last_of,
    lineup_of,
    replaced_by,
    substitutes_after,
    substitutes_in,
)
from leagues.stream import store
from leagues.stream.events import SubstituteNamed

State: Final = Entrant.State


class VacatedSeat(NamedTuple):
    """A seat of an open game whose entrant withdrew, and who is to sit there, if anybody."""

    game: UUID
    seat: int
    taker: User | None


@transaction.atomic
def substitute_name(
    *, user: User, season_id: UUID, entrant_id: UUID, substitute_id: UUID
) -> Season:
    """Name a substitute, as an organiser, who takes over the open games of an entrant who withdrew.

    Raises LeagueNotFoundError, NotAllowedError, and SeasonError `not_running`, `not_withdrawn`,
    `has_substitute`, `no_substitute` for somebody who does not wait for a place, and
    `not_this_substitute` if a block is better respected by somebody else who waits.
    """
    season = season_lock_to_change(user, season_id)
    if season.state != Season.State.RUNNING:
        raise SeasonError("not_running", gettext("The season is not running."))
    entrants = Entrant.objects.filter(season=season).in_bulk([entrant_id, substitute_id])
    former, substitute = entrants.get(entrant_id), entrants.get(substitute_id)
    if former is None or former.state != State.WITHDRAWN or not _played(former):
        refusal = gettext("Only an entrant who has withdrawn from their games needs a substitute.")
        raise SeasonError("not_withdrawn", refusal)
    if former.substitute_id:
        raise SeasonError("has_substitute", gettext("This entrant already has a substitute."))
    if substitute is None or substitute.state != State.WAITING:
        raise SeasonError(
            "no_substitute",
            gettext("Only somebody who is waiting for a place can be named as a substitute."),
        )
    candidates = [str(key) for key in _waiting_entrants(season)]
    clashes = _clashes(season, former.pk, candidates)
    if clashes[str(substitute.pk)] > min(clashes.values()):
        # This names nobody and no reason, so that it does not say who blocked whom.
        refusal = gettext("This person cannot substitute here. Name somebody else who is waiting.")
        raise SeasonError("not_this_substitute", refusal)
    store.append(season, [SubstituteNamed(entrant=former.pk, substitute=substitute.pk)], user)
    return season


def name_next_substitute(season: Season) -> int:
    """Name a substitute for one who withdrew from games that are still open; return how many.

    It is the first who waits, of those who would meet fewest whom they are kept apart from.
    """
    waiting = [] if is_past_end(season) else _waiting_entrants(season)
    former = _next_without_substitute(season) if waiting else None
    if former is None:
        return 0
    chosen = _choose_substitute(season, former, waiting)
    store.append(season, [SubstituteNamed(entrant=former, substitute=chosen)])
    return 1


def successor_of(season: Season, entrant: UUID) -> UUID | None:
    """Return who would take over if an entrant withdrew from a running season now."""
    waiting, to_come = _waiting_entrants(season), _entrants_to_play(season)
    paired = str(last_of(entrant, replaced_by(substitutes_in(season.pk))))
    if not waiting or (to_come is not None and paired not in to_come):
        return None
    return _choose_substitute(season, entrant, waiting)


def void_deserted_game(season: Season) -> int:
    """Declare a game void that all have deserted, unless somebody waits who could substitute.

    Return whether one was. There is one game to a transaction, as in `leagues.results.finish`.
    """
    if is_past_end(season) or _waiting_entrants(season):
        return 0
    return int(any(map(_declare_void, _deserted_games(season))))


def _deserted_games(season: Season) -> list[UUID]:
    """Return the running games of which all entrants, and their substitutes, have withdrawn."""
    departed = departed_in(season.pk)
    if not departed.withdrawn:
        return []
    games = _running(season).values_list("game", "entrants")
    return [game for game, entrants in games if departed.have_deserted(entrants)]


def follow_withdrawals(season: Season) -> int:
    """Let those who withdrew leave one open game, or a substitute take it over; return how many.

    There is one game to a transaction, as in `leagues.results.finish`. A seat that can no longer be
    taken, since its hand is out of play, stays unchanged.
    """
    return int(any(_follow(vacated) for vacated in _vacated_seats(season)))


def _played(entrant: Entrant) -> bool:
    return entrant.division is not None or Entrant.objects.filter(substitute=entrant).exists()


def _next_without_substitute(season: Season) -> UUID | None:
    """Return the first of those who withdrew without a substitute, and have games to come."""
    gone = Entrant.objects.filter(season=season, state=State.WITHDRAWN, substitute=None)
    found = list(gone.order_by("withdrawn_at", "sequence").values_list("pk", "division"))
    if not found:
        return None
    to_come, replaced = _entrants_to_play(season), replaced_by(substitutes_in(season.pk))
    for entrant, division in found:
        played = division is not None or entrant in replaced
        if played and (to_come is None or str(last_of(entrant, replaced)) in to_come):
            return entrant
    return None


def _entrants_to_play(season: Season) -> set[str] | None:
    """Return who was paired in games that are not over; None if further rounds are paired."""
    if season.round < rules_of(season).rounds:
        return None
    unsettled = Fixture.objects.filter(season=season, settled=False)
    return {each for table in unsettled.values_list("entrants", flat=True) for each in table}


def _waiting_entrants(season: Season) -> list[UUID]:
    """Return who waits for a place, the first first."""
    waiting = Entrant.objects.filter(season=season, state=State.WAITING)
    return list(waiting.order_by("sequence").values_list("pk", flat=True))


def _choose_substitute(season: Season, former: UUID, waiting: Sequence[UUID]) -> UUID:
    """Return the first of those who would meet fewest whom they are kept apart from."""
    clashes = _clashes(season, former, [str(key) for key in waiting])
    return min(waiting, key=lambda key: clashes[str(key)])


def _clashes(season: Season, former: UUID, candidates: Sequence[str]) -> dict[str, int]:
    """Return in how many games each candidate would meet those they are to be kept apart from."""
    met = _count_meetings(season, former)
    apart = blocked_pairs_in(lineup_of(season.pk), [*met, *candidates])
    return {
        candidate: sum(games for name, games in met.items() if pair_of(name, candidate) in apart)
        for candidate in candidates
    }


def _count_meetings(season: Season, former: UUID) -> Counter[str]:
    """Return in how many open games somebody's substitute meets whom."""
    substitutes = substitutes_in(season.pk)
    met: Counter[str] = Counter()
    still_open = Fixture.objects.filter(season=season, settled=False)
    for entrants in still_open.values_list("entrants", flat=True):
        play = {str(last_of(UUID(each), substitutes)) for each in entrants}
        if str(former) in play:
            met.update(play - {str(former)})
    return met


def _declare_void(game_id: UUID) -> bool:
    """Return whether a game was declared void; one that is frozen or over is not."""
    try:
        game_adjudicate(game_id=game_id, basis="void")
    except (GameOverError, GameFrozenError):
        return False
    return True


def _follow(vacated: VacatedSeat) -> bool:
    """Return whether something was done."""
    try:
        with transaction.atomic():
            if vacated.taker is not None:
                vacancies.seat_take_over(
                    user=vacated.taker, game_id=vacated.game, seat=vacated.seat
                )
                return True
            table = tables.table_lock(game_id=vacated.game)
            return leavers.leave(table, vacated.seat, "withdrawn", CommandSource.LEAGUE) is not None
    except (TableError, NotAllowedError, GameFrozenError):
        return False


def _vacated_seats(season: Season) -> Iterator[VacatedSeat]:
    """Yield the seats of running games at which who withdrew sits, or their substitute does not."""
    states = (State.WITHDRAWN, State.SUBSTITUTE)
    concerned = {each.pk: each for each in Entrant.objects.filter(season=season, state__in=states)}
    gone = {str(key) for key, each in concerned.items() if each.state == State.WITHDRAWN}
    if not gone:
        return
    people, substitutes = _people(season, concerned), substitutes_in(season.pk)
    for game, at_table, seats in _open_games(season, gone):
        for place, entrant in enumerate(at_table):
            if entrant not in gone:
                continue
            last = last_of(UUID(entrant), substitutes)
            takers = people[last] if concerned[last].state == State.SUBSTITUTE else []
            left = [
                people[each]
                for each in (UUID(entrant), *substitutes_after(UUID(entrant), substitutes))
            ]
            for partner, withdrawn in enumerate(zip(*left, strict=False)):
                # Partners sit opposite each other.
                seat = place + partner * len(at_table)
                taker, now = takers[partner] if takers else None, seats.get(seat)
                if taker is not None and taker.pk != now:
                    yield VacatedSeat(game, seat, taker)
                elif taker is None and now in {each.pk for each in withdrawn if each}:
                    yield VacatedSeat(game, seat, None)


def _running(season: Season) -> QuerySet[Fixture]:
    running = Fixture.objects.filter(season=season, settled=False, game__state=Game.State.RUNNING)
    return running.order_by("number")


def _open_games(
    season: Season, entrants: Collection[str]
) -> Iterator[tuple[UUID, Sequence[str], Mapping[int, int | None]]]:
    """Yield each running game of entrants, all entrants at its table, and who has which seat."""
    fixtures = [each for each in _running(season) if not {*entrants}.isdisjoint(each.entrants)]
    seats: dict[UUID, dict[int, int | None]] = defaultdict(dict)
    for each in SeatAssignment.objects.filter(game__in=[each.game_id for each in fixtures]):
        seats[each.game_id][each.number or 0] = each.user_id
    for fixture in fixtures:
        if fixture.game_id is not None:
            yield fixture.game_id, fixture.entrants, seats[fixture.game_id]


def _people(season: Season, entrants: Collection[UUID]) -> dict[UUID, list[User | None]]:
    """Return the people of entrants in the order in which they were named."""
    people: dict[UUID, list[User | None]] = {key: [] for key in entrants}
    rows = EntrantPlayer.objects.filter(season=season, entrant__in=entrants)
    for row in rows.select_related("user").order_by("pk"):
        people[row.entrant_id].append(row.user)
    return people
