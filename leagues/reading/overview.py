"""Stored standings, fixtures, results and byes of a season, read for the API and the pages.

A page of standings or of a list takes a number of queries that does not depend on its size.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import BigIntegerField, Count, ExpressionWrapper, F, Q, QuerySet
from django.db.models.functions import Cast
from django.utils.translation import gettext, gettext_lazy

from leagues.contest.divisions import Outcome
from leagues.contest.reasons import Reason, read_reason
from leagues.contest.standings import records
from leagues.contest.standings.counting import Line, compensation, lines_of, owner_of_bye, owners_of
from leagues.contest.standings.ranking import RankedRow
from leagues.contest.standings.records import GroupKey, ResultKind, SeatResult, read_seats
from leagues.models import Bye, Entrant, Fixture, FixtureSeat, Result, Season, Standing
from leagues.rules import SeasonRules, worth
from leagues.season.declared_rules import rules_of
from leagues.season.people import Name, names_of
from leagues.season.substitutes import (
    Substitutes,
    last_of,
    replaced_by,
    substitutes_after,
    substitutes_in,
)
from leagues.season.wording import entrants_in
from leagues.stream.stored_standings import outcomes_to_tell, row_of

ADJUDICATED: Final = {
    "by_score": gettext_lazy("The season ended before the game: its scores decide the places."),
    "by_place": gettext_lazy(
        "The season ended before the game: its scores decide the places, and what decides ties at "
        "the end of a game."
    ),
}
"""Why a game that a season's end left open ended as it did, by `SeasonRules.open_games`."""
NEVER_DECIDED: Final = gettext_lazy("Those who never made a decision come last.")
RANK: Final = 10**6
"""More than the entrants of a group, and than the groups of a division."""


class RowWithOutcome(NamedTuple):
    """A row of the standings, and what is certain for its entrant."""

    division: int
    group: int
    entrant: Entrant
    row: RankedRow
    outcome: Outcome | None


class PlayedFixture(NamedTuple):
    """The result of a fixture that counts, and what each of its seats gave to whom.

    `owners` are those who finished the game, or whose it was (`owners_of`); none of a void one.
    `lines` are what the seats were worth, `counted` those that count: none if the game does not,
    and none of an entrant whose games are void. `compensation` is what it gives instead to the
    opponent of somebody who dropped out.
    """

    kind: ResultKind
    revision: int
    reason: str
    seats: tuple[SeatResult, ...]
    owners: tuple[str, ...]
    lines: tuple[Line, ...]
    counted: tuple[Line, ...]
    by_player: bool  # the person who corrected it plays in the game
    counts: bool
    compensation: Line | None

    def line_of(self, entrant: str) -> Line | None:
        return next((line for line in self.lines if line.entrant == entrant), None)

    def points_of(self, entrant: str) -> Fraction | None:
        """Return the points that a game gave an entrant, or that they have instead, if any."""
        lines = (*self.counted, *([self.compensation] if self.compensation else []))
        return next((line.points for line in lines if line.entrant == entrant), None)

    def counted_for(self, entrant: str) -> Fraction:
        """Return the points of a seat that count for an entrant, without any compensation."""
        return sum((line.points for line in self.counted if line.entrant == entrant), Fraction())


def standings(
    season: Season, *, division: int | None = None, group: int | None = None
) -> QuerySet[Standing]:
    """Return a season's standings, by division and group, in the order `rank`."""
    rows = Standing.objects.filter(season=season, **_given(division=division, group=group))
    rank = Cast(F("division"), BigIntegerField()) * RANK * RANK
    rank += Cast(F("group"), BigIntegerField()) * RANK + F("place")
    # Otherwise it counts as an integer of four bytes, and nothing as greater than the greatest.
    ranked = rows.annotate(rank=ExpressionWrapper(rank, BigIntegerField()))
    return ranked.select_related("entrant").order_by("rank")


class Size(NamedTuple):
    """How many rows the standings of a group have, and how many of them are no substitutes'."""

    rows: int
    paired: int


def group_sizes(season: Season) -> dict[GroupKey, Size]:
    """Return the size of the standings of each group, in the order of divisions and groups."""
    rows = Standing.objects.filter(season=season).values("division", "group")
    paired = Count("pk", filter=Q(entrant__division__isnull=False))
    counted = rows.annotate(rows=Count("pk"), paired=paired).order_by("division", "group")
    return {
        GroupKey(each["division"], each["group"]): Size(each["rows"], each["paired"])
        for each in counted
    }


def rows_with_outcomes(season: Season, rows: Iterable[Standing]) -> list[RowWithOutcome]:
    certain = outcomes_to_tell(season)
    return [
        RowWithOutcome(
            *(each.division, each.group, each.entrant, row_of(each)),
            certain.get(str(each.entrant_id)),
        )
        for each in rows
    ]


