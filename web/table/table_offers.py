"""What can be chosen for a new table, and how it is explained to people."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy
from msgspec import UNSET

from api.members import Member
from games.clocks.controls import DEFAULT, PRESETS
from games.language import active_language, translate_marked
from games.terms import OPTIONS, RULES, WORDS, time_in_words
from illimat_core.cards import LUMINARIES, SETS
from illimat_core.modes import DEFAULT_MODE, MODES
from illimat_core.options import Options
from illimat_core.players.levels import LEVELS
from web.frame.forms import YES_OR_NO
from web.frame.strengths import LEVEL_NAMES

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

OWN: Final = "own"


class TableChoice(NamedTuple):
    """One of several things to choose from; `value` is what the form sends.

    `more` is the address of a page that explains it.
    """

    value: str
    title: "StrOrPromise"
    about: "StrOrPromise" = ""
    more: str = ""


CLOCK_NAMES: Final = {
    "standard": gettext_lazy("Everyday"),
    "relaxed": gettext_lazy("Relaxed"),
    "brisk": gettext_lazy("Brisk"),
    "three_days": gettext_lazy("Three days a decision"),
    "one_day": gettext_lazy("A day a decision"),
    "one_month": gettext_lazy("A month in all"),
    "no_clock": gettext_lazy("No clock"),
}
"""What people call the presets of time controls."""
CLOCK_KINDS: Final = [TableChoice(kind, words.name) for kind, words in WORDS.items()]
ABOUT_MODES: Final = {
    "standard": gettext_lazy("With luminaries, which change the rules in their corner."),
    "beginner": gettext_lazy("Without luminaries. Choose this for your first games."),
    "teams": gettext_lazy("Four people. Partners sit opposite each other and score together."),
    "solitaire": gettext_lazy("You alone try to claim every luminary."),
    "solo_fields": gettext_lazy("You alone against the Fields, which take as much as they can."),
}


def clocks() -> Iterator[TableChoice]:
    """Return the time controls, the usual one first."""
    usual = time_in_words(DEFAULT)
    alone = gettext("{time}. Without other people, there is no clock.").format(time=usual)
    yield TableChoice("", CLOCK_NAMES["standard"], alone)
    for preset in PRESETS:
        if preset.control != DEFAULT:
            yield TableChoice(preset.name, CLOCK_NAMES[preset.name], time_in_words(preset.control))
    yield TableChoice(OWN, gettext("Another time"), gettext("Say which below."))


def modes() -> Iterator[TableChoice]:
    say = active_language().say
    for mode, rules in MODES.items():
        yield TableChoice(mode, capfirst(say(rules.title)), ABOUT_MODES[mode])


def players() -> list[TableChoice]:
    """Return how many may play the usual game."""
    return [TableChoice(str(many), str(many)) for many in MODES[DEFAULT_MODE].players]


def luminary_sets() -> Iterator[TableChoice]:
    """Return the sets of luminaries, with the names of those in each."""
    for name, words in OPTIONS["luminaries"].words.items():
        inside = SETS[name] if name not in {"all", "none"} else ()
        yield TableChoice(name, capfirst(translate_marked(words)), ", ".join(map(_named, inside)))
    yield TableChoice(OWN, gettext("Your own choice"), gettext("Choose at least four below."))


def luminaries() -> list[TableChoice]:
    return [
        TableChoice(name, capfirst(_named(name)), more=reverse("luminary", args=[name]))
        for name in LUMINARIES
    ]


def _named(luminary: str) -> str:
    return active_language().say(f"{luminary}.name")


def levels() -> list[TableChoice]:
    """Return the levels of house players, from the weakest to the strongest."""
    say = active_language().say
    return [
        TableChoice(name, LEVEL_NAMES[name], say(level.describes)) for name, level in LEVELS.items()
    ]


def values_of(option: str) -> list[TableChoice]:
    """Return the values of an option that changes a rule, the usual one first."""
    others = [TableChoice(value, translate_marked(words)) for value, words in RULES[option].items()]
    return [TableChoice(getattr(Options(), option), gettext("As in the rules")), *others]


def choices_of(about: Member) -> list[TableChoice]:
    """Return what can be chosen for a member, and what follows from it."""
    return [
        TableChoice(
            "" if value is UNSET else YES_OR_NO[value] if isinstance(value, bool) else str(value),
            capfirst(translate_marked(words)),
            translate_marked(about.follows.get(value, "")),
        )
        for value, words in about.words.items()
    ]
