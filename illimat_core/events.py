"""What can have happened: immutable facts with their outcome, in the past tense.

A member marked SECRET is shown only to the seats in ``seen_by``; every other member is public. The
names of types and members are wire forms and stay for ever (see ``upcasters`` once one changes).
"""

from typing import Annotated, Any, ClassVar, Final, Literal, get_type_hints

import msgspec

from illimat_core.cards import Card, FieldId, Luminary, Season, Seat
from illimat_core.decisions import Kind, Step
from illimat_core.options import Options

SECRET: Final = msgspec.Meta(extra={"secret": True})

SecretCards = Annotated[tuple[Card, ...], SECRET]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Something that has happened. ``schema`` numbers the wire form of its type."""

    schema: ClassVar[int] = 1

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        """The seats that may see the secret members; nobody unless the event says otherwise."""
        return ()

    @property
    def informs(self) -> bool:
        """Whether it may tell somebody something that no look at the table could have told."""
        return False


class GameStarted(Event, frozen=True, kw_only=True):
    """The first event of every game: the edition of the rules and the options are pinned.

    ``commitments`` bind whoever deals to a secret seed for every round there may be.
    """

    edition: str
    options: Options
    commitments: tuple[str, ...] = ()


class FirstDealerDrawn(Event, frozen=True, kw_only=True):
    seat: Seat

    @property
    def informs(self) -> bool:
        return True


class RoundDealt(Event, frozen=True, kw_only=True):
    """The board of a new round (R-SETUP); the hands follow, one event a seat.

    ``fields`` are the cards dealt face up, by field SW NW NE SE; ``kept`` the fields whose luminary
    stayed from the round before, ``down`` those with a new one face down, ``luminaries`` these in
    the order of ``down``.
    """

    round: int
    dealer: Seat
    first: Seat
    summer: FieldId
    fields: tuple[tuple[Card, ...], ...]
    okuses: tuple[Seat, ...]
    deck_count: int
    down: tuple[FieldId, ...] = ()
    kept: tuple[FieldId, ...] = ()
    reserve_count: int = 0
    deck: SecretCards = ()
    luminaries: Annotated[tuple[Luminary, ...], SECRET] = ()
    reserve: Annotated[tuple[Luminary, ...], SECRET] = ()

    @property
    def informs(self) -> bool:
        return True


class HandDealt(Event, frozen=True, kw_only=True):
    seat: Seat
    count: int
    cards: SecretCards = ()

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def informs(self) -> bool:
        return True


class CardSown(Event, frozen=True, kw_only=True):
    """A card lies loose in a field.

    ``by`` is the luminary whose leave it was played under, None for the turn's own play; ``bonus``
    how many cards more its player draws (R-VAR-FREEBOOTER); ``hides`` how many lie beneath it.
    """

    seat: Seat
    card: Card
    field: FieldId
    by: Luminary | None = None
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
    by: Luminary | None = None


class StockpileMade(Event, frozen=True, kw_only=True):
    """``passive`` is the card that may be asked for; noted where the option says so (R-STOCK-7)."""

    seat: Seat
    card: Card
    field: FieldId
    value: int
    take: tuple[Card, ...]
    groups: tuple[tuple[Card, ...], ...]
    by: Luminary | None = None
    passive: Annotated[Card | None, SECRET] = None

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        return (self.seat,)


class HiddenCardsTurnedUp(Event, frozen=True, kw_only=True):
    """Hidden cards, whose cover was harvested, lie loose in the field now (R-LUM-SOLDIERS)."""

    field: FieldId
    cards: tuple[Card, ...]

    @property
    def informs(self) -> bool:
        return True


class IllimatTurned(Event, frozen=True, kw_only=True):
    summer: FieldId


class FieldCleared(Event, frozen=True, kw_only=True):
    """A harvest took the field's last item; what follows comes after drawing up."""

    seat: Seat
    field: FieldId


class HandDrawn(Event, frozen=True, kw_only=True):
    seat: Seat
    count: int
    cards: SecretCards = ()

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def informs(self) -> bool:
        return True


