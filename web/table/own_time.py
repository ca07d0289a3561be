"""A time control that is no preset, as forms ask for it: its kind, and its lengths in hours."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError

from games.clocks.controls import KINDS, Control
from games.clocks.spans import HOUR, SECOND
from games.terms import FURTHER
from web.frame.forms import FormField
from web.table.table_offers import CLOCK_KINDS

HOURS: Final = HOUR // SECOND  # seconds
LENGTHS: Final = ("time", *FURTHER)
"""The fields with hours; `time` is the first length of each kind of time control."""


def own_time_fields(before: str, member: str, kind: str) -> Iterator[FormField]:
    """Yield the fields of a time control that is no preset, the first of a `kind` of field.

    Their names begin with `before`; what is wrong is at paths in the `member`.
    """
    part = gettext("Another time")
    yield FormField(
        f"{before}kind",
        gettext("How time is counted"),
        kind,
        choices=CLOCK_KINDS,
        value="per_decision",
    ).placed(part, [f"{member}.kind"])
    lengths = {each.__struct_fields__[0]: None for each in KINDS.values()}
    yield FormField(
        f"{before}time",
        gettext("Hours"),
        "number",
        gettext("72 hours are three days."),
    ).placed(part, [f"{member}.{name}" for name in lengths])
    for name, label in FURTHER.items():
        field = FormField(f"{before}{name}", str(label), "number")
        yield field.placed(part, [f"{member}.{name}"])


def control_of(kind: str, hours: Mapping[str, Any]) -> dict[str, Any]:
    """Return the time control of the API's request, by what was filled in; numbers are in hours.

    Empty fields are left out. Raises ValidationError, by the member `clock`, for what else is no
    number.
    """
    first, *further = KINDS[kind].__struct_fields__ if kind in KINDS else ("time",)
    typed = {first: hours.get("time", "")} | {name: hours.get(name, "") for name in further}
    filled = {name: value for name, value in typed.items() if value != ""}
    wrong = [name for name, value in filled.items() if not isinstance(value, int)]
    if wrong:
        sentence = gettext("Enter a whole number of hours.")
        raise ValidationError({"clock": {name: [sentence] for name in wrong}})
    return {"kind": kind} | {name: value * HOURS for name, value in filled.items()}


def form_values_of(control: Control) -> dict[str, Any]:
    """Return what the fields hold for a time control; hours are rounded down."""
    hours = {name: seconds // HOURS for name, seconds in control.seconds.items()}
    return {"kind": control.kind, "time": hours.pop(control.__struct_fields__[0]), **hours}


def is_in_hours(control: Control) -> bool:
    """Return whether the fields can say a time control exactly."""
    return not any(seconds % HOURS for seconds in control.seconds.values())
