"""The base of all events: immutable facts, some members of which may be secret."""

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import UNSET, UnsetType

from illimat_core.annotations import says
from illimat_core.cards import Card, Seat

SECRET: Final = msgspec.Meta(extra={"secret": True})
"""Marks a member that is shown only to the seats in ``seen_by``; all other members are public."""

UNSEALED: Final = msgspec.Meta(extra={"unsealed": True})
"""Marks a public member that reveals a former secret, even if it shows no unseen card."""

PUBLIC_NAME: Final = msgspec.Meta(extra={"public_name": True})
"""Marks a member that names a luminary without showing where one lies."""

SecretCards = Annotated[tuple[Card, ...], SECRET]
ShownCards = Annotated[tuple[Card, ...] | UnsetType, SECRET]
"""Secret cards in a redacted event, from which they are missing if its viewer may not see them."""


class ShownEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", gc=False):
    """An event as its viewer may see it: a whole event, or one without its secret members."""


class Event(ShownEvent, frozen=True, kw_only=True):
    """Something that has happened, with all members.

    A type with secret members extends its redacted form, in which they may be missing.

    ``schema`` numbers the wire form of its type. ``shown_to`` names the members that contain the
    seats which may see the secret ones; by default nobody may.
    """

    schema: ClassVar[int] = 1
    shown_to: ClassVar[tuple[str, ...]] = ()

    @property
    def seen_by(self) -> tuple[Seat | None, ...]:
        """The seats that may see the secret members, and None if everybody may."""
        return tuple(getattr(self, name) for name in self.shown_to)


class RedactedCardsToHand(ShownEvent, frozen=True, kw_only=True):
    """A `CardsToHand` as its viewer may see it."""

    seat: Annotated[Seat, says("The seat whose hand the cards joined.")]
    count: Annotated[int, says("The number of cards.")]
    cards: Annotated[ShownCards, says("The cards.")] = UNSET
    open: Annotated[
        bool,
        says(
            "Whether the hand lies face up, so that everybody can see the cards (R-MODE- "
            "SOLITAIRE)."
        ),
    ] = False


class CardsToHand(RedactedCardsToHand, Event, frozen=True, kw_only=True):
    """Cards moved from the draw pile into a hand."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    cards: SecretCards = ()

    @property
    def seen_by(self) -> tuple[Seat | None, ...]:
        """The seat that holds the hand, and None, for everybody, if the hand is open."""
        return (self.seat, None) if self.open else (self.seat,)
