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

    field: Annotated[FieldId, says("Where it lay.")]
    luminary: Annotated[Luminary, says("Which luminary.")]
    unwinnable: Annotated[
        bool, says("Whether full victory is out of reach without it (R-MODE-SOLITAIRE).")
    ] = False


class LuminaryRevealed(Event, frozen=True, kw_only=True):
    """A luminary was turned up (R-CLEAR-4)."""

    field: Annotated[FieldId, says("Where it lies.")]
    luminary: Annotated[Luminary, says("Which luminary.")]
    from_reserve: Annotated[bool, says("Whether the Newborn called it from the reserve.")] = False


class LuminaryClaimed(Event, frozen=True, kw_only=True):
    """A player claimed the luminary of a cleared field (R-CLEAR-2)."""

    seat: Annotated[Seat, says("Who claimed it.")]
    field: Annotated[FieldId, says("Where it lay.")]
    luminary: Annotated[Luminary, says("Which luminary.")]


class LuminaryNamed(Event, frozen=True, kw_only=True):
    """The Audience acts as another luminary from now on (R-LUM-AUDIENCE)."""

    field: Annotated[FieldId, says("Where the Audience lies.")]
    luminary: Annotated[Luminary, PUBLIC_NAME, says("The luminary it acts as.")]
    seat: Annotated[Seat | None, says("Who named it: null is a spectator, -1 is chance.")] = None


class CardsExchanged(Event, frozen=True, kw_only=True):
    """A hand card and a card on the board swapped places (R-LUM-CHANGELING)."""

    seat: Annotated[Seat, says("Who exchanged.")]
    give: Annotated[Card, says("The hand card, which lies in the field now.")]
    take: Annotated[Card, says("The board card, which is in hand now.")]
    field: Annotated[FieldId, says("Where the exchange took place.")]
    free: Annotated[
        bool, says("Whether the exchange was the free action of the turn, not part of a claim.")
    ] = False


class RedactedCardsTucked(ShownEvent, frozen=True, kw_only=True, tag="CardsTucked"):
    """A `CardsTucked` as its viewer may see it."""

    field: Annotated[FieldId, says("Where the luminary lies.")]
    count: Annotated[int, says("How many cards.")]
    cards: Annotated[ShownCards, says("The cards.")] = UNSET


class CardsTucked(RedactedCardsTucked, Event, frozen=True, kw_only=True):
    """Cards of the draw pile were put beneath a luminary, unseen by all (R-LUM-CHILDREN)."""

    cards: SecretCards = ()


class RedactedTuckedCardsTaken(ShownEvent, frozen=True, kw_only=True, tag="TuckedCardsTaken"):
    """A `TuckedCardsTaken` as its viewer may see it."""

    seat: Annotated[Seat, says("Whose harvest pile they joined.")]
    field: Annotated[FieldId, says("Where they lay.")]
    count: Annotated[int, says("How many cards.")]
    cards: Annotated[ShownCards, says("The cards.")] = UNSET


class TuckedCardsTaken(RedactedTuckedCardsTaken, Event, frozen=True, kw_only=True):
    """The cards beneath a luminary joined a harvest pile (R-LUM-CHILDREN)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    cards: SecretCards = ()


class RedactedCardsHidden(ShownEvent, frozen=True, kw_only=True, tag="CardsHidden"):
    """A `CardsHidden` as its viewer may see it."""

    field: Annotated[FieldId, says("Where they lie.")]
    beneath: Annotated[tuple[Card, ...], says("The card above each of them, in order.")]
    count: Annotated[int, says("How many cards.")]
    cards: Annotated[ShownCards, says("The cards, in the order of `beneath`.")] = UNSET


class CardsHidden(RedactedCardsHidden, Event, frozen=True, kw_only=True):
    """Cards of the draw pile were hidden beneath items of a field (R-LUM-SOLDIERS)."""

    cards: SecretCards = ()


class CardGiven(Event, frozen=True, kw_only=True):
    """A card moved from one harvest pile to another; it is public now (R-LUM-RAKE)."""

    seat: Annotated[Seat, says("Who gave.")]
    to: Annotated[Seat, says("Who received.")]
    card: Annotated[
        Card | None, UNSEALED, says("The card; null if the harvest pile held none to give.")
    ]


class RedactedCardStolen(ShownEvent, frozen=True, kw_only=True, tag="CardStolen"):
    """A `CardStolen` as its viewer may see it."""

    seat: Annotated[Seat, says("Whose harvest pile the card joined.")]
    owner: Annotated[Seat, says("From whose hand it was taken.")]
    card: Annotated[Card | UnsetType | None, SECRET, says("The card.")] = UNSET


class CardStolen(RedactedCardStolen, Event, frozen=True, kw_only=True):
    """A random hand card joined another player's harvest pile (R-LUM-RUSALKA)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat", "owner")

    card: Annotated[Card | None, SECRET] = None