class OkusTaken(Event, frozen=True, kw_only=True):
    """``okus`` names it by the seat that put it up; ``source`` is the seat it was taken from."""

    seat: Seat
    okus: Seat
    source: Seat | Literal["board"] = "board"


class FieldSeeded(Event, frozen=True, kw_only=True):
    """Cards were dealt from the draw pile face up into a field."""

    field: FieldId
    cards: tuple[Card, ...]

    @property
    def informs(self) -> bool:
        return True


class LuminaryDiscarded(Event, frozen=True, kw_only=True):
    """A luminary is out for the round; one that lay face down is shown as it goes (R-CLEAR-5)."""

    field: FieldId
    luminary: Luminary

    @property
    def informs(self) -> bool:
        return True


class LuminaryRevealed(Event, frozen=True, kw_only=True):
    """A luminary lies face up now; ``from_reserve`` one that the Newborn called."""

    field: FieldId
    luminary: Luminary
    from_reserve: bool = False

    @property
    def informs(self) -> bool:
        return True


class LuminaryClaimed(Event, frozen=True, kw_only=True):
    seat: Seat
    field: FieldId
    luminary: Luminary


class LuminaryNamed(Event, frozen=True, kw_only=True):
    """The Audience in a field acts as this luminary from now on (R-LUM-AUDIENCE)."""

    field: FieldId
    luminary: Luminary

    @property
    def informs(self) -> bool:
        return True


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

    @property
    def informs(self) -> bool:
        return True


class TuckedCardsTaken(Event, frozen=True, kw_only=True):
    """What lay beneath a luminary joined a harvest pile; only its owner has seen it."""

    seat: Seat
    field: FieldId
    count: int
    cards: SecretCards = ()

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def informs(self) -> bool:
        return True


class CardsHidden(Event, frozen=True, kw_only=True):
    """Cards of the draw pile lie hidden beneath items, in order (R-LUM-SOLDIERS)."""

    field: FieldId
    beneath: tuple[Card, ...]
    count: int
    cards: SecretCards = ()

    @property
    def informs(self) -> bool:
        return True


class CardGiven(Event, frozen=True, kw_only=True):
    """A card of one harvest pile went to another; it is public now (R-LUM-RAKE)."""

    seat: Seat
    to: Seat
    card: Card

    @property
    def informs(self) -> bool:
        return True


class CardStolen(Event, frozen=True, kw_only=True):
    """A random hand card of ``owner`` joined a harvest pile; both have seen it (R-LUM-RUSALKA)."""

    seat: Seat
    owner: Seat
    card: Annotated[Card | None, SECRET] = None

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        return (self.seat, self.owner)

    @property
    def informs(self) -> bool:
        return True


class SeasonNamed(Event, frozen=True, kw_only=True):
    """The Stars are of this season for the rest of the round (R-LUM-ASTRONOMER)."""

    seat: Seat
    season: Season


class ChoiceMade(Event, frozen=True, kw_only=True):
    """Somebody has chosen; neither what nor how much shows until all have (R-VIEW-2)."""

    seat: Seat
    cards: SecretCards = ()

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        return (self.seat,)


class ChosenCardsSown(Event, frozen=True, kw_only=True):
    """Everybody's chosen cards lie in a field: a seat and its cards, in order."""

    field: FieldId
    sown: tuple[tuple[Seat, tuple[Card, ...]], ...]

    @property
    def informs(self) -> bool:
        return True


class CardsReturned(Event, frozen=True, kw_only=True):
    """Chosen cards went back into the draw pile, which is yet to be shuffled (R-LUM-GAMBLER)."""

    seat: Seat
    count: int
    cards: SecretCards = ()

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def informs(self) -> bool:
        return True


class DeckReshuffled(Event, frozen=True, kw_only=True):
    count: int
    deck: SecretCards = ()

    @property
    def informs(self) -> bool:
        return True


