"""The events by which games, rounds, turns and decisions begin and end."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from illimat_core.annotations import says
from illimat_core.cards import Card, FieldId, Luminary, Seat
from illimat_core.decisions import Kind, Step
from illimat_core.events.base import (
    SECRET,
    UNSEALED,
    CardsToHand,
    Event,
    RedactedCardsToHand,
    SecretCards,
    ShownCards,
    ShownEvent,
)
from illimat_core.options import Options


class GameStarted(Event, frozen=True, kw_only=True):
    """A game began: the edition of the rules and the options are fixed from here on."""

    edition: Annotated[str, says("The edition of the rules that the game is played by.")]
    options: Annotated[Options, says("The options of the game, as `GET /meta` describes them.")]
    commitments: Annotated[
        tuple[str, ...],
        says("SHA-256 commitments to the secrets from which all chance in the game comes."),
    ] = ()


class FirstDealerDrawn(Event, frozen=True, kw_only=True):
    """Chance drew the dealer of the first round (R-SETUP-2)."""

    seat: Annotated[Seat, says("The seat that deals the first round.")]


class RedactedRoundDealt(ShownEvent, frozen=True, kw_only=True, tag="RoundDealt"):
    """A `RoundDealt` as its viewer may see it."""

    round: Annotated[int, says("The number of the round, from 1.")]
    dealer: Annotated[Seat, says("The seat that deals.")]
    first: Annotated[Seat, says("The seat that plays first.")]
    summer: Annotated[
        FieldId, says("The field in Summer; it fixes the seasons of the others (R-PLACE-2).")
    ]
    fields: Annotated[
        tuple[tuple[Card, ...], ...],
        says("The cards dealt face up, by field, in the order SW NW NE SE."),
    ]
    okuses: Annotated[
        tuple[Seat, ...], says("The okuses on the Illimat, each named by the seat that put it up.")
    ]
    deck_count: Annotated[int, says("The number of cards left in the draw pile.")]
    down: Annotated[tuple[FieldId, ...], says("The fields with a new luminary face down.")] = ()
    kept: Annotated[
        tuple[FieldId, ...],
        says("The fields whose luminary stays from the round before (R-VAR-PERSISTENT)."),
    ] = ()
    reserve_count: Annotated[int, says("The number of luminaries in the reserve.")] = 0
    deck_root: Annotated[
        str | UnsetType, says("The commitment to the card at each place of the deck.")
    ] = UNSET
    luminaries_root: Annotated[
        str | UnsetType, says("The commitment to the new luminaries, with those in the reserve.")
    ] = UNSET
    deck: Annotated[ShownCards, says("The draw pile, top first.")] = UNSET
    luminaries: Annotated[
        tuple[Luminary, ...] | UnsetType,
        SECRET,
        says("The new luminaries, in the order of `down`."),
    ] = UNSET
    reserve: Annotated[
        tuple[Luminary, ...] | UnsetType, SECRET, says("The luminaries in the reserve.")
    ] = UNSET


class RoundDealt(RedactedRoundDealt, Event, frozen=True, kw_only=True):
    """The board of a new round was laid out (R-SETUP); the hands follow, one event each."""

    deck: SecretCards = ()
    luminaries: Annotated[tuple[Luminary, ...], SECRET] = ()
    reserve: Annotated[tuple[Luminary, ...], SECRET] = ()


class RedactedHandDealt(RedactedCardsToHand, frozen=True, kw_only=True, tag="HandDealt"):
    """A `HandDealt` as its viewer may see it."""


class HandDealt(CardsToHand, RedactedHandDealt, frozen=True, kw_only=True):
    """A hand was dealt (R-SETUP-3)."""


class TurnPassed(Event, frozen=True, kw_only=True):
    """The turn passed to the next seat (R-TURN-4)."""

    seat: Annotated[Seat, says("The seat whose turn it is now.")]
    skipped: Annotated[
        tuple[Seat, ...],
        says("The seats that were skipped because they had no cards and could draw none."),
    ] = ()
    bonus: Annotated[
        int, says("The number of cards beyond four that can still be drawn (R-VAR-FREEBOOTER).")
    ] = 0


class FieldsMovedOn(Event, frozen=True, kw_only=True):
    """The Fields finished their play and will use this field next (R-MODE-SOLO-FIELDS)."""

    field: Annotated[FieldId, says("The field that the Fields play into on their next turn.")]
    card: Annotated[Card | None, says("The card they discarded; null if they played it.")] = None


class RedactedDecisionOpened(ShownEvent, frozen=True, kw_only=True, tag="DecisionOpened"):
    """A `DecisionOpened` as its viewer may see it."""

    kind: Annotated[Kind, says("The kind of decision; `GET /meta` describes each.")]
    awaiting: Annotated[
        tuple[Seat | None, ...],
        says("The seats that must decide; null stands for any spectator, -1 for chance."),
    ]
    at: Annotated[FieldId | None, says("The field of the luminary that asks.")] = None
    optional: Annotated[bool, says("Whether `pass` is a legal answer.")] = False
    act: Annotated[str | None, says("The type of action that may be repeated (the Echo).")] = None
    cards: Annotated[
        tuple[Card, ...], says("The cards already exchanged (on claiming the Changeling).")
    ] = ()
    resume: Annotated[
        tuple[Step, ...] | UnsetType,
        SECRET,
        says("The steps with which the game continues after the answer."),
    ] = UNSET


class DecisionOpened(RedactedDecisionOpened, Event, frozen=True, kw_only=True):
    """The game waits for an answer, in the middle of a turn."""

    resume: Annotated[tuple[Step, ...], SECRET] = ()


class DecisionAnswered(Event, frozen=True, kw_only=True):
    """A seat answered or passed, or there is nothing left to answer (R-END-3)."""

    seat: Annotated[
        Seat | None, says("The seat that answered; null for a spectator, -1 for chance.")
    ]
    kind: Annotated[Kind, says("The kind of decision.")]


class RedactedPlayerForfeited(ShownEvent, frozen=True, kw_only=True, tag="PlayerForfeited"):
    """A `PlayerForfeited` as its viewer may see it."""

    seat: Annotated[Seat, says("The seat that left.")]
    count: Annotated[int, says("The number of cards in the hand.")]
    cards: Annotated[ShownCards, says("The hand, which goes out of play.")] = UNSET


class PlayerForfeited(RedactedPlayerForfeited, Event, frozen=True, kw_only=True):
    """A player left the game (R-END-3)."""

    cards: SecretCards = ()


class Tally(msgspec.Struct, frozen=True):
    """What a seat gathered in a round, and the points it scored (R-SCORE)."""

    cards: Annotated[int, says("The number of cards harvested.")]
    summer: Annotated[int, says("The number of Summer cards among them.")]
    winter: Annotated[int, says("The number of Winter cards among them.")]
    fools: Annotated[int, says("The number of Fools among them.")]
    luminaries: Annotated[int, says("The number of luminaries claimed.")]
    okuses: Annotated[int, says("The number of okuses held.")]
    points: Annotated[int, says("The points gained, before the penalty.")]
    penalty: Annotated[int, says("The points lost to Frostbit.")] = 0


class RoundScored(Event, frozen=True, kw_only=True):
    """A round ended and was scored (R-SCORE). From now on its deal is public (R-VIEW-4)."""

    round: Annotated[int, says("The number of the round.")]
    tallies: Annotated[
        tuple[Tally, ...],
        UNSEALED,
        says("What each seat gathered in the round, in order of seats."),
    ]
    scores: Annotated[tuple[int, ...], says("The scores after the round, in order of seats.")]
    bumper_crop: Annotated[tuple[Seat, ...], says("The seats that won Bumper Crop.")] = ()
    sunkissed: Annotated[tuple[Seat, ...], says("The seats that won Sunkissed.")] = ()
    frostbit: Annotated[tuple[Seat, ...], says("The seats that got the Frostbit penalty.")] = ()


class TiebreakCalled(Event, frozen=True, kw_only=True):
    """No player or team leads alone, so another round is played (R-END-1)."""

    seats: Annotated[tuple[Seat, ...], says("The seats that share the lead.")]


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over (R-END)."""

    winners: Annotated[tuple[Seat, ...], says("The seats that won; empty if nobody did.")]
    reason: Annotated[
        Literal["score", "rounds", "forfeit", "solitaire"], says("What ended the game.")
    ]