def fixtures(
    season: Season,
    *,
    division: int | None = None,
    group: int | None = None,
    round_: int | None = None,
    entrant: UUID | None = None,
) -> QuerySet[Fixture]:
    """Return the fixtures of a season, and their games, in the order in which they were paired.

    Those of an `entrant` who is a substitute are those that they have played or are to play.
    """
    rows = Fixture.objects.filter(
        season=season, **_given(division=division, group=group, round=round_)
    )
    if entrant is not None:
        rows = rows.filter(_filter_by_entrant(season, entrant))
    return rows.select_related("game").order_by("number")


def _filter_by_entrant(season: Season, entrant: UUID) -> Q:
    paired = last_of(entrant, replaced_by(substitutes_in(season.pk)))
    # A join would find a fixture once for each of its seats.
    theirs = Q(pk__in=FixtureSeat.objects.filter(entrant=paired).values("fixture"))
    if paired == entrant:
        return theirs
    results = Result.objects.filter(fixture__seats__entrant=paired)
    played = {
        fixture
        for fixture, seats in results.values_list("fixture", "seats")
        if any(seat["substitute"] == str(entrant) for seat in seats)
    }
    stays = Entrant.objects.filter(pk=entrant, state=Entrant.State.SUBSTITUTE).exists()
    return Q(pk__in=played) | (theirs & Q(settled=False) if stays else Q())


def results_of(season: Season, fixtures: Iterable[Fixture]) -> dict[UUID, PlayedFixture]:
    rules, void = rules_of(season), void_entrants(season)
    tables = {
        each.pk: records.FixtureRecord(str(each.pk), tuple(each.entrants))
        for each in fixtures
        if each.settled
    }
    points = worth(rules)
    found = {}
    for result in Result.objects.filter(fixture__in=tables).order_by("revision"):
        seats = read_seats(result.seats)
        kind = ResultKind(result.kind)
        stayed = str(result.stayed) if result.stayed else None
        given = records.ResultRecord(str(result.fixture_id), seats, kind, result.revision, stayed)
        table = tables[result.fixture_id]
        owners: tuple[str, ...] = ()
        lines: tuple[Line, ...] = ()
        counted: tuple[Line, ...] = ()
        if kind is not ResultKind.VOID:
            owners = owners_of(table, given)
            lines = lines_of(points, table, given)
            counted = tuple(line for line in lines if line.entrant not in void)
        counts = kind is not ResultKind.VOID and void.isdisjoint(owners)
        found[result.fixture_id] = PlayedFixture(
            kind=kind,
            revision=result.revision,
            reason=_result_reason(result, rules),
            seats=seats,
            owners=owners,
            lines=lines,
            counted=counted if counts else (),
            by_player=result.by_player,
            counts=counts,
            compensation=compensation(points, table, given, void) if rules.by_round else None,
        )
    return found


def _result_reason(result: Result, rules: SeasonRules) -> str:
    """Return why a result is what it is: what an organiser wrote, or what the server says of it."""
    if result.revision:
        return result.reason
    if result.kind == ResultKind.ADJUDICATED and not result.reason:
        absent = any(seat.get("no_show") for seat in result.seats)
        words = [ADJUDICATED.get(rules.open_games, ""), *([NEVER_DECIDED] if absent else [])]
        return " ".join(map(str, words)).strip()
    return gettext(result.reason)


def reasons_of(fixture: Fixture) -> list[Reason]:
    return [read_reason(each) for each in fixture.reasons]


def names_in(
    fixtures: Sequence[Fixture], played: Mapping[UUID, PlayedFixture]
) -> Mapping[str, Name]:
    """Return the names of all entrants of fixtures, of their results and reasons, in one query."""
    wanted = {each for fixture in fixtures for each in fixture.entrants}
    for fixture in fixtures:
        wanted.update(entrants_in(reasons_of(fixture)))
    for result in played.values():
        wanted.update(seat.substitute for seat in result.seats if seat.substitute)
        wanted.update([result.compensation.entrant] if result.compensation else [])
    return names_of(wanted)


class ByeWorth(NamedTuple):
    """What a bye is worth, and for whom it counts, if for anybody."""

    points: Fraction
    entrant: str | None

    def of(self, entrant: str) -> Fraction:
        return self.points if entrant == self.entrant else Fraction(0)


def players_at(
    fixture: Fixture, played: PlayedFixture | None, substitutes: Substitutes
) -> Sequence[str]:
    """Return who finished a fixture, seat by seat, or is to play: entrants or substitutes.

    A void game is that of the entrants, but for a substitute whom it compensates.
    """
    if played is None:
        return [str(last_of(UUID(each), substitutes)) for each in fixture.entrants]
    if played.seats:
        both = zip(fixture.entrants, played.seats, strict=True)
        return [seat.substitute or entrant for entrant, seat in both]
    given = played.compensation
    return [
        given.entrant
        if given and UUID(given.entrant) in substitutes_after(UUID(each), substitutes)
        else each
        for each in fixture.entrants
    ]


