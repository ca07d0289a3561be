"""What people are told of time controls: the words of each kind and of each length."""

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy, ngettext

from games.clocks.controls import Control
from games.clocks.spans import DAY, HOUR, MINUTE
from games.language import active_language

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Words(NamedTuple):
    """What a kind of time control is called where one is chosen, and a control of it told in."""

    name: "StrOrPromise"
    told: "StrOrPromise"


WORDS: Final = {
    "per_decision": Words(
        gettext_lazy("The same time for every decision"), gettext_lazy("{time} for every decision")
    ),
    "bank": Words(
        gettext_lazy("A supply of time, to which every decision adds some"),
        gettext_lazy("{initial}, and {increment} more for every decision, {cap} at most"),
    ),
    "total": Words(
        gettext_lazy("One supply of time for the whole game"),
        gettext_lazy("{time} for all your decisions together"),
    ),
    "none": Words(
        gettext_lazy("No clock; called off when nobody has acted for this time"),
        gettext_lazy("No clock; called off after {idle} without an action"),
    ),
}
FURTHER: Final = {
    "increment": gettext_lazy("Hours that each decision adds"),
    "cap": gettext_lazy("Hours at most"),
}
"""What is asked for besides the first length of a kind."""


def time_in_words(control: Control) -> str:
    """Return how much time people have under a time control."""
    plain = control.plainly
    lengths = {name: span(getattr(plain, name)) for name in plain.__struct_fields__}
    return str(WORDS[plain.kind].told).format(**lengths)


def span(length: int) -> str:
    """Return a length of time (in microseconds) in days, hours and minutes, such as 2 days."""
    days, hours = divmod(length, DAY)
    hours, minutes = divmod(hours, HOUR)
    minutes //= MINUTE
    parts = [
        ngettext("{number} day", "{number} days", days).format(number=days) if days else "",
        ngettext("{number} hour", "{number} hours", hours).format(number=hours) if hours else "",
        ngettext("{number} minute", "{number} minutes", minutes).format(number=minutes),
    ]
    shown = [part for part in parts[:2] if part]
    return active_language().form("and", [*shown, *(parts[2:] if minutes or not shown else [])])
