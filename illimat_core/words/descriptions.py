"""The luminaries and decisions of an edition, described for people and authors of clients."""

from typing import Annotated, Final, NamedTuple

import msgspec

from illimat_core.annotations import says
from illimat_core.cards import SETS, Luminary
from illimat_core.decider import types_in_turn
from illimat_core.decisions import Kind
from illimat_core.editions import CURRENT
from illimat_core.messages import ENGLISH, Language
from illimat_core.observation import PROMPTS
from illimat_core.rules.hooks import Edition
from illimat_core.views import Observation
from illimat_core.words.board import luminary_name

OCCASIONS: Final = ("in_play", "on_reveal", "on_claim")
"""The occasions on which a luminary may act."""


class LuminaryDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A luminary, with what it does; a sentence is empty if nothing happens on its occasion."""

    luminary: Annotated[Luminary, says("Its code, as in views and events.")]
    name: Annotated[str, says("Its name, with the article.")]
    short: Annotated[str, says("What matters most about it, in half a line.")]
    sets: Annotated[tuple[str, ...], says("The sets that it belongs to.")]
    in_play: Annotated[str, says("What it does while it is in play.")]
    on_reveal: Annotated[str, says("What happens when it is revealed.")]
    on_claim: Annotated[str, says("What happens when it is claimed.")]


class LuminaryHelp(NamedTuple):
    """A luminary for people: its name, and the occasions on which it acts, each with a sentence."""

    luminary: Luminary
    name: str
    sentences: list[tuple[str, str]]

    @property
    def lines(self) -> str:
        """Return all sentences as one text: `In play: … Claim: …`."""
        return " ".join(f"{title}: {sentence}" for title, sentence in self.sentences)


class Question(msgspec.Struct, frozen=True):
    """A kind of decision."""

    kind: Annotated[Kind, says("The kind, as in `decisions` of a game.")]
    prompt: Annotated[str, says("The question put to the player.")]
    answers: Annotated[
        tuple[str, ...],
        says(
            "The types of action that answer it. `pass` also answers it if the menu offers `pass`."
        ),
    ]


def questions(edition: Edition = CURRENT, language: Language = ENGLISH) -> list[Question]:
    """Return the kinds of decisions that people may face under an edition, but not chance's."""
    accepted = types_in_turn(edition)
    accepted |= {kind: rules.accepts for kind, rules in edition.decisions.items() if rules.prompt}
    return [Question(kind, prompt(kind, language), types) for kind, types in accepted.items()]


def prompt(kind: Kind, language: Language = ENGLISH) -> str:
    """Return the question that a kind of decision of the current edition asks people."""
    return language.say(PROMPTS.get(kind) or CURRENT.decisions[kind].prompt)


def describe_luminaries(
    edition: Edition = CURRENT, language: Language = ENGLISH
) -> dict[Luminary, LuminaryDescription]:
    return {luminary: _entry(luminary, language) for luminary in edition.luminaries}


def luminary_short(luminary: Luminary, language: Language = ENGLISH) -> str:
    """Return what matters most about a luminary, in half a line; *here* is its field."""
    return language.say(f"{luminary}.short")


def explain_luminary(luminary: Luminary, language: Language = ENGLISH) -> LuminaryHelp:
    """Return the help for a luminary, with a sentence for each occasion on which it acts."""
    sentences = [
        (language.say(f"occasion.{occasion}"), sentence)
        for occasion in OCCASIONS
        if (sentence := _sentence(luminary, occasion, language))
    ]
    return LuminaryHelp(luminary, luminary_name(luminary, language), sentences)


def explain_luminaries(view: Observation, language: Language = ENGLISH) -> list[LuminaryHelp]:
    """Explain those face up in a view or claimed there, each once, in the order of the edition."""
    shown = {name.strip("()") for name in view.luminaries.values()}
    shown |= {name for claimed in view.claimed.values() for name in claimed}
    return [explain_luminary(name, language) for name in CURRENT.luminaries if name in shown]


def _entry(luminary: Luminary, language: Language) -> LuminaryDescription:
    return LuminaryDescription(
        luminary=luminary,
        name=luminary_name(luminary, language),
        short=luminary_short(luminary, language),
        sets=tuple(name for name, members in SETS.items() if luminary in members),
        in_play=_sentence(luminary, "in_play", language),
        on_reveal=_sentence(luminary, "on_reveal", language),
        on_claim=_sentence(luminary, "on_claim", language),
    )


def _sentence(luminary: Luminary, occasion: str, language: Language) -> str:
    return language.words.get(f"{luminary}.{occasion}", "")
