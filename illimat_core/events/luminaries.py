"""The events of luminaries."""

from typing import Annotated, ClassVar

from msgspec import UNSET, UnsetType

from illimat_core.annotations import says
from illimat_core.cards import Card, FieldId, Luminary, Season, Seat
from illimat_core.events.base import (
    PUBLIC_NAME,
    SECRET,
    UNSEALED,
    Event,
    SecretCards,
    ShownCards,
    ShownEvent,
)


class LuminaryDiscarded(Event, frozen=True, kw_only=True):
    """A luminary left the round; one that lay face down is shown as it leaves (R-CLEAR-5)."""

    field: Annotated[FieldId, says("The field where it lay.")]
    luminary: Annotated[Luminary, says("The luminary.")]
    unwinnable: Annotated[
        bool, says("Whether full victory is out of reach without it (R-MODE-SOLITAIRE).")
    ] = False


class LuminaryRevealed(Event, frozen=True, kw_only=True):
    """A luminary was turned up (R-CLEAR-4)."""

    field: Annotated[FieldId, says("The field where it lies.")]
    luminary: Annotated[Luminary, says("The luminary.")]
    from_reserve: Annotated[bool, says("Whether the Newborn called it from the reserve.")] = False


class LuminaryClaimed(Event, frozen=True, kw_only=True):
    """A player claimed the luminary of a cleared field (R-CLEAR-2)."""

    seat: Annotated[Seat, says("The seat that claimed it.")]
    field: Annotated[FieldId, says("The field where it lay.")]
    luminary: Annotated[Luminary, says("The luminary.")]


class LuminaryNamed(Event, frozen=True, kw_only=True):
    """The Audience acts as another luminary from now on (R-LUM-AUDIENCE)."""

    field: Annotated[FieldId, says("The field of the Audience.")]
    luminary: Annotated[Luminary, PUBLIC_NAME, says("The luminary it acts as.")]
    seat: Annotated[
        Seat | None, says("The seat that named it; null for a spectator, -1 for chance.")
    ] = None


class CardsExchanged(Event, frozen=True, kw_only=True):
    """A hand card and a card on the board swapped places (R-LUM-CHANGELING)."""

    seat: Annotated[Seat, says("The seat that exchanged the cards.")]
    give: Annotated[Card, says("The hand card, which now lies in the field.")]
    take: Annotated[Card, says("The board card, which is now in the hand.")]
    field: Annotated[FieldId, says("The field of the exchange.")]
    free: Annotated[
        bool,
        says(
            "True for the free action of a turn, false for an exchange on claiming the Changeling."
        ),
    ] = False


class RedactedCardsTucked(ShownEvent, frozen=True, kw_only=True, tag="CardsTucked"):
    """A `CardsTucked` as its viewer may see it."""

    field: Annotated[FieldId, says("The field where the luminary lies.")]
    count: Annotated[int, says("The number of cards.")]
    cards: Annotated[ShownCards, says("The cards.")] = UNSET


class CardsTucked(RedactedCardsTucked, Event, frozen=True, kw_only=True):
    """Cards of the draw pile were put beneath a luminary, unseen by all (R-LUM-CHILDREN)."""

    cards: SecretCards = ()


class RedactedTuckedCardsTaken(ShownEvent, frozen=True, kw_only=True, tag="TuckedCardsTaken"):
    """A `TuckedCardsTaken` as its viewer may see it."""

    seat: Annotated[Seat, says("The seat whose harvest pile they joined.")]
    field: Annotated[FieldId, says("The field where they lay.")]
    count: Annotated[int, says("The number of cards.")]
    cards: Annotated[ShownCards, says("The cards.")] = UNSET


class TuckedCardsTaken(RedactedTuckedCardsTaken, Event, frozen=True, kw_only=True):
    """The cards beneath a luminary joined a harvest pile (R-LUM-CHILDREN)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    cards: SecretCards = ()


class RedactedCardsHidden(ShownEvent, frozen=True, kw_only=True, tag="CardsHidden"):
    """A `CardsHidden` as its viewer may see it."""

    field: Annotated[FieldId, says("The field where they lie.")]
    beneath: Annotated[tuple[Card, ...], says("For each hidden card, the card above it.")]
    count: Annotated[int, says("The number of cards.")]
    cards: Annotated[ShownCards, says("The cards, in the order of `beneath`.")] = UNSET


class CardsHidden(RedactedCardsHidden, Event, frozen=True, kw_only=True):
    """Cards of the draw pile were hidden beneath items of a field (R-LUM-SOLDIERS)."""

    cards: SecretCards = ()


class CardGiven(Event, frozen=True, kw_only=True):
    """A card moved from one harvest pile to another; it is public now (R-LUM-RAKE)."""

    seat: Annotated[Seat, says("The seat that gave the card.")]
    to: Annotated[Seat, says("The seat that received it.")]
    card: Annotated[
        Card | None,
        UNSEALED,
        says("The card; null if the harvest pile had no Summer card to give."),
    ]


class RedactedCardStolen(ShownEvent, frozen=True, kw_only=True, tag="CardStolen"):
    """A `CardStolen` as its viewer may see it."""

    seat: Annotated[Seat, says("The seat whose harvest pile the card joined.")]
    owner: Annotated[Seat, says("The seat whose hand it was taken from.")]
    card: Annotated[Card | UnsetType | None, SECRET, says("The card.")] = UNSET


class CardStolen(RedactedCardStolen, Event, frozen=True, kw_only=True):
    """A random hand card joined another player's harvest pile (R-LUM-RUSALKA)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat", "owner")

    card: Annotated[Card | None, SECRET] = None


