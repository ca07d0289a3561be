"""Tables that one touch makes: each fills in a few fields of the form, the others are as usual."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from games.clocks.controls import read_control
from games.language import active_language
from games.models import Game
from games.terms import time_in_words
from illimat_core.modes import MODES
from web.table.table_form import HOUSE
from web.table.table_offers import ABOUT_MODES, TableChoice

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class TablePreset(NamedTuple):
    """A table that is made with one touch; `about` may contain the `{time}` that people have.

    `house` is the level of the house players in all other seats, or empty.
    """

    title: "StrOrPromise"
    about: "StrOrPromise"
    filled: Mapping[str, str] = {}
    house: str = ""

    def form(self, players: str) -> QueryDict:
        seats = len(HOUSE) + 1
        others = int(players) - 1 if players in map(str, range(2, seats + 1)) else 1
        filled = QueryDict(mutable=True)
        filled.update(
            {
                "players": players,
                **self.filled,
                **(dict.fromkeys(HOUSE[:others], self.house) if self.house else {}),
            }
        )
        return filled


def _mode_title(mode: str) -> str:
    return capfirst(active_language().say(MODES[mode].title))


ALONE: Final = [mode for mode, rules in MODES.items() if max(rules.players) == 1]
"""The modes that one person plays alone, each of which is a preset."""
PRESETS: Final = {
    "evening": TablePreset(
        gettext_lazy("A quick evening"),
        gettext_lazy("One round. If it takes longer: {time}."),
        {"rounds": "1", "clock": "brisk"},
    ),
    "days": TablePreset(
        gettext_lazy("A few days a move"),
        gettext_lazy("Anyone looking for a table can find it. {time}."),
        {"clock": "three_days"},
    ),
    "friends": TablePreset(
        gettext_lazy("With friends"),
        gettext_lazy("You get an address to send to them; nobody else finds it. {time}."),
        {"clock": "standard", "visibility": Game.Visibility.LINK},
    ),
    "house": TablePreset(
        gettext_lazy("Against the house, at once"),
        gettext_lazy("House players sit in the other seats and answer within seconds. No clock."),
        house="steady",
    ),
    **{
        mode: TablePreset(lazy(_mode_title, str)(mode), ABOUT_MODES[mode], {"mode": mode})
        for mode in ALONE
    },
}
"""The tables that can be made with one touch, by what the form sends."""


def presets() -> Iterator[TableChoice]:
    for name, preset in PRESETS.items():
        clock = preset.filled.get("clock")
        time = time_in_words(read_control(clock)) if clock else ""
        yield TableChoice(name, preset.title, str(preset.about).format(time=time))


def presets_alone() -> list[TableChoice]:
    return [offer for offer in presets() if offer.value in ALONE]
