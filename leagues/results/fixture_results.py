"""The results of fixtures: what the end of a game means for one, and recording it."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_noop

from games.models import Game
from games.play.results import PlayedSeat, adjudication_of, result_of
from games.refusals import GameFrozenError
from leagues.contest.standings.records import ResultKind, SeatResult
from leagues.models import Entrant, EntrantPlayer, Fixture, Result, Season
from leagues.season.schedule import ends_games
from leagues.season.substitutes import (
    last_of,
    remaining_entrant_at,
    replaced_by,
    substitutes_after,
    substitutes_in,
)
from leagues.stream import store
from leagues.stream.events import ResultRecorded

READ_AT_ONCE: Final = 100
RECORDED_AT_ONCE: Final = 50
OVER: Final = (Game.State.FINISHED, Game.State.CALLED_OFF)
FROZEN: Final = gettext_noop(
    "The season ended while the game was frozen: its stored events had been changed."
)

logger = logging.getLogger("leagues.recording")


def result_of_game(fixture: Fixture, game: Game) -> ResultRecorded:
    """Return the event that records the result of a fixture whose game is over.

    An entrant has left if none of their people played to the end, or if they withdrew before it,
    even if nobody has taken over yet; the season's substitute for them counts by the same rule.
    No-shows have left, and come last even if the house finished higher for them; only a ruling can
    place them otherwise. Partners share place and score and sit opposite each other, so a team's
    first seat is its own number. A game that ended without places is void.
    """
    result = result_of(game)
    if result.end == "void":
        return ResultRecorded(
            fixture=fixture.pk, kind=ResultKind.VOID, stayed=remaining_entrant_at(fixture)
        )
    entrants = [UUID(each) for each in fixture.entrants]
    absent = [_is_absent(result.seats[number :: len(entrants)]) for number in range(len(entrants))]
    ruled = (adjudicated := adjudication_of(game)) and adjudicated.reason == "ruling"
    places = [
        (gone and not ruled, seat.place or 0)
        for seat, gone in zip(result.seats, absent, strict=False)
    ]
    played_to_end = _played_to_end(
        fixture,
        result.ended_at,
        {
            seat.seat: seat.last.user_id
            for seat in result.seats
            if seat.last.left_at is None and seat.last.user_id is not None and not seat.no_show
        },
    )
    substitutes = substitutes_in(fixture.season_id)
    seats = []
    for number, entrant in enumerate(entrants):
        here = {played_to_end.get(seat.seat) for seat in result.seats[number :: len(entrants)]}
        following = substitutes_after(entrant, substitutes)
        substitute = next((each for each in following if each in here), None)
        seats.append(
            SeatResult(
                1 + sum(place < places[number] for place in places),
                result.seats[number].score,
                left=entrant not in here,
                substitute=str(substitute) if substitute and entrant not in here else None,
                no_show=absent[number],
            )
        )
    return ResultRecorded(fixture=fixture.pk, kind=ResultKind(result.end), seats=tuple(seats))


def record_results(season: Season, **which: Any) -> int:
    """Record the results of some games of a locked season that are over; return of how many.

    A frozen game has none until it is whole again, or the season ends.
    """
    over = Fixture.objects.filter(season=season, settled=False, game__state__in=OVER, **which)
    fixtures = list(over.select_related("game").order_by("number")[:RECORDED_AT_ONCE])
    results = [each for fixture in fixtures if (each := _result(season, fixture))]
    if results:
        store.append(season, results)
    return len(results)


def record_results_of(season: Season, entrant: Entrant) -> None:
    """Record the results of an entrant's games that are over, before they withdraw.

    So an entrant who has withdrawn gets no more of games whose results arrive later.
    """
    paired = last_of(entrant.pk, replaced_by(substitutes_in(season.pk)))
    record_results(season, seats__entrant=paired)


def void_result(fixture: Fixture, reason: str) -> ResultRecorded:
    return ResultRecorded(
        fixture=fixture.pk,
        kind=ResultKind.VOID,
        reason=reason,
        stayed=remaining_entrant_at(fixture),
    )


def void_result_of_frozen(fixture: Fixture) -> ResultRecorded:
    return void_result(fixture, FROZEN)


def differences_from_games(season: Season) -> Iterator[str]:
    """Yield a sentence for each result whose places or scores are not those of its game.

    Corrections are left out, and so are games that cannot be read. Who left a game is not compared,
    since it also follows from accounts that may have been deleted since then.
    """
    found = Result.objects.filter(season=season, revision=0, reason="", fixture__game__isnull=False)
    for row in found.select_related("fixture__game").order_by("sequence").iterator(READ_AT_ONCE):
        game = row.fixture.game
        try:
            told = result_of_game(row.fixture, game) if game else None
        except GameFrozenError:
            continue
        recorded = [(seat["place"], seat["score"]) for seat in row.seats]
        if told and (told.kind, [(seat.place, seat.score) for seat in told.seats]) != (
            row.kind,
            recorded,
        ):
            yield f"The result of table {row.fixture_id} is not that of its game {game}."


def _is_absent(seats: Iterable[PlayedSeat]) -> bool:
    """Return whether none of an entrant's people, nor a substitute, ever decided anything."""
    return all(seat.no_show for seat in seats)


def _played_to_end(
    fixture: Fixture, ended_at: datetime, users: Mapping[int, int]
) -> dict[int, UUID]:
    """Return which entrant of the season each user plays for, by seat, if they were still in it."""
    players = EntrantPlayer.objects.filter(season=fixture.season_id, user__in=users.values())
    staying = players.exclude(entrant__withdrawn_at__lt=ended_at)
    entrants = dict(staying.values_list("user", "entrant"))
    return {seat: entrants[user] for seat, user in users.items() if user in entrants}


def _result(season: Season, fixture: Fixture) -> ResultRecorded | None:
    """Return the result of a fixture; None while its game is frozen, and void after the end."""
    if fixture.game is None:
        return None
    try:
        return result_of_game(fixture, fixture.game)
    except GameFrozenError as error:
        logger.warning("A result waits: %s", error, extra={"game": str(fixture.game_id)})
        return void_result_of_frozen(fixture) if ends_games(season) else None
