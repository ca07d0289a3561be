"""What the server will do with a season by itself, and when: the sweep's next steps, untaken."""

from collections import Counter
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q

from accounts.models import User
from leagues.contest.errors import LeagueError
from leagues.entering.attendance import find_attending
from leagues.models import OVER, Fixture, Season
from leagues.results.finish import ARCHIVED_AFTER
from leagues.running.start_plan import check_number
from leagues.season.declared_rules import rules_of
from leagues.season.lookup import season_get
from leagues.season.rounds import next_round
from leagues.season.schedule import dates_of_rounds, is_past_end, next_asked_at, rounds_of
from leagues.services import check_organiser

State = Season.State


class Does(StrEnum):
    """What a step does."""

    OPEN_REGISTRATION = "open_registration"
    ASK_ATTENDANCE = "ask_attendance"
    START = "start"
    CALL_OFF = "call_off"  # a season that has not started by its end
    PAIR_ROUND = "pair_round"
    BEGIN_ROUND = "begin_round"  # that was paired at the start
    END_OPEN_GAMES = "end_open_games"
    FINISH = "finish"
    ARCHIVE = "archive"


class NextStep(NamedTuple):
    """A step, and what it would do as things are now.

    It is taken `at` a moment, or, if that is None, once all games are over; a round is paired then,
    too, if that is sooner. `entrants` would start or play the round, whose number is `round`;
    `games` would begin, or end. `void` games would be, since they have not begun. A start would
    fail because of an `obstacle`.
    """

    does: Does
    at: datetime | None = None
    round: int | None = None
    entrants: int | None = None
    games: int | None = None
    void: int | None = None
    obstacle: LeagueError | None = None


def steps_to_come(*, user: User, season_id: UUID) -> list[NextStep]:
    """Return the next steps of a season for an organiser, in the order in which they are taken.

    Who would meet whom is drawn when a round is paired, so no step says it. Raises
    LeagueNotFoundError, and NotAllowedError for anybody else.
    """
    season = season_get(user=user, season_id=season_id)
    check_organiser(season.league_id, user)
    return steps_of(season)


def steps_of(season: Season) -> list[NextStep]:
    """Return the next steps of a season in order; none changes anything."""
    if season.state == State.DRAFT:
        if season.registration_opens_at is None:
            return [NextStep(Does.CALL_OFF, season.ends_at)]
        opening = NextStep(Does.OPEN_REGISTRATION, season.registration_opens_at)
        return [opening, *_asking(season), NextStep(Does.START, season.starts_at)]
    if season.state == State.REGISTRATION:
        last = NextStep(Does.CALL_OFF, season.ends_at) if season.prevented else _start(season)
        return [*_asking(season), last]
    if season.state == State.RUNNING:
        return [*_round(season), *_dated_round(season), _end(season), NextStep(Does.FINISH)]
    if season.state in OVER and season.finished_at and not season.archived_at:
        return [NextStep(Does.ARCHIVE, season.finished_at + ARCHIVED_AFTER)]
    return []


def _asking(season: Season) -> list[NextStep]:
    asks = next_asked_at(season)
    return [NextStep(Does.ASK_ATTENDANCE, asks)] if asks else []


def _start(season: Season) -> NextStep:
    found = find_attending(season)
    entered = len(found.entrants)
    start = NextStep(Does.START, season.starts_at, entrants=entered)
    try:
        check_number(rules_of(season), entered, len(found.absent))
    except LeagueError as obstacle:
        return start._replace(obstacle=obstacle)
    return start


def _round(season: Season) -> list[NextStep]:
    rules = rules_of(season)
    following = None if is_past_end(season) else next_round(season, rules)
    if following is None:
        return []
    sizes = [len(names) for names in following.divisions.values()]
    return [
        NextStep(
            Does.PAIR_ROUND,
            dates_of_rounds(season)[season.round],
            round=season.round + 1,
            entrants=sum(sizes),
            games=sum(rules.played_as.tables(rules, size) for size in sizes),
        )
    ]


def _dated_round(season: Season) -> list[NextStep]:
    """Return the next round that was paired at the start, and begins on a date of its own."""
    rules = rules_of(season)
    if is_past_end(season) or rules.by_round or not rules.days_per_round:
        return []
    waiting = Fixture.objects.filter(season=season, settled=False, game=None)
    games = Counter(waiting.values_list("round", flat=True))
    return [
        NextStep(Does.BEGIN_ROUND, each.starts_at, round=each.number, games=games[each.number])
        for each in rounds_of(season)
        if games[each.number]
    ][:1]


def _end(season: Season) -> NextStep:
    found = Fixture.objects.filter(season=season, settled=False).aggregate(
        games=Count("pk", filter=Q(game__isnull=False)), void=Count("pk", filter=Q(game=None))
    )
    return NextStep(Does.END_OPEN_GAMES, season.ends_at, games=found["games"], void=found["void"])