def players_in(
    season: Season, fixtures: Iterable[Fixture], played: Mapping[UUID, PlayedFixture]
) -> dict[UUID, Sequence[str]]:
    substitutes = substitutes_in(season.pk)
    return {each.pk: players_at(each, played.get(each.pk), substitutes) for each in fixtures}


def opponents_in(fixture: Fixture, entrant: str, players: Sequence[str]) -> Sequence[str]:
    """Return whom of the `players_at` a fixture an entrant meets; nobody if it is not theirs."""
    seats = zip(fixture.entrants, players, strict=True)
    own = next((seat for seat, both in enumerate(seats) if entrant in both), None)
    return [] if own is None else [*players[:own], *players[own + 1 :]]


def byes(
    season: Season,
    *,
    division: int | None = None,
    group: int | None = None,
    round_: int | None = None,
    entrant: UUID | None = None,
) -> QuerySet[Bye]:
    """Return the byes of a season, and who has them, round by round.

    Those of an `entrant` who is a substitute are those that count for them.
    """
    found = Bye.objects.filter(
        season=season, **_given(division=division, group=group, round=round_)
    )
    if entrant is not None:
        whose = {entrant, *map(UUID, _resting_for(season, [str(entrant)]))}
        found = found.filter(entrant__in=whose)
    return found.select_related("entrant").order_by("round", "id")


def points_of_byes(season: Season, rows: Sequence[Bye]) -> dict[UUID, ByeWorth]:
    if not rows:
        return {}
    rules, void, substitutes = rules_of(season), void_entrants(season), substitutes_in(season.pk)
    bye, share = worth(rules).bye, worth(rules).substitute
    replacing, found = set(map(str, substitutes.values())), {}
    for row in rows:
        unit = map(str, (row.entrant_id, *substitutes_after(row.entrant_id, substitutes)))
        owner = owner_of_bye(unit, void, by_round=rules.by_round)
        points = bye * (share if owner in replacing else 1) if owner else Fraction(0)
        found[row.pk] = ByeWorth(points, owner)
    return found


def byes_of(season: Season, entrants: Collection[str]) -> dict[str, list[Bye]]:
    """Return the byes of entrants, and those that count for them, by their ids."""
    resting = _resting_for(season, entrants)
    found: dict[str, list[Bye]] = defaultdict(list)
    for bye in byes(season).filter(entrant__in=[*entrants, *resting]):
        own = str(bye.entrant_id)
        for each in {own, resting.get(own, own)}.intersection(entrants):
            found[each].append(bye)
    return found


def _resting_for(season: Season, entrants: Collection[str]) -> dict[str, str]:
    """Return the entrants whose byes count for some of those who took over, with these."""
    substitutes, by_round = substitutes_in(season.pk), rules_of(season).by_round
    void = void_entrants(season) if substitutes else ()
    owners = {
        str(each): owner_of_bye(
            map(str, (each, *substitutes_after(each, substitutes))), void, by_round=by_round
        )
        for each in substitutes
    }
    return {
        each: owner
        for each, owner in owners.items()
        if owner and owner in entrants and owner != each
    }


def fixtures_of(
    season: Season, rows: Sequence[RowWithOutcome], *, round_: int | None = None
) -> dict[str, list[Fixture]]:
    """Return the fixtures of the entrants of rows, by entrant, in three queries that read no other.

    A substitute's are those of the entrant for whom they play. With `round_`, they are of that
    round.
    """
    replaced = replaced_by(substitutes_in(season.pk))
    plays: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        plays[str(last_of(UUID(row.row.entrant), replaced))].append(row.row.entrant)
    seats = FixtureSeat.objects.filter(entrant__in=map(UUID, plays))
    ids = set(seats.values_list("fixture", flat=True))
    found: dict[str, list[Fixture]] = defaultdict(list)
    for fixture in fixtures(season, round_=round_).filter(pk__in=ids):
        for owner in {each for entrant in fixture.entrants for each in plays.get(entrant, ())}:
            found[owner].append(fixture)
    return found


def void_entrants(season: Season) -> frozenset[str]:
    """Return the entrants who withdrew early, so that what they finished is void."""
    gone = Standing.objects.filter(season=season, entrant__state=Entrant.State.WITHDRAWN)
    return frozenset(str(each.entrant_id) for each in gone if row_of(each).void)


def _given(**filters: Any) -> dict[str, Any]:
    return {name: value for name, value in filters.items() if value is not None}
