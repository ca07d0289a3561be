"""What is agreed at a table before the game begins, in words: its mode, length, rules and time."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.circumstances import control_of
from games.language import active_language
from games.models import Game
from games.tables import Table
from games.time_words import time_in_words
from illimat_core import Options, read_options
from illimat_core.modes import MODES

Leavers = Game.Leavers
LUMINARIES: Final = {
    "core": gettext_lazy("the core set"),
    "false_baron": gettext_lazy("the False Baron's set"),
    "crane_wife": gettext_lazy("the Crane Wife's set"),
    "all": gettext_lazy("all"),
    "none": gettext_lazy("none"),
}
RULES: Final = {
    ("stars", "always"): gettext_lazy("The Stars are always in the deck."),
    ("harvest", "single_set"): gettext_lazy("A harvest takes exactly one set."),
    ("full_harvest", True): gettext_lazy(
        "All four hand cards may be played in a harvest as one card of their sum."
    ),
    ("harsh_penalties", True): gettext_lazy("Everybody tied for Frostbit gets the penalty."),
    ("freebooter", True): gettext_lazy("Sowing into an empty field lets you draw a fifth card."),
    ("no_repeats", True): gettext_lazy(
        "A field that you harvested on your previous turn is closed to your play."
    ),
    ("luminaries_persist", True): gettext_lazy(
        "Luminaries that are still face down stay where they are for the next round."
    ),
    ("tiebreak_round", True): gettext_lazy("A tie for the win is decided by further rounds."),
    ("harmonic_convergence", "pass_hands"): gettext_lazy(
        "In a Harmonic Convergence, only hands pass to the left."
    ),
    ("harmonic_convergence", "none"): gettext_lazy("There is no Harmonic Convergence."),
    ("passive_card", "on_request"): gettext_lazy(
        "Opponents may ask to see the card that the last stockpile was made for."
    ),
    ("perfect_crime", "return"): gettext_lazy("The Perfect Crime returns an okus to the Illimat."),
    ("universe_reach", "one"): gettext_lazy("The Universe reaches one other field."),
    ("audience", "spectator"): gettext_lazy("A spectator names what the Audience acts as."),
}
"""What an option means that has another value than the default."""
RULES_BY_OPTION: Final = {
    option: {value: words for (name, value), words in RULES.items() if name == option}
    for option, _ in RULES
}
SEVERAL: Final = {"harmonic_convergence": gettext_lazy("Harmonic Convergence")}
"""What options are called that have several such values."""
IF_SOMEBODY_LEAVES: Final = {
    Leavers.SUBSTITUTE: gettext_lazy("a substitute may take the seat"),
    Leavers.HOUSE: gettext_lazy("the house plays on"),
    Leavers.FORFEIT: gettext_lazy("the hand goes out of play"),
}

RATED: Final = {
    True: gettext_lazy("the game counts in ratings"),
    False: gettext_lazy("the game does not count in ratings"),
}


class Term(NamedTuple):
    """Something agreed, such as the time control, and what it is."""

    label: str
    words: str

    @property
    def line(self) -> str:
        """Both in one line."""
        return f"{self.label}: {self.words}"


def terms_of(table: Table) -> list[Term]:
    """Return what is agreed at a table, in the active language."""
    terms = [
        *brief_terms_of(table),
        Term(gettext("If a player leaves"), str(IF_SOMEBODY_LEAVES[Leavers(table.game.leavers)])),
        Term(gettext("Rating"), str(RATED[table.rated])),
    ]
    rules = " ".join(_rules(read_options(table.game.options)))
    return [*terms, Term(gettext("Other rules"), rules)] if rules else terms


def brief_terms_of(table: Table) -> list[Term]:
    """Return what is played at a table, how long and how fast, in the active language."""
    options, say = read_options(table.game.options), active_language().say
    seats = ngettext("for {number} player", "for {number} players", options.players)
    mode = f"{say(MODES[options.mode].title)} {seats.format(number=options.players)}"
    return [
        Term(gettext("Game"), mode),
        Term(gettext("Length"), _length(options)),
        *_luminaries(options),
        Term(gettext("Time"), time_in_words(control_of(table.game))),
    ]


def _length(options: Options) -> str:
    if options.rounds is None:
        return gettext("to {score} points").format(score=options.target_score)
    words = ngettext("{number} round", "{number} rounds", options.rounds)
    return words.format(number=options.rounds)


def _luminaries(options: Options) -> Iterator[Term]:
    if not MODES[options.mode].luminaries.allowed:
        return
    chosen = options.luminaries
    if isinstance(chosen, str):
        words = str(LUMINARIES[chosen])
    else:
        words = active_language().form("and", [_name(luminary) for luminary in chosen])
    yield Term(gettext("Luminaries"), words)


def _name(luminary: str) -> str:
    return active_language().say(f"{luminary}.name")


def _rules(options: Options) -> Iterator[str]:
    for (name, value), words in RULES.items():
        if getattr(options, name) == value:
            yield str(words)


def choices_of(option: str) -> list[tuple[str, str]]:
    """Return the values of an option that is one of `SEVERAL`, the usual one first."""
    usual = (getattr(Options(), option), gettext("As in the rules"))
    return [(str(value), str(words)) for value, words in (usual, *RULES_BY_OPTION[option].items())]
