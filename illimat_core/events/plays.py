"""The events of a turn's plays, and of the clearing that follows them."""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, UnsetType

from illimat_core.annotations import says
from illimat_core.cards import Card, FieldId, Luminary, Seat
from illimat_core.events.base import (
    PUBLIC_NAME,
    SECRET,
    UNSEALED,
    CardsToHand,
    Event,
    RedactedCardsToHand,
    SecretCards,
    ShownCards,
    ShownEvent,
)

Leave = Annotated[Luminary | None, PUBLIC_NAME]
"""The luminary by whose leave a card was played; None for the turn's own play."""


class RedactedCardSown(ShownEvent, frozen=True, kw_only=True, tag="CardSown"):
    """A `CardSown` as its viewer may see it."""

    seat: Annotated[Seat, says("The seat that sowed the card.")]
    card: Annotated[Card, says("The card.")]
    field: Annotated[FieldId, says("The field where it lies.")]
    by: Annotated[Leave, says("The luminary that allowed it; null for the turn's own play.")] = None
    bonus: Annotated[
        int, says("The number of cards beyond four that may be drawn (R-VAR-FREEBOOTER).")
    ] = 0
    hides: Annotated[int, says("The number of hidden cards beneath it.")] = 0
    hidden: Annotated[ShownCards, says("The hidden cards.")] = UNSET


class CardSown(RedactedCardSown, Event, frozen=True, kw_only=True):
    """A player sowed a card into a field (R-SOW-1)."""

    hidden: SecretCards = ()


class CardsHarvested(Event, frozen=True, kw_only=True):
    """A player harvested items of a field (R-HARV)."""

    seat: Annotated[Seat, says("The seat that harvested.")]
    cards: Annotated[tuple[Card, ...], says("The cards played from hand.")]
    field: Annotated[FieldId, says("The field they were played into.")]
    value: Annotated[int, says("The value of the harvest.")]
    take: Annotated[
        tuple[Card, ...], says("The items taken, each named by its first card in deck order.")
    ]
    taken: Annotated[tuple[Card, ...], says("All cards taken.")]
    reach: Annotated[
        tuple[FieldId, ...], says("Other fields that items were taken from (Boat, Universe).")
    ] = ()
    by: Annotated[Leave, says("The luminary that allowed it; null for the turn's own play.")] = None


class RedactedStockpileMade(ShownEvent, frozen=True, kw_only=True, tag="StockpileMade"):
    """A `StockpileMade` as its viewer may see it."""

    seat: Annotated[Seat, says("The seat that made it.")]
    card: Annotated[Card, says("The card played from hand.")]
    field: Annotated[FieldId, says("The field where it lies.")]
    value: Annotated[int, says("The value of the stockpile.")]
    take: Annotated[tuple[Card, ...], says("The items combined with the card.")]
    groups: Annotated[
        tuple[tuple[Card, ...], ...], says("The groups that it consists of, each of that value.")
    ]
    by: Annotated[Leave, says("The luminary that allowed it; null for the turn's own play.")] = None
    passive: Annotated[
        Card | UnsetType | None,
        SECRET,
        says(
            "A card that was in hand when the stockpile was made, and that opponents may ask to "
            "see (R-STOCK-7); null unless the option allows it."
        ),
    ] = UNSET


class StockpileMade(RedactedStockpileMade, Event, frozen=True, kw_only=True):
    """A player made or changed a stockpile (R-STOCK)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    passive: Annotated[Card | None, SECRET] = None


class HiddenCardsTurnedUp(Event, frozen=True, kw_only=True):
    """Hidden cards whose cover was harvested became loose cards (R-LUM-SOLDIERS)."""

    field: Annotated[FieldId, says("The field where they lie.")]
    cards: Annotated[tuple[Card, ...], says("The cards, which are now loose.")]


class IllimatTurned(Event, frozen=True, kw_only=True):
    """The Illimat turned, and the seasons with it (R-SEASON-2)."""

    summer: Annotated[FieldId, says("The field that is now in Summer.")]


class FieldCleared(Event, frozen=True, kw_only=True):
    """A harvest took a field's last item; the clearing follows after drawing up (section 6)."""

    seat: Annotated[Seat, says("The seat that cleared it.")]
    field: Annotated[FieldId, says("The field.")]


class RedactedHandDrawn(RedactedCardsToHand, frozen=True, kw_only=True, tag="HandDrawn"):
    """A `HandDrawn` as its viewer may see it."""


class HandDrawn(CardsToHand, RedactedHandDrawn, frozen=True, kw_only=True):
    """A player drew cards from the draw pile (R-TURN-3)."""


class OkusTaken(Event, frozen=True, kw_only=True):
    """A player took an okus (R-CLEAR-1, R-LUM-PERFECT-CRIME)."""

    seat: Annotated[Seat, says("The seat that took it.")]
    okus: Annotated[Seat, says("The okus, named by the seat that put it up.")]
    source: Annotated[Seat | Literal["board"], says("The seat that held it, or `board`.")] = "board"


class FieldSeeded(Event, frozen=True, kw_only=True):
    """Cards of the draw pile were dealt face up into a field (R-CLEAR-3)."""

    field: Annotated[FieldId, says("The field.")]
    cards: Annotated[tuple[Card, ...], says("The cards dealt.")]


class PassiveShown(Event, frozen=True, kw_only=True):
    """A card that served a player's last stockpile was shown to the table (R-STOCK-7)."""

    seat: Annotated[Seat, says("The seat whose card it is.")]
    asked_by: Annotated[Seat, says("The seat that asked.")]
    card: Annotated[Card, UNSEALED, says("The card. It may already have left the hand.")]
