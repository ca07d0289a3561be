"""Declaring seasons, opening their registration, and calling them off."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from api import database_time
from leagues.contest.errors import LeagueError
from leagues.models import OVER, PartnerWish, Season, StoredSeasonEvent
from leagues.refusals import SeasonError
from leagues.rules import SeasonRules, asks_at, check_rules
from leagues.season import draw
from leagues.season.lookup import check_not_over, season_get, season_lock_to_change
from leagues.services import change_spend, check_not_closed, league_get
from leagues.spelling import stored_name
from leagues.stream import store
from leagues.stream.events import (
    RegistrationOpened,
    SeasonCalledOff,
    SeasonDeclared,
    SeedRevealed,
    decode,
)
from quotas.records.leagues import LEAGUE_SEASONS_A_DAY
from quotas.services import spend

LONGEST: Final = timedelta(days=2 * 366)
AHEAD: Final = timedelta(days=2 * 366)
MOST_UNFINISHED: Final = 10


class Declaration(NamedTuple):
    """What organisers declare of a season; unless they say when, they open registration by hand."""

    name: str
    rules: SeasonRules
    starts_at: datetime
    ends_at: datetime
    registration_opens_at: datetime | None = None


@transaction.atomic
def season_declare(*, user: User, league_id: UUID, declaration: Declaration) -> Season:
    """Declare a new season of a league; registration opens by itself, or by `season_open`.

    Raises LeagueNotFoundError, NotAllowedError for anybody but an organiser, LeagueError and
    SeasonOptionsError for rules and dates that no season can have, SeasonError `league_closed` and
    `too_many_seasons`, and QuotaError `league_seasons_a_day`.
    """
    league = league_get(user=user, league_id=league_id, lock=True)
    change_spend(league.pk, user)
    check_not_closed(league)
    if league.seasons.exclude(state__in=OVER).count() >= MOST_UNFINISHED:
        refusal = gettext("{limit} seasons of this league are not over yet.")
        raise SeasonError("too_many_seasons", refusal.format(limit=MOST_UNFINISHED))
    last = league.seasons.order_by("-number").first()
    season = Season(league=league, number=last.number + 1 if last else 1, name=declaration.name)
    _check(season, declaration)
    spend(f"league {league.pk}", LEAGUE_SEASONS_A_DAY)  # people are told when each opens
    draw.seal(season)
    return store.append(season, [_event(season, declaration)], user)


@transaction.atomic
def season_change(*, user: User, season_id: UUID, declaration: Declaration) -> Season:
    """Declare a draft anew. Raises SeasonError `not_a_draft` and what `season_declare` does."""
    season = season_get(user=user, season_id=season_id, lock=True)
    league_get(user=user, league_id=season.league_id, lock=True)  # before what they do is counted
    change_spend(season.league_id, user)
    if season.state != Season.State.DRAFT:
        refusal = gettext(
            "Registration has opened, so the rules and dates can no longer be changed."
        )
        raise SeasonError("not_a_draft", refusal)
    _check(season, declaration)
    return store.append(season, [_event(season, declaration)], user)


@transaction.atomic
def season_open(*, user: User, season_id: UUID) -> Season:
    """Open the registration of a draft now, which fixes its rules.

    Raises SeasonError `not_a_draft`, LeagueError for dates that have passed meanwhile, and what
    `season_declare` does.
    """
    season = season_lock_to_change(user, season_id)
    if season.state != Season.State.DRAFT:
        raise SeasonError("not_a_draft", gettext("Registration has already opened."))
    now = database_time.now()
    asked = season.asks_at
    if season.starts_at is None or season.starts_at <= now or (asked and asked <= now):
        raise LeagueError(
            "starts_at",
            "Registration must open before the season starts, and before entrants are asked to "
            "confirm. Choose a later start first.",
        )
    return store.append(season, [RegistrationOpened(by_hand=True)], user)


@transaction.atomic
def season_call_off(*, user: User, season_id: UUID, reason: str = "") -> Season:
    """Call a season off; games that are open then are void. Raises SeasonError `season_over`."""
    season = season_lock_to_change(user, season_id)
    check_not_over(season)
    return _call_off(season, reason, user)


def call_off_if_late(season: Season) -> None:
    """Call a locked season off that has not started by its end."""
    late = season.ends_at is not None and season.ends_at <= database_time.now()
    if late and season.state in {Season.State.DRAFT, Season.State.REGISTRATION}:
        _call_off(season)


def call_off_reasons(seasons: Iterable[Season]) -> dict[UUID, str]:
    """Return why seasons were called off, in one query; none if no season was."""
    over = [each.pk for each in seasons if each.state == Season.State.CALLED_OFF]
    if not over:
        return {}
    rows = StoredSeasonEvent.objects.filter(season__in=over, type=SeasonCalledOff.__name__)
    decoded = ((row.season_id, decode(row.type, row.schema, row.data)) for row in rows)
    return {pk: event.reason for pk, event in decoded if isinstance(event, SeasonCalledOff)}


def open_registration_if_due(season: Season) -> None:
    """Open the registration of a locked season, if it is time."""
    opens_at = season.registration_opens_at
    if season.state == Season.State.DRAFT and opens_at and opens_at <= database_time.now():
        store.append(season, [RegistrationOpened()])


def _call_off(season: Season, reason: str = "", author: User | None = None) -> Season:
    PartnerWish.objects.filter(season=season).delete()
    return store.append(season, [SeasonCalledOff(reason=reason), _revealed(season)], author)


def _revealed(season: Season) -> SeedRevealed:
    return SeedRevealed(revealed=draw.reveal(season.pk))


def _event(season: Season, declaration: Declaration) -> SeasonDeclared:
    return SeasonDeclared(
        number=season.number,
        name=stored_name(declaration.name),
        rules=declaration.rules,
        registration_opens_at=declaration.registration_opens_at,
        starts_at=declaration.starts_at,
        ends_at=declaration.ends_at,
        commitment=season.commitment,
    )


def _check(season: Season, declaration: Declaration) -> None:
    """Raise LeagueError or SeasonOptionsError for rules and dates that the season cannot have.

    If both are wrong, the error about the rules names that about the dates.
    """
    errors: list[LeagueError] = []
    for check in (
        partial(check_rules, declaration.rules),
        partial(_check_new_dates, season, declaration),
    ):
        try:
            check()
        except LeagueError as error:
            errors.append(error)
    if errors:
        first, *others = errors
        first.others = tuple(others)
        raise first


def _check_new_dates(season: Season, declaration: Declaration) -> None:
    """Raise LeagueError for dates that a new season cannot have, also for confirming."""
    rules, now = declaration.rules, database_time.now()
    check_dates(season, declaration)
    asked = asks_at(rules, declaration.starts_at)
    if asked is not None and asked <= max(now, declaration.registration_opens_at or now):
        raise LeagueError(
            "confirm_days",
            "Registration must open before entrants are asked to confirm that they will play, "
            "which is {days} days before the start. Choose fewer days, or a later start.",
            days=rules.confirm_days,
        )


def check_dates(season: Season, declaration: Declaration) -> None:
    """Raise LeagueError for dates that a season which has not started cannot have.

    The league is locked: no other season can be declared meanwhile.
    """
    rules, starts_at, ends_at = declaration.rules, declaration.starts_at, declaration.ends_at
    now = database_time.now()
    if starts_at <= max(now, declaration.registration_opens_at or now):
        raise LeagueError(
            "starts_at", "A season must start in the future, after its registration opens."
        )
    if starts_at > now + AHEAD:
        raise LeagueError("starts_at", "A season must start within two years.")
    check_span(season, rules, starts_at, ends_at)
    if rules.by_round and starts_at + timedelta(days=rules.rounds * rules.days_per_round) > ends_at:
        raise LeagueError(
            "ends_at",
            "The rounds last longer than the season. Choose fewer or shorter rounds, or a later "
            "end.",
        )


def check_span(season: Season, rules: SeasonRules, starts_at: datetime, ends_at: datetime) -> None:
    """Raise LeagueError for a time during which a season cannot be played.

    The league is locked: no other season can be declared meanwhile.
    """
    if not starts_at < ends_at <= starts_at + LONGEST:
        raise LeagueError(
            "ends_at", "A season must end after it starts, and within two years of its start."
        )
    late = rules.late_entry_until
    if late is not None and not starts_at <= late < ends_at:
        raise LeagueError("late_entry_until", "Late entry must end while the season is running.")
    others = season.league.seasons.exclude(pk=season.pk).exclude(state__in=OVER)
    if other := others.filter(starts_at__lt=ends_at, ends_at__gt=starts_at).first():
        raise LeagueError(
            "starts_at",
            "The season “{other}” of this league is played from {start} to {end}. Choose other "
            "dates.",
            other=other.name,
            start=f"{other.starts_at:%Y-%m-%d %H:%M} UTC",
            end=f"{other.ends_at:%Y-%m-%d %H:%M} UTC",
        )
