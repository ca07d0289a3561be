"""Seasons, with their rules and dates."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec

from api.schemas import Moment, NextPage, refers_to
from illimat_core.annotations import says
from leagues import models
from leagues.contest.errors import LeagueError
from leagues.entering.declarations import call_off_reasons
from leagues.entering.registrations import SeasonOccupancy, occupancy_of
from leagues.office.round_dates import DateMove, moves_of
from leagues.reading.warnings import warnings_of
from leagues.rules import SeasonRules
from leagues.season.declared_rules import rules_of
from leagues.season.estimates import estimate_of
from leagues.season.wording import text_of
from leagues.stream.events import Dates


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """What to expect of the games of a season, if everybody takes half a day for a decision."""

    days: Annotated[int, says("How many days a game takes on average.")]
    adjudicated: Annotated[
        int, says("The percentage of games that are still open when the season ends.")
    ]


ExpectedGames = Annotated[
    Estimate | None, says("What to expect of its games; null until it has dates.")
]


class SeasonDates(msgspec.Struct, frozen=True, kw_only=True):
    """Dates of a season."""

    starts_at: Moment
    ends_at: Moment
    rounds: Annotated[
        list[Moment],
        says("When its rounds begin at the latest; empty until it runs, or without dates."),
    ]


class DatesMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a season's dates by an organiser."""

    at: Annotated[Moment, says("When they were moved.")]
    by: Annotated[str | None, says("Who moved them; null for a deleted account.")]
    reason: Annotated[str, says("Why, if a reason was given.")]
    by_player: Annotated[
        bool, says("Whether the organiser plays in the running season: nobody else could decide.")
    ]
    before: Annotated[SeasonDates, says("The dates until then.")]
    after: Annotated[SeasonDates, says("The dates since then.")]


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """A season."""

    id: UUID
    league: Annotated[UUID, says("The id of its league.")]
    number: Annotated[int, says("Which season of the league it is, counted from 1.")]
    name: Annotated[str, says("Its name.")]
    state: Annotated[str, says("`draft`, `registration`, `running`, `finished`, or `called_off`.")]
    rules: Annotated[dict[str, Any], refers_to("RulesRequest", "What was declared.")]
    registration_opens_at: Annotated[
        Moment | None,
        says("When people may register; null: once an organiser opens registration."),
    ]
    asked_at: Annotated[
        Moment | None, says("When entrants were last asked to confirm that they will play.")
    ]
    starts_at: Annotated[Moment | None, says("When it starts by itself.")]
    ends_at: Annotated[Moment | None, says("When games still open are adjudicated.")]
    moves: Annotated[list[DatesMove], says("How its dates were moved, the first move first.")]
    started_at: Annotated[Moment | None, says("When it started.")]
    finished_at: Annotated[Moment | None, says("When it finished, or was called off.")]
    called_off_reason: Annotated[
        str, says("Why it was called off; empty if it was not, or no reason was given.")
    ]
    archived_at: Annotated[Moment | None, says("Since when nothing about it changes.")]
    commitment: Annotated[str, says("The commitment to the seed of its lots.")]
    revealed: Annotated[str, says("The seed, as hexadecimal digits; empty until it is over.")]
    prevented: Annotated[str | None, says("Why it could not start by itself.")]
    taken: Annotated[int, says("How many of the `capacity` of places are taken.")]
    waiting: Annotated[int, says("How many entrants wait for a place, or to substitute.")]
    round: Annotated[int, says("The last round that was paired; 0 before the start.")]
    warnings: Annotated[list[str], says("What its organisers should know.")]
    estimate: ExpectedGames
    version: Annotated[int, says("It rises with every change.")]
    head: Annotated[str, says("The hash of its last event, which covers all earlier events.")]


class SeasonPage(msgspec.Struct, frozen=True):
    """A page of the list of seasons."""

    results: list[Season]
    next: NextPage


def season(row: models.Season) -> Season:
    (shown,) = seasons([row])
    return shown


def seasons(rows: Sequence[models.Season]) -> list[Season]:
    moves, reasons, entrants = moves_of(rows), call_off_reasons(rows), occupancy_of(rows)
    return [_season(row, moves[row.pk], reasons.get(row.pk, ""), entrants[row.pk]) for row in rows]


def _season(
    row: models.Season, moves: Sequence[DateMove], called_off: str, entrants: SeasonOccupancy
) -> Season:
    rules = rules_of(row)
    return Season(
        id=row.pk,
        league=row.league_id,
        number=row.number,
        name=str(row.name),
        state=row.state,
        rules=_rules(rules),
        registration_opens_at=row.registration_opens_at,
        asked_at=row.asked_at,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        moves=[_move(each) for each in moves],
        started_at=row.started_at,
        finished_at=row.finished_at,
        called_off_reason=called_off,
        archived_at=row.archived_at,
        commitment=row.commitment,
        revealed=row.revealed,
        prevented=_prevented(row),
        taken=entrants.taken,
        waiting=entrants.waiting,
        round=row.round,
        warnings=warnings_of(rules),
        estimate=estimate(row, rules),
        version=row.version,
        head=row.head,
    )


def _move(move: DateMove) -> DatesMove:
    return DatesMove(
        at=move.at,
        by=move.by,
        reason=move.event.reason,
        by_player=move.event.by_player,
        before=_dates(move.event.before),
        after=_dates(move.event.after),
    )


def _dates(dates: Dates) -> SeasonDates:
    return SeasonDates(starts_at=dates.starts_at, ends_at=dates.ends_at, rounds=list(dates.rounds))


def estimate(row: models.Season, rules: SeasonRules) -> Estimate | None:
    found = estimate_of(row, rules)
    return found and Estimate(days=found.days, adjudicated=found.adjudicated)


def _rules(rules: SeasonRules) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(rules)
    return shown | {"clock": rules.clock.given}


def _prevented(row: models.Season) -> str | None:
    if row.prevented is None:
        return None
    told = row.prevented
    return text_of(LeagueError(told["member"], told["message"], **told["arguments"]))
