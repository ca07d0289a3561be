"""The forms of the settings: what each says, as the API reads it, and what it does."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy
from rest_framework.exceptions import ValidationError

from accounts.blocks import block_end, block_make
from accounts.inputs import MeSerializer
from accounts.models import User
from accounts.selectors import user_by_handle
from accounts.services import user_update
from api.inputs import read_input
from games import availability
from games.api.calendar_outputs import calendar
from games.api.inputs import CalendarSerializer, VacationEndSerializer, VacationSerializer
from notifications.api.inputs import NotificationsSerializer
from notifications.api.outputs import notifications
from notifications.preferences import preferences_change
from web import reminders
from web.queries import id_in

Filled = Mapping[str, Any]
"""What a form has been filled in with, by the names of its inputs."""


class Part(NamedTuple):
    """A form of a page: what it shows of a person, and what it does when it is sent."""

    shown: Callable[[User], Filled]
    change: Callable[[User, QueryDict], object]
    done: Any  # a lazy translation
    lists: frozenset[str] = frozenset()  # inputs with several values


def _of_user(*names: str) -> Callable[[User], Filled]:
    """Return what shows these fields of an account."""
    return lambda user: {name: getattr(user, name) for name in names}


def _change_user(user: User, **given: Any) -> None:
    """Change those of the given fields of an account that differ."""
    changed = {name: value for name, value in given.items() if value != getattr(user, name)}
    changes = MeSerializer(user, data=changed, partial=True)
    changes.is_valid(raise_exception=True)
    if changes.validated_data:
        user_update(user=user, **changes.validated_data)


def _change_account(user: User, filled: QueryDict) -> None:
    _change_user(
        user,
        handle=filled.get("handle", "").strip(),
        language=filled.get("language", ""),
        on_leaderboards="on_leaderboards" in filled,
    )


def _change_zone(user: User, filled: QueryDict) -> None:
    _change_user(user, time_zone=filled.get("time_zone", ""))


def _change_mails(user: User, filled: QueryDict) -> None:
    _change_user(user, game_mails="game_mails" in filled)


def _hours(user: User) -> Filled:
    own = calendar(user)
    sleep = {"start": own.sleep.start, "end": own.sleep.end} if own.sleep else {}
    return {"weekend": own.weekend} | {f"sleep_{name}": at for name, at in sleep.items()}


def _change_hours(user: User, filled: QueryDict) -> None:
    given = {"weekend": filled.getlist("weekend"), "sleep": _span(filled, "sleep")}
    availability.routine_change(user=user, **read_input(CalendarSerializer, given))


def _nothing(_user: User) -> Filled:
    return {}


def _take_vacation(user: User, filled: QueryDict) -> None:
    given = {"end": _midnight(filled.get("end", ""), user)}
    if start := filled.get("start", ""):
        given["start"] = _midnight(start, user)
    taken = read_input(VacationSerializer, given)
    now = datetime.now(ZoneInfo(user.time_zone))
    if "start" in taken and taken["start"] <= now and taken["start"].date() == now.date():
        del taken["start"]  # from today means from now on
    availability.vacation_take(user=user, **taken)


def _move_vacation(user: User, filled: QueryDict) -> None:
    given = read_input(VacationEndSerializer, {"end": _midnight(filled.get("end", ""), user)})
    availability.vacation_change_end(user=user, vacation_id=id_in(filled, "vacation"), **given)


def _end_vacation(user: User, filled: QueryDict) -> None:
    availability.vacation_end(user=user, vacation_id=id_in(filled, "vacation"))


def _telling(user: User) -> Filled:
    own = notifications(user)
    quiet = {"start": own.quiet_hours.start, "end": own.quiet_hours.end} if own.quiet_hours else {}
    held = {f"quiet_hours_{name}": at for name, at in quiet.items()}
    mails = {"digest_at": own.digest_at or "", "combined": own.combined}
    return {**mails, **reminders.filled_by(own.reminders), **held}


def _change_telling(user: User, filled: QueryDict) -> None:
    digest = filled.get("digest_at") or None
    given = {
        "quiet_hours": _span(filled, "quiet_hours"),
        "digest_at": digest,
        "combined": "combined" in filled or digest is not None,
        "reminders": reminders.leads_of(filled),
    }
    preferences_change(person=user, **read_input(NotificationsSerializer, given))


def _block(user: User, filled: QueryDict) -> None:
    blocked = user_by_handle(handle=filled.get("handle", "").strip())
    if blocked is None or not blocked.is_present:
        raise ValidationError({"handle": [gettext("Nobody here has this handle.")]})
    block_make(user=user, blocked=blocked)


def _unblock(user: User, filled: QueryDict) -> None:
    block_end(user=user, handle=filled.get("handle", ""))


PARTS: Final = {
    "account": Part(
        _of_user("handle", "language", "on_leaderboards"), _change_account, gettext_lazy("Saved.")
    ),
    "zone": Part(_of_user("time_zone"), _change_zone, gettext_lazy("Saved.")),
    "hours": Part(
        _hours,
        _change_hours,
        gettext_lazy("Saved. It applies from your next decision on."),
        frozenset({"weekend"}),
    ),
    "vacation": Part(_nothing, _take_vacation, gettext_lazy("Your vacation is taken.")),
    "vacation-move": Part(_nothing, _move_vacation, gettext_lazy("Your vacation has a new end.")),
    "vacation-end": Part(_nothing, _end_vacation, gettext_lazy("The vacation has ended.")),
    "mails": Part(_of_user("game_mails"), _change_mails, gettext_lazy("Saved.")),
    "telling": Part(_telling, _change_telling, gettext_lazy("Saved.")),
    "block": Part(
        _nothing, _block, gettext_lazy("Neither of you can sit down with the other now.")
    ),
    "unblock": Part(_nothing, _unblock, gettext_lazy("The block has ended.")),
}
"""The forms of all pages, by the value of their hidden input `part`."""


def _span(filled: QueryDict, name: str) -> dict[str, str] | None:
    """Return the two times of day of a span; None if both are empty."""
    span = {end: filled.get(f"{name}_{end}", "") for end in ("start", "end")}
    return span if any(span.values()) else None


def _midnight(day: str, user: User) -> str:
    """Return the beginning of a day in a person's zone; what is no day is returned as it is."""
    try:
        return datetime.combine(
            date.fromisoformat(day), time(), ZoneInfo(user.time_zone)
        ).isoformat()
    except ValueError:
        return day[:32]
