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

    edition: Annotated[str, says("The version of the rules that the game is played by.")]
    options: Annotated[Options, says("The options of the game, as `GET /meta` describes them.")]
    commitments: Annotated[
        tuple[str, ...], says("SHA-256 commitments to the seeds of all rounds, by round.")
    ] = ()


class FirstDealerDrawn(Event, frozen=True, kw_only=True):
    """Chance drew the dealer of the first round (R-SETUP-2)."""

    seat: Annotated[Seat, says("Who deals the first round.")]


class RedactedRoundDealt(ShownEvent, frozen=True, kw_only=True, tag="RoundDealt"):
    """A `RoundDealt` as its viewer may see it."""

    round: Annotated[int, says("The number of the round, from 1.")]
    dealer: Annotated[Seat, says("Who deals.")]
    first: Annotated[Seat, says("Who plays first.")]
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
    deck_count: Annotated[int, says("How many cards are left in the draw pile.")]
    down: Annotated[tuple[FieldId, ...], says("The fields with a new luminary face down.")] = ()
    kept: Annotated[
        tuple[FieldId, ...],
        says("The fields whose luminary stays from the round before (R-VAR-PERSISTENT)."),
    ] = ()
    reserve_count: Annotated[int, says("How many luminaries are in the reserve.")] = 0
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

    seat: Annotated[Seat, says("Whose turn it is now.")]
    skipped: Annotated[
        tuple[Seat, ...], says("Seats passed over, since they had no card and none to draw.")
    ] = ()
    bonus: Annotated[
        int, says("How many cards beyond four are still to be drawn (R-VAR-FREEBOOTER).")
    ] = 0


class FieldsMovedOn(Event, frozen=True, kw_only=True):
    """The Fields finished their play and will use this field next (R-MODE-SOLO-FIELDS)."""

    field: Annotated[FieldId, says("The field that the Fields play into next.")]
    card: Annotated[Card | None, says("The card they discarded; null if they played it.")] = None


class RedactedDecisionOpened(ShownEvent, frozen=True, kw_only=True, tag="DecisionOpened"):
    """A `DecisionOpened` as its viewer may see it."""

    kind: Annotated[Kind, says("What is asked; `GET /meta` describes every kind.")]
    awaiting: Annotated[
        tuple[Seat | None, ...],
        says("The seats that are asked; null is any spectator, -1 is chance."),
    ]
    at: Annotated[FieldId | None, says("The field of the luminary that asks.")] = None
    optional: Annotated[bool, says("Whether the answer may be `pass`.")] = False
    act: Annotated[str | None, says("The action that may be repeated (the Echo).")] = None
    cards: Annotated[
        tuple[Card, ...], says("The cards exchanged already (the Changeling's claim).")
    ] = ()
    resume: Annotated[
        tuple[Step, ...] | UnsetType,
        SECRET,
        says(
            "What the game goes on with after the answer; never shown before the round is scored."
        ),
    ] = UNSET


class DecisionOpened(RedactedDecisionOpened, Event, frozen=True, kw_only=True):
    """The game waits for an answer, in the middle of a turn."""

    resume: Annotated[tuple[Step, ...], SECRET] = ()


class DecisionAnswered(Event, frozen=True, kw_only=True):
    """A seat answered or passed, or there is nothing left to answer (R-END-3)."""

    seat: Annotated[Seat | None, says("Who answered; null is a spectator, -1 is chance.")]
    kind: Annotated[Kind, says("What was asked.")]


class RedactedPlayerForfeited(ShownEvent, frozen=True, kw_only=True, tag="PlayerForfeited"):
    """A `PlayerForfeited` as its viewer may see it."""

    seat: Annotated[Seat, says("Who left.")]
    count: Annotated[int, says("How many cards the hand had.")]
    cards: Annotated[ShownCards, says("The hand, which goes out of play.")] = UNSET


class PlayerForfeited(RedactedPlayerForfeited, Event, frozen=True, kw_only=True):
    """A player left the game (R-END-3)."""

    cards: SecretCards = ()


class Tally(msgspec.Struct, frozen=True):
    """What a seat gathered in a round, and the points it scored (R-SCORE)."""

    cards: Annotated[int, says("Cards harvested.")]
    summer: Annotated[int, says("Summer cards among them.")]
    winter: Annotated[int, says("Winter cards among them.")]
    fools: Annotated[int, says("Fools among them.")]
    luminaries: Annotated[int, says("Luminaries claimed.")]
    okuses: Annotated[int, says("Okuses held.")]
    points: Annotated[int, says("Points gained, the penalty left aside.")]
    penalty: Annotated[int, says("Points lost to Frostbit.")] = 0


class RoundScored(Event, frozen=True, kw_only=True):
    """A round ended and was scored (R-SCORE). From now on its deal is public (R-VIEW-4)."""

    round: Annotated[int, says("The number of the round.")]
    tallies: Annotated[
        tuple[Tally, ...], UNSEALED, says("What each seat gathered in the round, by seat.")
    ]
    scores: Annotated[tuple[int, ...], says("The scores after the round, by seat.")]
    bumper_crop: Annotated[tuple[Seat, ...], says("The seats that won Bumper Crop, if any.")] = ()
    sunkissed: Annotated[tuple[Seat, ...], says("The seats that won Sunkissed, if any.")] = ()
    frostbit: Annotated[tuple[Seat, ...], says("The seats hit by Frostbit, if any.")] = ()


class TiebreakCalled(Event, frozen=True, kw_only=True):
    """No player or team leads alone, so another round is played (R-END-1)."""

    seats: Annotated[tuple[Seat, ...], says("The seats that share the lead.")]


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over (R-END)."""

    winners: Annotated[tuple[Seat, ...], says("The seats that won; empty if nobody did.")]
    reason: Annotated[
        Literal["score", "rounds", "forfeit", "solitaire"], says("What ended the game.")
    ]
