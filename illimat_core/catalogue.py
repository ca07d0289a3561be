"""The luminaries and decisions of an edition, described for people and authors of clients."""

from typing import Final, NamedTuple

from illimat_core.cards import SETS, Luminary
from illimat_core.decider import open_turn
from illimat_core.decisions import Kind
from illimat_core.editions import CURRENT
from illimat_core.hooks import Edition
from illimat_core.observation import PROMPTS
from illimat_core.text import luminary_name
from illimat_core.views import Observation

OCCASIONS: Final = {"in_play": "In play", "on_reveal": "Reveal", "on_claim": "Claim"}


class Entry(NamedTuple):
    """A luminary: its code, its name with article, its sets, and what it does when.

    A sentence is empty where nothing happens on that occasion.
    """

    luminary: Luminary
    name: str
    sets: tuple[str, ...]
    in_play: str
    on_reveal: str
    on_claim: str

    @property
    def sentences(self) -> list[tuple[str, str]]:
        """Return the occasions on which something happens, each with its sentence."""
        told = ((title, getattr(self, occasion)) for occasion, title in OCCASIONS.items())
        return [(title, sentence) for title, sentence in told if sentence]

    @property
    def lines(self) -> str:
        """Return all sentences as one text: `In play: … Claim: …`."""
        return " ".join(f"{title}: {sentence}" for title, sentence in self.sentences)


class Question(NamedTuple):
    """A kind of decision: what a person is asked, and the types of action that answer it."""

    kind: Kind
    prompt: str
    answers: tuple[str, ...]


def questions(edition: Edition = CURRENT) -> list[Question]:
    """Return what people may be asked under an edition; what chance is asked is left out."""
    types_of = open_turn(edition)
    of_the_turn = [Question(kind, PROMPTS[kind], types) for kind, types in types_of.items()]
    return of_the_turn + [
        Question(kind, rules.prompt, rules.accepts)
        for kind, rules in edition.decisions.items()
        if rules.prompt
    ]


def catalogue(edition: Edition = CURRENT) -> dict[Luminary, Entry]:
    """Return what the luminaries of an edition do, by their codes."""
    return {luminary: _entry(edition, luminary) for luminary in edition.luminaries}


def described(view: Observation) -> list[Entry]:
    """Return what each luminary does that lies face up in a view or has been claimed there.

    They stand in the order of the edition, each once.
    """
    shown = {name.strip("()") for name in view.luminaries.values()}
    shown |= {name for claimed in view.claimed.values() for name in claimed}
    return [entry for luminary, entry in catalogue().items() if luminary in shown]


def _entry(edition: Edition, luminary: Luminary) -> Entry:
    description = edition.luminaries[luminary].description
    return Entry(
        luminary=luminary,
        name=luminary_name(luminary),
        sets=tuple(name for name, members in SETS.items() if luminary in members),
        in_play=description.in_play,
        on_reveal=description.on_reveal,
        on_claim=description.on_claim,
    )
