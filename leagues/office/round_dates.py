"""Moving the dates of a season: before it starts any of them, while it runs those to come."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext

from accounts.models import User
from api import database_time
from leagues.contest.errors import LeagueError
from leagues.contest.reasons import gettext_noop
from leagues.entering.declarations import Declaration, check_dates, check_span
from leagues.models import Entrant, EventAuthor, Fixture, Season, StoredSeasonEvent
from leagues.refusals import SeasonError
from leagues.season.declared_rules import rules_of
from leagues.season.impartiality import moves_own_season
from leagues.season.lookup import check_not_over, season_get
from leagues.season.schedule import dates_of_rounds
from leagues.services import change_spend, league_get
from leagues.stream import store
from leagues.stream.events import Dates, DatesMoved, decode
from quotas.records.leagues import LEAGUE_MESSAGES_A_DAY, SEASON_MESSAGES_A_DAY
from quotas.services import spend

MOST_MOVES: Final = 20  # of a season
LATER: Final = gettext_noop("While a season runs, its dates can only be moved to later ones.")


class NewDates(NamedTuple):
    """Dates to which a season is moved; those that are None stay as they are.

    While it runs, `round` begins at `round_starts_at`, and the rounds after it as much later.
    """

    starts_at: datetime | None = None
    ends_at: datetime | None = None
    round: int | None = None
    round_starts_at: datetime | None = None


class DateMove(NamedTuple):
    """A move of a season's dates: when, by whom (None if their account is deleted), and how."""

    at: datetime
    by: str | None
    event: DatesMoved


@transaction.atomic
def dates_move(*, user: User, season_id: UUID, new: NewDates, reason: str = "") -> Season:
    """Move dates of a season, as an organiser; everybody who takes part is told.

    While it runs, only dates that have not come can move, and only to later ones.
    Raises LeagueNotFoundError, NotAllowedError for anybody else, and for one who plays in the
    running season while another could decide, LeagueError for dates that the
    season cannot have, SeasonError `season_over`, `still_a_draft`, `same_dates` and
    `too_many_moves`, and QuotaError, since a move counts as a message to everybody.
    """
    season = season_get(user=user, season_id=season_id, lock=True)
    league_get(user=user, league_id=season.league_id, lock=True)  # before what they do is counted
    change_spend(season.league_id, user)
    check_not_over(season)
    if season.state == Season.State.DRAFT:
        refusal = gettext("The season is still a draft: declare it anew with other dates.")
        raise SeasonError("still_a_draft", refusal)
    if (new.round is None) != (new.round_starts_at is None):
        raise LeagueError("round", "Give both the round and when it begins.")
    running = season.state == Season.State.RUNNING
    event = _running(season, new) if running else _before_start(season, new)
    if event.before == event.after:
        raise SeasonError("same_dates", gettext("The season already has these dates."))
    moves = StoredSeasonEvent.objects.filter(season=season, type=DatesMoved.__name__)
    if moves.count() >= MOST_MOVES:
        refusal = gettext("The dates of this season have been moved {most} times already.")
        raise SeasonError("too_many_moves", refusal.format(most=MOST_MOVES))
    by_player = running and moves_own_season(user, season)
    spend(str(user.pk), SEASON_MESSAGES_A_DAY)
    spend(f"league {season.league_id}", LEAGUE_MESSAGES_A_DAY)
    event = msgspec.structs.replace(event, reason=reason, by_player=by_player)
    return store.append(season, [event], user)


def moves_of(seasons: Sequence[Season]) -> dict[UUID, list[DateMove]]:
    """Return the moves of some seasons in order, in two queries; none if no season was moved."""
    found: dict[UUID, list[DateMove]] = {each.pk: [] for each in seasons}
    moved = [each.pk for each in seasons if each.moved_at is not None]
    if not moved:
        return found
    rows = list(
        StoredSeasonEvent.objects.filter(season__in=moved, type=DatesMoved.__name__).order_by(
            "season", "sequence"
        )
    )
    authors = EventAuthor.objects.filter(
        season__in=moved, sequence__in={row.sequence for row in rows}
    )
    by = {
        (season, sequence): handle
        for season, sequence, handle in authors.values_list("season", "sequence", "user__handle")
    }
    for row in rows:
        event = decode(row.type, row.schema, row.data)
        if isinstance(event, DatesMoved):
            handle = by.get((row.season_id, row.sequence))
            found[row.season_id].append(DateMove(row.at, handle, event))
    return found


