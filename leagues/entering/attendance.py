"""Attendance: before a season starts, its entrants confirm that they will play.

They are asked `confirm_days` before the start, and once more on the day before it. An entrant who
has not confirmed by the start loses the place to the first on the waiting list who has.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from api import database_time
from leagues.models import Entrant, EntrantPlayer, Season
from leagues.refusals import SeasonError
from leagues.rules import ASKED_AGAIN
from leagues.season.declared_rules import rules_of
from leagues.season.lookup import season_get
from leagues.season.schedule import FAIR, is_in_time
from leagues.stream import store
from leagues.stream.events import AttendanceAsked, AttendanceConfirmed
from quotas.records.leagues import LEAGUE_CHANGES_A_DAY
from quotas.services import spend

State = Entrant.State


class Attending(NamedTuple):
    """Who would play if a season started now, in the order of registration, and what changes.

    `absent` have not confirmed, and `admitted` get their places from the waiting list.
    """

    entrants: Sequence[UUID]
    absent: Sequence[UUID] = ()
    admitted: Sequence[UUID] = ()


def ask_if_due(season: Season) -> None:
    now, asks_at, starts_at = database_time.now(), season.asks_at, season.starts_at
    if season.state != Season.State.REGISTRATION or asks_at is None or starts_at is None:
        return
    if asks_at <= now and is_in_time(season, now):
        store.append(season, [AttendanceAsked(again_at=_again(starts_at, now))])


def find_attending(season: Season) -> Attending:
    found = Entrant.objects.filter(season=season, state__in=[State.REGISTERED, State.WAITING])
    rows = list(found.order_by("sequence").values_list("pk", "state", "confirmed"))
    registered = [pk for pk, state, _ in rows if state == State.REGISTERED]
    if season.asked_at is None:
        return Attending(registered)
    present = {pk for pk, state, confirmed in rows if state == State.REGISTERED and confirmed}
    free = max(0, rules_of(season).capacity - len(present))
    waiting = [pk for pk, state, confirmed in rows if state == State.WAITING and confirmed]
    admitted = waiting[:free]
    return Attending(
        [pk for pk, _, _ in rows if pk in present.union(admitted)],
        [pk for pk in registered if pk not in present],
        admitted,
    )


@transaction.atomic
def attendance_confirm(*, user: User, season_id: UUID) -> Entrant:
    """Confirm that the entrant of `user` will play; doing so again changes nothing.

    Raises LeagueNotFoundError, SeasonError `not_entered` and `not_asked`.
    """
    season = season_get(user=user, season_id=season_id, lock=True)
    spend(str(user.pk), LEAGUE_CHANGES_A_DAY)
    entry = EntrantPlayer.objects.filter(season=season, user=user).select_related("entrant").first()
    if entry is None or entry.entrant.state not in {State.REGISTERED, State.WAITING}:
        refusal = gettext("You have not entered this season, or it has started.")
        raise SeasonError("not_entered", refusal)
    if entry.entrant.confirmed:
        return entry.entrant
    if season.asked_at is None or season.state != Season.State.REGISTRATION:
        refusal = gettext("There is nothing to confirm now: you are told when there is.")
        raise SeasonError("not_asked", refusal)
    store.append(season, [AttendanceConfirmed(entrant=entry.entrant_id)], user)
    entry.entrant.refresh_from_db()
    return entry.entrant


def _again(starts_at: datetime, now: datetime) -> datetime | None:
    again = starts_at - ASKED_AGAIN
    return again if again - FAIR > now else None
