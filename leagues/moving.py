"""Moving the dates of a season: before it starts any of them, while it runs those to come."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from leagues import store
from leagues.declared import rules_of
from leagues.declaring import Declaration, check_dates, check_not_over, season_get
from leagues.errors import LeagueError
from leagues.events import Dates, DatesMoved, decode
from leagues.models import Entrant, EventAuthor, Season, StoredSeasonEvent
from leagues.organising import check_organiser, league_get
from leagues.refusals import SeasonError
from quotas.records.leagues import LEAGUE_MESSAGES_A_DAY, SEASON_MESSAGES_A_DAY
from quotas.services import spend

MOST_MOVES: Final = 20  # of a season


class NewDates(NamedTuple):
    """Dates to which a season is moved; those that are None stay as they are."""

    starts_at: datetime | None = None
    ends_at: datetime | None = None


class Move(NamedTuple):
    """A move of a season's dates: when, by whom (None if their account is deleted), and how."""

    at: datetime
    by: str | None
    event: DatesMoved


@transaction.atomic
def dates_move(*, user: User, season_id: UUID, new: NewDates, reason: str = "") -> Season:
    """Move dates of a season, as an organiser; everybody who takes part is told.

    Raises LeagueNotFoundError, NotAllowedError for anybody else, LeagueError for dates that the
    season cannot have, SeasonError `season_over`, `still_a_draft`, `same_dates` and
    `too_many_moves`, and QuotaError, since a move counts as a message to everybody.
    """
    season = season_get(user=user, season_id=season_id, lock=True)
    league_get(user=user, league_id=season.league_id, lock=True)  # before what they do is counted
    check_organiser(season.league_id, user)
    check_not_over(season)
    if season.state == Season.State.DRAFT:
        refusal = gettext("The season is still a draft: declare it anew with other dates.")
        raise SeasonError("still_a_draft", refusal)
    event = _before_start(season, new)
    if event.before == event.after:
        raise SeasonError("same_dates", gettext("The season already has these dates."))
    moves = StoredSeasonEvent.objects.filter(season=season, type=DatesMoved.__name__)
    if moves.count() >= MOST_MOVES:
        refusal = gettext("The dates of this season have been moved {most} times already.")
        raise SeasonError("too_many_moves", refusal.format(most=MOST_MOVES))
    spend(str(user.pk), SEASON_MESSAGES_A_DAY)
    spend(f"league {season.league_id}", LEAGUE_MESSAGES_A_DAY)
    return store.append(season, [msgspec.structs.replace(event, reason=reason)], user)


def moves_of(seasons: Sequence[Season]) -> dict[UUID, list[Move]]:
    """Return the moves of some seasons in order, in two queries; none if no season was moved."""
    found: dict[UUID, list[Move]] = {each.pk: [] for each in seasons}
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
            found[row.season_id].append(Move(row.at, handle, event))
    return found


def _before_start(season: Season, new: NewDates) -> DatesMoved:
    """Return the move of a season that has not started; late entry moves with the start."""
    before, rules = _dates(season), rules_of(season)
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


def _dates(season: Season) -> Dates:
    if season.starts_at is None or season.ends_at is None:
        raise TypeError("A season that is declared has dates.")
    return Dates(season.starts_at, season.ends_at)
