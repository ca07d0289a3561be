"""When reminders come, as the form of the settings asks for it: one of a few, or own times."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy
from rest_framework.exceptions import ValidationError

from games.clocks.spans import DAY, HOUR, SECOND
from notifications.wishes.preferences import LONGEST_LEAD, MOST_REMINDERS, SHORTEST_LEAD

HOURS: Final = HOUR // SECOND  # seconds
TYPED: Final = re.compile("[0-9]{1,3}([.,][0-9]{1,6})?")
"""Hours, as people type them in English or German."""
AS_CHOSEN: Final = "server"
OWN: Final = "own"
REMINDERS: Final = {
    AS_CHOSEN: gettext_lazy("when a quarter of my time is left, at most a day before"),
    "": gettext_lazy("never"),
    str(3 * HOUR // SECOND): gettext_lazy("3 hours before"),
    str(12 * HOUR // SECOND): gettext_lazy("12 hours before"),
    str(DAY // SECOND): gettext_lazy("a day before"),
    f"{2 * DAY // SECOND},{12 * HOUR // SECOND}": gettext_lazy("2 days and 12 hours before"),
    OWN: gettext_lazy("at the times below"),
}
"""What can be chosen, by lists of seconds before the deadline."""


def form_values_of(leads: Sequence[int] | None) -> dict[str, str]:
    """Return what the form holds for reminders that come some seconds before the deadline."""
    chosen = AS_CHOSEN if leads is None else ",".join(map(str, leads))
    hours = [f"{lead / HOURS:.6f}".rstrip("0").rstrip(".") for lead in leads or ()]
    return {
        "reminders": chosen if chosen in REMINDERS else OWN,
        "reminder_hours": " ".join(hours),
    }


def read_leads(filled: Mapping[str, str]) -> list[int] | None:
    """Return seconds before the deadline; None for the server's choice. Raises ValidationError."""
    chosen = filled.get("reminders", AS_CHOSEN)
    if chosen not in REMINDERS:
        raise ValidationError({"reminders": [rule()]})
    if chosen == AS_CHOSEN:
        return None
    if chosen != OWN:
        return [int(lead) for lead in chosen.split(",") if lead]
    hours = filled.get("reminder_hours", "").split()
    leads = [_seconds(each) for each in hours[: MOST_REMINDERS + 1]]
    if not leads or len(leads) > MOST_REMINDERS or 0 in leads:
        raise ValidationError({"reminder_hours": [rule()]})
    return leads


def rule() -> str:
    """Return a sentence that says which times of their own people may choose."""
    words = gettext("{most} times at most, from {shortest} to {longest} hours before the deadline.")
    shortest, longest = (lead.total_seconds() / HOURS for lead in (SHORTEST_LEAD, LONGEST_LEAD))
    return words.format(
        most=MOST_REMINDERS, shortest=number_format(shortest), longest=number_format(longest, 0)
    )


def _seconds(typed: str) -> int:
    """Return how many seconds some hours are; 0 for what reminders cannot be."""
    seconds = round(float(typed.replace(",", ".")) * HOURS) if TYPED.fullmatch(typed) else 0
    fits = SHORTEST_LEAD.total_seconds() <= seconds <= LONGEST_LEAD.total_seconds()
    return seconds if fits else 0
