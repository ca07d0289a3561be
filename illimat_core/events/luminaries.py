"""What luminaries do."""

from typing import Annotated

from illimat_core.cards import Card, FieldId, Luminary, Season, Seat
from illimat_core.events.base import SECRET, UNSEALED, Event, SecretCards


class LuminaryDiscarded(Event, frozen=True, kw_only=True):
    """A luminary is out for the round; one that lay face down is shown as it goes (R-CLEAR-5).

    ``unwinnable`` says that the game cannot be won without it (R-MODE-SOLITAIRE).
    """

    field: FieldId
    luminary: Luminary
    unwinnable: bool = False


class LuminaryRevealed(Event, frozen=True, kw_only=True):
    """A luminary lies face up now; ``from_reserve`` one that the Newborn called."""

    field: FieldId
    luminary: Luminary
    from_reserve: bool = False


class LuminaryClaimed(Event, frozen=True, kw_only=True):
    seat: Seat
    field: FieldId
    luminary: Luminary


class LuminaryNamed(Event, frozen=True, kw_only=True):
    """The Audience in a field acts as this luminary from now on (R-LUM-AUDIENCE).

    ``seat`` says who named it: None is a spectator, DEALER chance.
    """

    field: FieldId
    luminary: Luminary
    seat: Seat | None = None


class CardsExchanged(Event, frozen=True, kw_only=True):
    """Each took the other's place; ``free`` where it was the turn's free action."""

    seat: Seat
    give: Card
    take: Card
    field: FieldId
    free: bool = False


class CardsTucked(Event, frozen=True, kw_only=True):
    """Cards of the draw pile lie beneath a luminary, unseen by all (R-LUM-CHILDREN)."""

    field: FieldId
    count: int
    cards: SecretCards = ()


class TuckedCardsTaken(Event, frozen=True, kw_only=True):
    """What lay beneath a luminary joined a harvest pile; only its owner has seen it."""

    shown_to = ("seat",)

    seat: Seat
    field: FieldId
    count: int
    cards: SecretCards = ()


class CardsHidden(Event, frozen=True, kw_only=True):
    """Cards of the draw pile lie hidden beneath items, in order (R-LUM-SOLDIERS)."""

    field: FieldId
    beneath: tuple[Card, ...]
    count: int
    cards: SecretCards = ()


class CardGiven(Event, frozen=True, kw_only=True):
    """A card of one harvest pile went to another; it is public now (R-LUM-RAKE).

    None where a pile with private cards turned out to hold none to give.
    """

    seat: Seat
    to: Seat
    card: Annotated[Card | None, UNSEALED]


class CardStolen(Event, frozen=True, kw_only=True):
    """A random hand card of ``owner`` joined a harvest pile; both have seen it (R-LUM-RUSALKA)."""

    shown_to = ("seat", "owner")

    seat: Seat
    owner: Seat
    card: Annotated[Card | None, SECRET] = None


class SeasonNamed(Event, frozen=True, kw_only=True):
    """The Stars are of this season for the rest of the round (R-LUM-ASTRONOMER)."""

    seat: Seat
    season: Season


class ChoiceMade(Event, frozen=True, kw_only=True):
    """Somebody has chosen; neither what nor how much shows until all have (R-VIEW-2)."""

    shown_to = ("seat",)

    seat: Seat
    cards: SecretCards = ()


class ChosenCardsSown(Event, frozen=True, kw_only=True):
    """Everybody's chosen cards lie in a field: a seat and its cards, in order."""

    field: FieldId
    sown: tuple[tuple[Seat, tuple[Card, ...]], ...]


class CardsReturned(Event, frozen=True, kw_only=True):
    """Chosen cards went back into the draw pile, which is yet to be shuffled (R-LUM-GAMBLER)."""

    shown_to = ("seat",)

    seat: Seat
    count: Annotated[int, UNSEALED]
    cards: SecretCards = ()


class DeckReshuffled(Event, frozen=True, kw_only=True):
    count: int
    deck: SecretCards = ()


class HandDiscarded(Event, frozen=True, kw_only=True):
    """A whole hand went out of play, seen by its owner alone (R-LUM-LOOM)."""

    shown_to = ("seat",)

    seat: Seat
    count: int
    cards: SecretCards = ()


class HandSown(Event, frozen=True, kw_only=True):
    """A whole hand reseeded a field (R-LUM-SAINT-JOAN)."""

    seat: Seat
    field: FieldId
    cards: tuple[Card, ...]


class OkusReturned(Event, frozen=True, kw_only=True):
    """An okus of a seat lies on the Illimat again."""

    seat: Seat
    okus: Seat


class SeatsMoved(Event, frozen=True, kw_only=True):
    """Harmonic Convergence: each seat of ``takes`` has the hand of the other one now.

    With ``scores`` it has that one's score from earlier rounds too (R-HARM-1, R-HARM-2).
    """

    takes: tuple[tuple[Seat, Seat], ...]
    scores: bool
