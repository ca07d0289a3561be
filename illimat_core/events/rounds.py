"""How games and rounds begin and end, and whose time it is."""

from typing import Annotated, Literal

import msgspec

from illimat_core.cards import Card, FieldId, Luminary, Seat
from illimat_core.decisions import Kind, Step
from illimat_core.events.base import SECRET, UNSEALED, CardsToHand, Event, SecretCards
from illimat_core.options import Options


class GameStarted(Event, frozen=True, kw_only=True):
    """The first event of every game: the edition of the rules and the options are pinned.

    ``commitments`` bind whoever deals to a secret seed for every round there may be.
    """

    edition: str
    options: Options
    commitments: tuple[str, ...] = ()


class FirstDealerDrawn(Event, frozen=True, kw_only=True):
    seat: Seat


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


class HandDealt(CardsToHand, frozen=True, kw_only=True):
    """A hand was dealt (R-SETUP-3)."""


class TurnPassed(Event, frozen=True, kw_only=True):
    """The turn is now that of ``seat``; those skipped had no card and none to draw (R-TURN-4).

    ``bonus`` is how many cards beyond four are still to be drawn (R-VAR-FREEBOOTER).
    """

    seat: Seat
    skipped: tuple[Seat, ...] = ()
    bonus: int = 0


class FieldsMovedOn(Event, frozen=True, kw_only=True):
    """The Fields play into this field next (R-MODE-SOLO-FIELDS).

    ``card`` is the one they turned up and discarded, None where they played it.
    """

    field: FieldId
    card: Card | None = None


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
    """A seat has answered or passed; or it, or what it could have, left the game (R-END-3)."""

    seat: Seat | None
    kind: Kind


class PlayerForfeited(Event, frozen=True, kw_only=True):
    seat: Seat
    count: int
    cards: SecretCards = ()


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
    tallies: Annotated[tuple[Tally, ...], UNSEALED]
    scores: tuple[int, ...]
    bumper_crop: tuple[Seat, ...] = ()
    sunkissed: tuple[Seat, ...] = ()
    frostbit: tuple[Seat, ...] = ()


class GameEnded(Event, frozen=True, kw_only=True):
    """``winners`` is empty where nobody won."""

    winners: tuple[Seat, ...]
    reason: Literal["score", "rounds", "forfeit", "solitaire"]