class HandDiscarded(Event, frozen=True, kw_only=True):
    """A whole hand went out of play, seen by its owner alone (R-LUM-LOOM)."""

    seat: Seat
    count: int
    cards: SecretCards = ()

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        return (self.seat,)


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

    @property
    def informs(self) -> bool:
        return True


class TurnPassed(Event, frozen=True, kw_only=True):
    """The turn is now that of ``seat``; those skipped had no card and none to draw (R-TURN-4)."""

    seat: Seat
    skipped: tuple[Seat, ...] = ()


class PassiveShown(Event, frozen=True, kw_only=True):
    """A card that served the seat's last stockpile is shown to the table (R-STOCK-7)."""

    seat: Seat
    asked_by: Seat
    card: Card

    @property
    def informs(self) -> bool:
        return True


class PlayerForfeited(Event, frozen=True, kw_only=True):
    seat: Seat
    count: int
    cards: SecretCards = ()


class DecisionOpened(Event, frozen=True, kw_only=True):
    """The game waits. ``resume`` is what it goes on with once everybody asked has answered."""

    kind: Kind
    awaiting: tuple[Seat | None, ...]
    at: FieldId | None = None
    optional: bool = False
    act: str | None = None
    cards: tuple[Card, ...] = ()
    resume: Annotated[tuple[Step, ...], SECRET] = ()


class DecisionAnswered(Event, frozen=True, kw_only=True):
    seat: Seat | None
    kind: Kind


class Tally(msgspec.Struct, frozen=True):
    """What a seat had gathered in a round, and the points it made of it (R-SCORE)."""

    cards: int
    summer: int
    winter: int
    fools: int
    luminaries: int
    okuses: int
    points: int
    penalty: int = 0


class RoundScored(Event, frozen=True, kw_only=True):
    """``scores`` are the running ones after it; the categories name who got them, if anybody."""

    round: int
    tallies: tuple[Tally, ...]
    scores: tuple[int, ...]
    bumper_crop: tuple[Seat, ...] = ()
    sunkissed: tuple[Seat, ...] = ()
    frostbit: tuple[Seat, ...] = ()

    @property
    def informs(self) -> bool:
        return True


class GameEnded(Event, frozen=True, kw_only=True):
    """``winners`` is empty where nobody won."""

    winners: tuple[Seat, ...]
    reason: Literal["score", "rounds", "forfeit", "solitaire"]


ANY_EVENT: Final = (
    GameStarted, FirstDealerDrawn, RoundDealt, HandDealt, CardSown, CardsHarvested, StockpileMade,
    HiddenCardsTurnedUp, IllimatTurned, FieldCleared, HandDrawn, OkusTaken, FieldSeeded,
    LuminaryDiscarded, LuminaryRevealed, LuminaryClaimed, LuminaryNamed, CardsExchanged,
    CardsTucked, TuckedCardsTaken, CardsHidden, CardGiven, CardStolen, SeasonNamed, ChoiceMade,
    ChosenCardsSown, CardsReturned, DeckReshuffled, HandDiscarded, HandSown, OkusReturned,
    SeatsMoved, TurnPassed, PassiveShown, PlayerForfeited, DecisionOpened, DecisionAnswered,
    RoundScored, GameEnded,
)  # fmt: skip
BY_NAME: Final[dict[str, type[Event]]] = {kind.__name__: kind for kind in ANY_EVENT}

SECRETS: Final[dict[type[Event], tuple[str, ...]]] = {
    kind: tuple(
        name
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if SECRET in getattr(hint, "__metadata__", ())
    )
    for kind in ANY_EVENT
}
"""The secret members of each type of event."""


def redact(event: Event, viewer: Seat | None, *, opened: bool = False) -> dict[str, Any]:
    """An event as JSON, fit for one viewer (None: a spectator).

    ``opened`` shows everything: for a round that was scored, or a game that is over (R-VIEW-4).
    """
    shown: dict[str, Any] = msgspec.to_builtins(event)
    if not opened and viewer not in event.seen_by:
        for name in SECRETS[type(event)]:
            shown.pop(name, None)
    return shown
