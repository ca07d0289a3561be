"""What every event is: an immutable fact, some of it perhaps secret."""

from typing import Annotated, ClassVar, Final

import msgspec

from illimat_core.cards import Card, Seat
from illimat_core.schema import says

SECRET: Final = msgspec.Meta(extra={"secret": True})
"""Marks a member that is shown only to the seats in ``seen_by``; every other one is public."""

UNSEALED: Final = msgspec.Meta(extra={"unsealed": True})
"""Marks a public member that tells what was secret before, even where it shows no unseen card."""

PUBLIC_NAME: Final = msgspec.Meta(extra={"public_name": True})
"""Marks a member that says the name of a luminary aloud, and not where it lies."""

SecretCards = Annotated[tuple[Card, ...], SECRET]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Something that has happened.

    ``schema`` numbers the wire form of its type. ``shown_to`` names the members that hold the seats
    which may see the secret ones; nobody may, unless the event says otherwise.
    """

    schema: ClassVar[int] = 1
    shown_to: ClassVar[tuple[str, ...]] = ()

    @property
    def seen_by(self) -> tuple[Seat | None, ...]:
        """Who may see the secret members: seats, and None where whoever watches may, too."""
        return tuple(getattr(self, name) for name in self.shown_to)


class CardsToHand(Event, frozen=True, kw_only=True):
    """Cards of the draw pile came into a hand."""

    shown_to = ("seat",)

    seat: Annotated[Seat, says("Whose hand the cards came into.")]
    count: Annotated[int, says("How many cards.")]
    cards: Annotated[SecretCards, says("The cards.")] = ()
    open: Annotated[
        bool,
        says("Whether the hand lies face up, so that everybody sees the cards (R-MODE-SOLITAIRE)."),
    ] = False

    @property
    def seen_by(self) -> tuple[Seat | None, ...]:
        return (self.seat, None) if self.open else (self.seat,)
