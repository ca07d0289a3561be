"""The forms of the settings: what each says, as the API reads it, and what it does."""

from collections.abc import Callable
from datetime import date, datetime, time
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy
from rest_framework.exceptions import ValidationError

from accounts.blocks import block_end, block_make
from accounts.inputs import MeSerializer
from accounts.models import User
from accounts.selectors import user_by_handle
from accounts.services import user_update
from api.inputs import EmptySerializer, StrictSerializer
from games.clocks.calendars import WEEKDAYS
from games.inputs.calendars import CalendarSerializer, VacationEndSerializer, VacationSerializer
from games.outputs.people import calendar
from games.time import availability
from notifications.choosing.inputs import NotificationsSerializer
from notifications.choosing.outputs import notifications
from notifications.wishes.preferences import preferences_change
from web.account import reminders
from web.frame.forms import FormField, SerializerForm
from web.frame.queries import id_in

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Setting(NamedTuple):
    """A form of a page: its fields as a person has them, and what it does when it is sent.

    What a person `takes` is the serializer for the body that `prepare` makes of the form's. `do` is
    called with the person and its members, and with what else was sent.
    """

    fields: Callable[[User], list[FormField]]
    takes: Callable[[User], Callable[..., StrictSerializer]]
    do: Callable[[User, dict[str, Any], QueryDict], object]
    done: "StrOrPromise"
    prepare: Callable[[User, dict[str, Any]], dict[str, Any]] = lambda _, body: body

    def form(self, name: str, user: User, data: QueryDict | None = None) -> SerializerForm:
        """Return the form as first shown, or as sent with some `data`."""
        fields, takes, prepare = self.fields(user), self.takes(user), partial(self.prepare, user)
        return SerializerForm(name, fields, takes, data=data, prepare=prepare)


def _always(takes: type[StrictSerializer]) -> Callable[[User], type[StrictSerializer]]:
    return lambda _: takes


def _blank(*names: str) -> Callable[[User], list[FormField]]:
    return lambda _: [FormField(name, "") for name in names]


def _of_account(done: "StrOrPromise", **kinds: str) -> Setting:
    """Return the form that changes these members of an account."""
    return Setting(
        lambda user: [
            FormField(name, "", kind, value=getattr(user, name)) for name, kind in kinds.items()
        ],
        lambda user: partial(MeSerializer, user, partial=True),
        _change_user,
        done,
        lambda user, body: {
            name: value for name, value in body.items() if value != getattr(user, name)
        },
    )


def _change_user(user: User, changed: dict[str, Any], _sent: QueryDict) -> None:
    if changed:
        user_update(user=user, **changed)


def _hours(user: User) -> list[FormField]:
    own, days = calendar(user), [(day, day) for day in WEEKDAYS]
    weekend = FormField("weekend", "", "many", choices=days, value=own.weekend)
    return [weekend, *_ends("sleep", own.sleep)]


def _hours_body(_user: User, body: dict[str, Any]) -> dict[str, Any]:
    return {"weekend": body.get("weekend", []), "sleep": _span(body, "sleep")}


def _vacation_body(user: User, body: dict[str, Any]) -> dict[str, Any]:
    return {name: _midnight(day, user) for name, day in ({"end": ""} | body).items()}


def _take_vacation(user: User, taken: dict[str, Any], _sent: QueryDict) -> None:
    now = datetime.now(ZoneInfo(user.time_zone))
    if "start" in taken and taken["start"] <= now and taken["start"].date() == now.date():
        del taken["start"]  # from today means from now on
    availability.vacation_take(user=user, **taken)


def _move_vacation(user: User, members: dict[str, Any], sent: QueryDict) -> None:
    vacation_id = id_in(sent, "vacation")
    availability.vacation_change_end(user=user, vacation_id=vacation_id, **members)


def _telling(user: User) -> list[FormField]:
    own = notifications(user)
    chosen = reminders.form_values_of(own.reminders)
    return [
        *_ends("quiet_hours", own.quiet_hours),
        FormField("digest_at", "", value=own.digest_at),
        FormField("combined", "", "flag", value=own.combined),
        FormField("reminders", "", "lines", value=chosen["reminders"]),
        FormField("reminder_hours", "", value=chosen["reminder_hours"]),
    ]


def _telling_body(_user: User, body: dict[str, Any]) -> dict[str, Any]:
    digest = body.get("digest_at")
    return {
        "quiet_hours": _span(body, "quiet_hours"),
        "digest_at": digest,
        "combined": body["combined"] or digest is not None,
        "reminders": reminders.read_leads(body),
    }


def _block(user: User, _members: dict[str, Any], sent: QueryDict) -> None:
    blocked = user_by_handle(handle=sent.get("handle", "").strip())
    if blocked is None or not blocked.is_present:
        raise ValidationError({"handle": [gettext("Nobody here has this handle.")]})
    block_make(user=user, blocked=blocked)


SAVED: Final = gettext_lazy("Saved.")
PARTS: Final = {
    "account": _of_account(SAVED, handle="lines", language="lines", on_leaderboards="flag"),
    "zone": _of_account(SAVED, time_zone="lines"),
    "hours": Setting(
        _hours,
        _always(CalendarSerializer),
        lambda user, members, _: availability.routine_change(user=user, **members),
        gettext_lazy("Saved. It applies from your next decision on."),
        _hours_body,
    ),
    "vacation": Setting(
        _blank("start", "end"),
        _always(VacationSerializer),
        _take_vacation,
        gettext_lazy("Your vacation is taken."),
        _vacation_body,
    ),
    "vacation-move": Setting(
        _blank("end"),
        _always(VacationEndSerializer),
        _move_vacation,
        gettext_lazy("Your vacation has a new end."),
        _vacation_body,
    ),
    "vacation-end": Setting(
        _blank(),
        _always(EmptySerializer),
        lambda user, _, sent: availability.vacation_end(
            user=user, vacation_id=id_in(sent, "vacation")
        ),
        gettext_lazy("The vacation has ended."),
    ),
    "mails": _of_account(SAVED, game_mails="flag"),
    "telling": Setting(
        _telling,
        _always(NotificationsSerializer),
        lambda user, members, _: preferences_change(person=user, **members),
        SAVED,
        _telling_body,
    ),
    "block": Setting(
        _blank("handle"),
        _always(EmptySerializer),
        _block,
        gettext_lazy("Neither of you can sit down with the other now."),
        lambda *_: {},
    ),
    "unblock": Setting(
        _blank(),
        _always(EmptySerializer),
        lambda user, _, sent: block_end(user=user, handle=sent.get("handle", "")),
        gettext_lazy("The block has ended."),
    ),
}
"""The forms of all pages, by the value of their hidden input `part`."""


def _ends(name: str, span: Any) -> list[FormField]:
    """Return the fields of two times of day, which may both be empty."""
    return [
        FormField(f"{name}_{end}", "", value=span and getattr(span, end)).placed(
            paths=[f"{name}.{end}", name]
        )
        for end in ("start", "end")
    ]


def _span(body: dict[str, Any], name: str) -> dict[str, str] | None:
    """Return the two times of day of a span; None if both are empty."""
    span = {end: body.get(f"{name}_{end}", "") for end in ("start", "end")}
    return span if any(span.values()) else None


def _midnight(day: str, user: User) -> str:
    """Return the beginning of a day in a person's zone; what is no day is returned unchanged."""
    try:
        return datetime.combine(
            date.fromisoformat(day), time(), ZoneInfo(user.time_zone)
        ).isoformat()
    except ValueError:
        return day[:32]