class SeasonNamed(Event, frozen=True, kw_only=True):
    """All Stars cards are of one season for the rest of the round (R-LUM-ASTRONOMER)."""

    seat: Annotated[Seat, says("The seat that named it.")]
    season: Annotated[Season, says("The season that all Stars cards have from now on.")]


class RedactedChoiceMade(ShownEvent, frozen=True, kw_only=True, tag="ChoiceMade"):
    """A `ChoiceMade` as its viewer may see it."""

    seat: Annotated[Seat, says("The seat that chose.")]
    cards: Annotated[ShownCards, says("The chosen cards.")] = UNSET


class ChoiceMade(RedactedChoiceMade, Event, frozen=True, kw_only=True):
    """A player chose cards in secret; which and how many is shown when all have (R-VIEW-2)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    cards: SecretCards = ()


class ChosenCardsSown(Event, frozen=True, kw_only=True):
    """The cards that everybody had chosen were sown at once (R-LUM-AUDIENCE)."""

    field: Annotated[FieldId, says("The field where the cards now lie.")]
    sown: Annotated[
        tuple[tuple[Seat, tuple[Card, ...]], ...],
        says("Pairs of a seat and the cards it chose, in the order in which they were sown."),
    ]


class RedactedCardsReturned(ShownEvent, frozen=True, kw_only=True, tag="CardsReturned"):
    """A `CardsReturned` as its viewer may see it."""

    seat: Annotated[Seat, says("The seat whose hand they came from.")]
    count: Annotated[int, UNSEALED, says("The number of cards.")]
    cards: Annotated[ShownCards, says("The cards.")] = UNSET


class CardsReturned(RedactedCardsReturned, Event, frozen=True, kw_only=True):
    """A player's chosen cards went back into the draw pile, to be shuffled (R-LUM-GAMBLER)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    cards: SecretCards = ()


class RedactedDeckReshuffled(ShownEvent, frozen=True, kw_only=True, tag="DeckReshuffled"):
    """A `DeckReshuffled` as its viewer may see it."""

    count: Annotated[int, says("The number of cards in the draw pile.")]
    deck_root: Annotated[
        str | UnsetType, says("The commitment to the card at each place of the draw pile.")
    ] = UNSET
    deck: Annotated[ShownCards, says("The draw pile, top first.")] = UNSET


class DeckReshuffled(RedactedDeckReshuffled, Event, frozen=True, kw_only=True):
    """The draw pile was shuffled (R-LUM-GAMBLER)."""

    deck: SecretCards = ()


class RedactedHandDiscarded(ShownEvent, frozen=True, kw_only=True, tag="HandDiscarded"):
    """A `HandDiscarded` as its viewer may see it."""

    seat: Annotated[Seat, says("The seat whose hand it was.")]
    count: Annotated[int, says("The number of cards.")]
    cards: Annotated[ShownCards, says("The cards, which are out of play.")] = UNSET


class HandDiscarded(RedactedHandDiscarded, Event, frozen=True, kw_only=True):
    """Hand cards went out of play (R-LUM-LOOM, R-MODE-SOLO-FIELDS)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    cards: SecretCards = ()


class HandSown(Event, frozen=True, kw_only=True):
    """A whole hand reseeded a field (R-LUM-SAINT-JOAN)."""

    seat: Annotated[Seat, says("The seat whose hand it was.")]
    field: Annotated[FieldId, says("The field where the cards now lie.")]
    cards: Annotated[tuple[Card, ...], says("The cards, in deck order.")]


class OkusReturned(Event, frozen=True, kw_only=True):
    """An okus went back to the Illimat (R-LUM-BUTCHERS, R-LUM-PERFECT-CRIME)."""

    seat: Annotated[Seat, says("The seat that held it.")]
    okus: Annotated[Seat, says("The okus, named by the seat that put it up.")]


class SeatsMoved(Event, frozen=True, kw_only=True):
    """Harmonic Convergence: hands, and perhaps scores, moved between seats (R-HARM)."""

    takes: Annotated[
        tuple[tuple[Seat, Seat], ...],
        says("Pairs of seats: the first now has the hand of the second."),
    ]
    scores: Annotated[bool, says("Whether scores moved along with the hands.")]