def rounds_to_come(season: Season) -> dict[int, datetime]:
    """Return the rounds of a running season that have not begun, and whose dates can move."""
    begun = Fixture.objects.filter(season=season, game__isnull=False)
    last = begun.aggregate(last=Max("round"))["last"] or 0
    paired = season.round if rules_of(season).by_round else 0
    now = database_time.now()
    return {
        number: begins
        for number, begins in enumerate(dates_of_rounds(season), start=1)
        if begins > now and number > max(last, paired)
    }


def _before_start(season: Season, new: NewDates) -> DatesMoved:
    """Return the move of a season that has not started; late entry moves with the start."""
    before, rules = _dates(season), rules_of(season)
    if new.round is not None:
        raise LeagueError(
            "round", "Until the season starts, its rounds follow from the start. Move that instead."
        )
    after = Dates(new.starts_at or before.starts_at, new.ends_at or before.ends_at)
    late = rules.late_entry_until
    if late is not None:
        late += after.starts_at - before.starts_at
        rules = msgspec.structs.replace(rules, late_entry_until=late)
    declaration = Declaration(season.name, rules, after.starts_at, after.ends_at)
    try:
        check_dates(season, declaration)
    except LeagueError as error:
        member = "ends_at" if error.member == "late_entry_until" else error.member
        raise LeagueError(member, error.message, **error.arguments) from None
    confirmed = Entrant.objects.filter(season=season, confirmed=True).order_by("sequence")
    return DatesMoved(
        before=before,
        after=after,
        rules=rules,
        asked_again=tuple(confirmed.values_list("pk", flat=True)),
    )


def _running(season: Season, new: NewDates) -> DatesMoved:
    rules = rules_of(season)
    before = msgspec.structs.replace(_dates(season), rounds=tuple(dates_of_rounds(season)))
    if new.starts_at not in {None, before.starts_at}:
        raise LeagueError(
            "starts_at", "The season has started, so its start can no longer be moved."
        )
    if before.ends_at <= database_time.now():
        raise LeagueError(
            "ends_at", "The season has reached its end, which can no longer be moved."
        )
    after = msgspec.structs.replace(
        before, ends_at=new.ends_at or before.ends_at, rounds=_rounds(season, before, new)
    )
    if after.ends_at < before.ends_at:
        raise LeagueError("ends_at", LATER)
    check_span(season, rules, after.starts_at, after.ends_at)
    if after.rounds != before.rounds:
        least = timedelta(days=rules.days_per_round if rules.by_round else 0)
        if after.rounds[-1] + least > after.ends_at:
            raise LeagueError(
                "ends_at", "The rounds last longer than the season. Choose a later end as well."
            )
    return DatesMoved(before=before, after=after, rules=rules, running=True)


def _rounds(season: Season, before: Dates, new: NewDates) -> tuple[datetime, ...]:
    """Return when rounds begin, those from the one that is moved on as much later."""
    if new.round is None or new.round_starts_at is None:
        return before.rounds
    if new.round not in rounds_to_come(season):
        raise LeagueError("round", "The season has no such round that is yet to begin on a date.")
    first = new.round - 1
    span = new.round_starts_at - before.rounds[first]
    if span < timedelta():
        raise LeagueError("round_starts_at", LATER)
    return (*before.rounds[:first], *(each + span for each in before.rounds[first:]))


def _dates(season: Season) -> Dates:
    if season.starts_at is None or season.ends_at is None:
        raise TypeError("A season that is declared has dates.")
    return Dates(season.starts_at, season.ends_at)
