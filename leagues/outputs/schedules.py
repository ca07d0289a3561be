"""The dates of a season, and the seasons that somebody entered, as the API shows them."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import msgspec

from api.schemas import Moment, NextPage
from illimat_core.annotations import says
from leagues import models
from leagues.outputs.entrants import Division, Group, Round
from leagues.outputs.standings import Best, Worst
from leagues.reading.histories import SeasonEntry
from leagues.reading.next_steps import NextStep
from leagues.season.declared_rules import rules_of
from leagues.season.schedule import next_asked_at, rounds_of
from leagues.season.wording import text_of


class ScheduledRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of a season."""

    round: Round
    starts_at: Annotated[
        Moment | None, says("When it begins; sooner if all games before it are over.")
    ]
    ends_at: Annotated[Moment | None, says("When the next begins, or the season ends.")]
    paired: Annotated[bool, says("Whether it is known who plays whom.")]
    games: Annotated[int, says("The number of its games.")]
    byes: Annotated[int, says("How many entrants have a bye; who, is at GET …/byes.")]
    over: Annotated[int, says("How many of them have a result.")]
    began_at: Annotated[Moment | None, says("When the first of its games began.")]
    over_at: Annotated[Moment | None, says("When the last one ended; null until all are over.")]


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """The dates of a season."""

    state: Annotated[str, says("`draft`, `registration`, `running`, `finished`, or `called_off`.")]
    registration_opens_at: Moment | None
    late_entry_until: Annotated[Moment | None, says("Until when people may register late.")]
    confirm_from: Annotated[
        Moment | None,
        says(
            "From when entrants are asked to confirm that they will play; null if they are not, or "
            "have been: `asked_at` of the season."
        ),
    ]
    starts_at: Annotated[Moment | None, says("When it starts by itself.")]
    started_at: Moment | None
    ends_at: Annotated[Moment | None, says("When games still open are adjudicated.")]
    finished_at: Moment | None
    rounds: list[ScheduledRound]


class UpcomingStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step that the server takes by itself, and what it would do as things are now."""

    does: Annotated[
        str,
        says(
            "`open_registration`, `ask_attendance`, `start`, `call_off` (a season that has not "
            "started by its end), `pair_round`, `begin_round`, `end_open_games` as declared, "
            "`finish`, or `archive`."
        ),
    ]
    at: Annotated[
        Moment | None,
        says(
            "When; null: once all games are over. A round is paired then, too, if that is sooner."
        ),
    ]
    round: Annotated[int | None, says("The number of the round that would be paired.")]
    entrants: Annotated[int | None, says("How many would start, or play the round.")]
    games: Annotated[int | None, says("How many games would begin, or be ended.")]
    void: Annotated[int | None, says("How many games would be void, since they have not begun.")]
    obstacle: Annotated[str | None, says("Why a start would fail: too few have entered.")]


class UpcomingSteps(msgspec.Struct, frozen=True):
    """What the server will do with a season by itself, in order."""

    results: list[UpcomingStep]


class PlayedSeason(msgspec.Struct, frozen=True, kw_only=True):
    """A season that somebody entered; members about its standings are null until there are any."""

    league: UUID
    league_name: str
    season: UUID
    season_name: str
    season_state: Annotated[str, says("`registration`, `running`, `finished`, or `called_off`.")]
    entrant: UUID
    team: Annotated[str, says("The name of a team; empty for one player.")]
    state: Annotated[str, says("The entrant's state in the season.")]
    division: Division | None
    group: Group | None
    place: Annotated[int | None, says("The place in the group's standings, from 1.")]
    entrants: Annotated[int, says("How many are in these standings.")]
    points: float | None
    games: int | None
    wins: float | None
    best: Best | None
    worst: Worst | None


class PlayedSeasonPage(msgspec.Struct, frozen=True):
    """A page of the seasons that somebody entered, the newest first."""

    results: list[PlayedSeason]
    next: NextPage


def schedule(season: models.Season) -> Schedule:
    rules = rules_of(season)
    return Schedule(
        state=season.state,
        registration_opens_at=season.registration_opens_at,
        late_entry_until=rules.late_entry_until,
        confirm_from=None if season.asked_at else next_asked_at(season),
        starts_at=season.starts_at,
        started_at=season.started_at,
        ends_at=season.ends_at,
        finished_at=season.finished_at,
        rounds=[
            ScheduledRound(
                round=each.number,
                starts_at=each.starts_at,
                ends_at=each.ends_at,
                paired=each.paired,
                games=each.games,
                byes=each.byes,
                over=each.over,
                began_at=each.began_at,
                over_at=each.over_at,
            )
            for each in rounds_of(season)
        ],
    )


def upcoming(steps: Sequence[NextStep]) -> UpcomingSteps:
    return UpcomingSteps(
        [
            UpcomingStep(
                **each._asdict() | {"obstacle": each.obstacle and text_of(each.obstacle)},
            )
            for each in steps
        ]
    )


def played_seasons(entries: Sequence[SeasonEntry]) -> list[PlayedSeason]:
    return [
        PlayedSeason(
            league=player.season.league_id,
            league_name=str(player.season.league.name),
            season=player.season_id,
            season_name=str(player.season.name),
            season_state=player.season.state,
            entrant=player.entrant_id,
            team=str(player.entrant.team),
            state=player.entrant.state,
            division=None if standing is None else standing.division + 1,
            group=None if standing is None else standing.group + 1,
            entrants=size,
            place=None if row is None else row.place,
            points=None if row is None else float(row.points),
            games=None if row is None else row.games,
            wins=None if row is None else float(row.wins),
            best=None if row is None else row.best,
            worst=None if row is None else row.worst,
        )
        for player, standing, row, size in entries
    ]
