"""What can be chosen for a new table, and how it is explained to people."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from games.clocks.controls import DEFAULT, PRESETS
from games.language import active_language
from games.models import Game
from games.time_words import WORDS, time_in_words
from illimat_core.cards import LUMINARIES, SETS
from illimat_core.modes import DEFAULT_MODE, MODES
from illimat_core.players.levels import LEVELS
from notifications import terms

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Leavers, Visibility = Game.Leavers, Game.Visibility
OWN: Final = "own"


class Offer(NamedTuple):
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
CLOCK_KINDS: Final = [Offer(kind, words.name) for kind, words in WORDS.items()]
ABOUT_MODES: Final = {
    "standard": gettext_lazy("With luminaries, which change the rules in their corner."),
    "beginner": gettext_lazy("Without luminaries. Choose this for your first games."),
    "teams": gettext_lazy("Four people. Partners sit opposite each other and score together."),
    "solitaire": gettext_lazy("You alone try to claim every luminary."),
    "solo_fields": gettext_lazy("You alone against the Fields, which take as much as they can."),
}
VISIBILITIES: Final = (
    Offer(
        "",
        gettext_lazy("As usual"),
        gettext_lazy(
            "Everybody can find the table. A game without other people is shown only to those who "
            "have its address."
        ),
    ),
    Offer(Visibility.PUBLIC, gettext_lazy("Everybody"), gettext_lazy("It is in the public list.")),
    Offer(
        Visibility.LINK,
        gettext_lazy("Whoever has the address"),
        gettext_lazy("It is in no list. Send the address to the people you want to play with."),
    ),
    Offer(
        Visibility.PRIVATE,
        gettext_lazy("Only people you invite"),
        gettext_lazy("Nobody else can see the table or watch the game."),
    ),
)
SEATINGS: Final = (
    Offer(Game.Seating.DRAWN, gettext_lazy("All seats are drawn at the start")),
    Offer(Game.Seating.CHOSEN, gettext_lazy("People may choose their seats")),
)
STARTS: Final = (
    Offer(Game.Start.WHEN_FULL, gettext_lazy("When the last seat is taken")),
    Offer(Game.Start.BY_HAND, gettext_lazy("When you start it")),
)
FOLLOWS: Final = {
    Leavers.SUBSTITUTE: gettext_lazy(
        "The seat is open to a substitute for three days. If nobody takes it, the house plays on "
        "or, with two players, the win is offered to the other one."
    ),
    Leavers.HOUSE: gettext_lazy(
        "The house plays on at once or, with two players, the win is offered to the other one."
    ),
    Leavers.FORFEIT: gettext_lazy(
        "The hand goes out of play. With two players, the other one wins."
    ),
}
"""What follows when a player leaves a running game."""
RATINGS: Final = (
    Offer("", gettext_lazy("As usual"), gettext_lazy("Public games between people count.")),
    Offer("yes", gettext_lazy("The game counts in ratings")),
    Offer("no", gettext_lazy("The game does not count in ratings")),
)
PAUSES: Final = (
    Offer(
        "yes",
        gettext_lazy("All who play may agree on a pause"),
        gettext_lazy("Three times at most, for up to 14 days each."),
    ),
    Offer("no", gettext_lazy("No pauses")),
)
LEVEL_NAMES: Final = {
    "random": gettext_lazy("Careless"),
    "beginner": gettext_lazy("Beginner"),
    "steady": gettext_lazy("Steady"),
    "strong": gettext_lazy("Strong"),
}


def clocks() -> Iterator[Offer]:
    """Return the time controls, the usual one first."""
    usual = time_in_words(DEFAULT)
    alone = gettext("{time}. Without other people, there is no clock.").format(time=usual)
    yield Offer("", CLOCK_NAMES["standard"], alone)
    for preset in PRESETS:
        if preset.control != DEFAULT:
            yield Offer(preset.name, CLOCK_NAMES[preset.name], time_in_words(preset.control))
    yield Offer(OWN, gettext("Another time"), gettext("Say which below."))


def modes() -> Iterator[Offer]:
    """Return the modes of the game."""
    say = active_language().say
    for mode, rules in MODES.items():
        yield Offer(mode, capfirst(say(rules.title)), ABOUT_MODES[mode])


def players() -> list[Offer]:
    """Return how many may play the usual game."""
    return [Offer(str(many), str(many)) for many in MODES[DEFAULT_MODE].players]


def luminary_sets() -> Iterator[Offer]:
    """Return the sets of luminaries, with the names of those in each."""
    for name, words in terms.LUMINARIES.items():
        inside = SETS[name] if name not in {"all", "none"} else ()  # type: ignore[index]
        yield Offer(name, capfirst(str(words)), ", ".join(map(_named, inside)))
    yield Offer(OWN, gettext("Your own choice"), gettext("Choose at least four below."))


def luminaries() -> list[Offer]:
    """Return all luminaries."""
    return [
        Offer(name, capfirst(_named(name)), more=reverse("luminary", args=[name]))
        for name in LUMINARIES
    ]


def _named(luminary: str) -> str:
    return active_language().say(f"{luminary}.name")


def levels() -> list[Offer]:
    """Return the levels of house players, from the weakest to the strongest."""
    say = active_language().say
    return [Offer(name, LEVEL_NAMES[name], say(level.describes)) for name, level in LEVELS.items()]


def leavers() -> list[Offer]:
    """Return what may follow when a player leaves."""
    shown = terms.IF_SOMEBODY_LEAVES
    return [Offer(rule, capfirst(str(shown[rule])), FOLLOWS[rule]) for rule in Leavers]
