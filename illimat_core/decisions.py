"""Steps of an agenda and open decisions, as plain records.

What a step does and what a decision offers is looked up in the game's edition, so a game can be
stored in the middle of a turn and resumed a week later in another process.
"""

from typing import Literal

import msgspec

from illimat_core.cards import Card, FieldId, Seat

Kind = Literal[
    "turn", "echo", "after_play", "changeling_claim", "forest_queen_claim", "astronomer", "gambler",
    "audience", "audience_spectator", "perfect_crime_claim", "butchers_claim",
    "deal", "reshuffle", "steal", "absent_spectator",
    "fields_season",
]  # fmt: skip
"""The kinds of questions: those for players (ACTIONS.md section 2), then those for chance."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A step that runs by itself. ``name`` is looked up in the edition."""

    name: str
    at: FieldId | None = None
    seat: Seat | None = None
    count: int = 0


def step(name: str, at: FieldId | None = None, *, seat: Seat | None = None, count: int = 0) -> Step:
    return Step(name=name, at=at, seat=seat, count=count)


class Pending(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An open decision: the awaited seats, and the steps to resume once all have answered.

    ``optional`` says whether it may be passed, ``act`` which act may be repeated, ``cards`` which
    cards were exchanged already, and ``since`` at which version it opened.
    """

    kind: Kind
    awaiting: tuple[Seat | None, ...]
    at: FieldId | None = None
    optional: bool = False
    act: str | None = None
    cards: tuple[Card, ...] = ()
    resume: tuple[Step, ...] = ()
    since: int = 0
