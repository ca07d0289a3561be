"""A time control that is no preset, as forms ask for it: its kind, and its lengths in hours."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError

from games.clocks.controls import Control, in_seconds
from games.clocks.spans import HOUR, SECOND

HOURS: Final = HOUR // SECOND  # seconds
TIME: Final = {"per_decision": "time", "bank": "initial", "total": "time", "none": "idle"}
"""The member of each kind of time control that the field `time` is for."""
LENGTHS: Final = ("time", "increment", "cap")
"""The fields with hours; only a bank has the last two."""


def control_of(kind: str, hours: Mapping[str, Any]) -> dict[str, Any]:
    """Return the time control of the API's request, by what was filled in; numbers are in hours.

    Empty fields are left out. Raises ValidationError for what else is no number.
    """
    typed = {TIME.get(kind, "time"): hours.get("time", "")}
    if kind == "bank":
        typed |= {name: hours.get(name, "") for name in ("increment", "cap")}
    filled = {name: value for name, value in typed.items() if value != ""}
    wrong = [name for name, value in filled.items() if not isinstance(value, int)]
    if wrong:
        sentence = gettext("Enter a whole number of hours.")
        raise ValidationError({"clock": {name: [sentence] for name in wrong}})
    return {"kind": kind} | {name: value * HOURS for name, value in filled.items()}


def filled_by(control: Control) -> dict[str, Any]:
    """Return what the fields hold for a time control; hours are rounded down."""
    kind = str(control.__struct_config__.tag)
    hours = {name: seconds // HOURS for name, seconds in in_seconds(control).items()}
    return {"kind": kind, "time": hours.pop(TIME[kind]), **hours}


def is_in_hours(control: Control) -> bool:
    """Return whether the fields can say a time control exactly."""
    return not any(seconds % HOURS for seconds in in_seconds(control).values())
