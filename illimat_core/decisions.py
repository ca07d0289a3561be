"""The two things an agenda is made of, as plain records: steps, and decisions that are open.

What a step does and what a decision offers is looked up in the game's edition, so a game may sleep
for a week in the middle of either and wake in another process.
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
"""What may be asked: of players as ACTIONS.md section 2 names it, then what chance is."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that runs by itself next. ``name`` is looked up in the edition."""

    name: str
    at: FieldId | None = None
    seat: Seat | None = None
    count: int = 0


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open decision: whom it waits for, and the steps to resume with once all have answered.

    ``optional`` says that it may be passed, ``act`` which action may be repeated, ``cards`` which
    were exchanged already, ``since`` at which version it opened.
    """

    kind: Kind
    awaiting: tuple[Seat | None, ...]
    at: FieldId | None = None
    optional: bool = False
    act: str | None = None
    cards: tuple[Card, ...] = ()
    resume: tuple[Step, ...] = ()
    since: int = 0