class SeasonNamed(Event, frozen=True, kw_only=True):
    """All Stars cards are of one season for the rest of the round (R-LUM-ASTRONOMER)."""

    seat: Annotated[Seat, says("Who named it.")]
    season: Annotated[Season, says("The season that all Stars cards are of.")]


class RedactedChoiceMade(ShownEvent, frozen=True, kw_only=True, tag="ChoiceMade"):
    """A `ChoiceMade` as its viewer may see it."""

    seat: Annotated[Seat, says("Who chose.")]
    cards: Annotated[ShownCards, says("The chosen cards.")] = UNSET


class ChoiceMade(RedactedChoiceMade, Event, frozen=True, kw_only=True):
    """A player chose cards in secret; which and how many is shown when all have (R-VIEW-2)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    cards: SecretCards = ()


class ChosenCardsSown(Event, frozen=True, kw_only=True):
    """The cards that everybody had chosen were sown at once (R-LUM-AUDIENCE)."""

    field: Annotated[FieldId, says("Where the cards lie now.")]
    sown: Annotated[
        tuple[tuple[Seat, tuple[Card, ...]], ...],
        says("Pairs of a seat and the cards it chose, in the order in which they were sown."),
    ]


class RedactedCardsReturned(ShownEvent, frozen=True, kw_only=True, tag="CardsReturned"):
    """A `CardsReturned` as its viewer may see it."""

    seat: Annotated[Seat, says("Whose cards they were.")]
    count: Annotated[int, UNSEALED, says("How many cards.")]
    cards: Annotated[ShownCards, says("The cards.")] = UNSET


class CardsReturned(RedactedCardsReturned, Event, frozen=True, kw_only=True):
    """A player's chosen cards went back into the draw pile, to be shuffled (R-LUM-GAMBLER)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    cards: SecretCards = ()


class RedactedDeckReshuffled(ShownEvent, frozen=True, kw_only=True, tag="DeckReshuffled"):
    """A `DeckReshuffled` as its viewer may see it."""

    count: Annotated[int, says("How many cards the draw pile has.")]
    deck: Annotated[ShownCards, says("The draw pile, top first.")] = UNSET


class DeckReshuffled(RedactedDeckReshuffled, Event, frozen=True, kw_only=True):
    """The draw pile was shuffled (R-LUM-GAMBLER)."""

    deck: SecretCards = ()


class RedactedHandDiscarded(ShownEvent, frozen=True, kw_only=True, tag="HandDiscarded"):
    """A `HandDiscarded` as its viewer may see it."""

    seat: Annotated[Seat, says("Whose hand it was.")]
    count: Annotated[int, says("How many cards.")]
    cards: Annotated[ShownCards, says("The cards, which are out of play.")] = UNSET


class HandDiscarded(RedactedHandDiscarded, Event, frozen=True, kw_only=True):
    """Hand cards went out of play (R-LUM-LOOM, R-MODE-SOLO-FIELDS)."""

    shown_to: ClassVar[tuple[str, ...]] = ("seat",)

    cards: SecretCards = ()


class HandSown(Event, frozen=True, kw_only=True):
    """A whole hand reseeded a field (R-LUM-SAINT-JOAN)."""

    seat: Annotated[Seat, says("Whose hand it was.")]
    field: Annotated[FieldId, says("Where the cards lie now.")]
    cards: Annotated[tuple[Card, ...], says("The cards, in deck order.")]


class OkusReturned(Event, frozen=True, kw_only=True):
    """An okus went back to the Illimat (R-LUM-BUTCHERS, R-LUM-PERFECT-CRIME)."""

    seat: Annotated[Seat, says("Who held it.")]
    okus: Annotated[Seat, says("Which okus, named by the seat that put it up.")]


class SeatsMoved(Event, frozen=True, kw_only=True):
    """Harmonic Convergence: hands, and perhaps scores, moved between seats (R-HARM)."""

    takes: Annotated[
        tuple[tuple[Seat, Seat], ...],
        says("Pairs of seats: the first has the hand of the second now."),
    ]
    scores: Annotated[bool, says("Whether scores moved along with the hands.")]
