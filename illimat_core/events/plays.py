"""What a turn's plays do, and the clearing that follows them."""

from typing import Annotated, Literal

from illimat_core.cards import Card, FieldId, Luminary, Seat
from illimat_core.events.base import PUBLIC_NAME, SECRET, UNSEALED, CardsToHand, Event, SecretCards

Leave = Annotated[Luminary | None, PUBLIC_NAME]
"""The luminary under whose leave a card was played; None for the turn's own play."""


class CardSown(Event, frozen=True, kw_only=True):
    """A card lies loose in a field.

    ``by`` is the luminary whose leave it was played under, None for the turn's own play; ``bonus``
    how many cards more its player draws (R-VAR-FREEBOOTER); ``hides`` how many lie beneath it.
    """

    seat: Seat
    card: Card
    field: FieldId
    by: Leave = None
    bonus: int = 0
    hides: int = 0
    hidden: SecretCards = ()


class CardsHarvested(Event, frozen=True, kw_only=True):
    """``take`` names the items, ``taken`` are all their cards, ``reach`` other fields of theirs."""

    seat: Seat
    cards: tuple[Card, ...]
    field: FieldId
    value: int
    take: tuple[Card, ...]
    taken: tuple[Card, ...]
    reach: tuple[FieldId, ...] = ()
    by: Leave = None


class StockpileMade(Event, frozen=True, kw_only=True):
    """``passive`` is the card that may be asked for; noted where the option says so (R-STOCK-7)."""

    shown_to = ("seat",)

    seat: Seat
    card: Card
    field: FieldId
    value: int
    take: tuple[Card, ...]
    groups: tuple[tuple[Card, ...], ...]
    by: Leave = None
    passive: Annotated[Card | None, SECRET] = None


class HiddenCardsTurnedUp(Event, frozen=True, kw_only=True):
    """Hidden cards, whose cover was harvested, lie loose in the field now (R-LUM-SOLDIERS)."""

    field: FieldId
    cards: tuple[Card, ...]


class IllimatTurned(Event, frozen=True, kw_only=True):
    summer: FieldId


class FieldCleared(Event, frozen=True, kw_only=True):
    """A harvest took the field's last item; what follows comes after drawing up."""

    seat: Seat
    field: FieldId


class HandDrawn(CardsToHand, frozen=True, kw_only=True):
    """Somebody drew."""


class OkusTaken(Event, frozen=True, kw_only=True):
    """``okus`` names it by the seat that put it up; ``source`` is the seat it was taken from."""

    seat: Seat
    okus: Seat
    source: Seat | Literal["board"] = "board"


class FieldSeeded(Event, frozen=True, kw_only=True):
    """Cards were dealt from the draw pile face up into a field."""

    field: FieldId
    cards: tuple[Card, ...]


class PassiveShown(Event, frozen=True, kw_only=True):
    """A card that served the seat's last stockpile is shown to the table (R-STOCK-7)."""

    seat: Seat
    asked_by: Seat
    card: Annotated[Card, UNSEALED]
