"""What can have happened: immutable facts with their outcome, in the past tense.

The names of types and members are wire forms and stay for ever; ``wire`` takes events apart for a
store.
"""

from typing import Any, Final, get_type_hints

import msgspec

from illimat_core.cards import Seat
from illimat_core.events.base import PUBLIC_NAME, SECRET, UNSEALED, CardsToHand, Event
from illimat_core.events.luminaries import (
    CardGiven,
    CardsExchanged,
    CardsHidden,
    CardsReturned,
    CardStolen,
    CardsTucked,
    ChoiceMade,
    ChosenCardsSown,
    DeckReshuffled,
    HandDiscarded,
    HandSown,
    LuminaryClaimed,
    LuminaryDiscarded,
    LuminaryNamed,
    LuminaryRevealed,
    OkusReturned,
    SeasonNamed,
    SeatsMoved,
    TuckedCardsTaken,
)
from illimat_core.events.plays import (
    CardsHarvested,
    CardSown,
    FieldCleared,
    FieldSeeded,
    HandDrawn,
    HiddenCardsTurnedUp,
    IllimatTurned,
    OkusTaken,
    PassiveShown,
    StockpileMade,
)
from illimat_core.events.rounds import (
    DecisionAnswered,
    DecisionOpened,
    FieldsMovedOn,
    FirstDealerDrawn,
    GameEnded,
    GameStarted,
    HandDealt,
    PlayerForfeited,
    RoundDealt,
    RoundScored,
    Tally,
    TiebreakCalled,
    TurnPassed,
)

ANY_EVENT: Final = (
    GameStarted, FirstDealerDrawn, RoundDealt, HandDealt, CardSown, CardsHarvested, StockpileMade,
    HiddenCardsTurnedUp, IllimatTurned, FieldCleared, HandDrawn, OkusTaken, FieldSeeded,
    LuminaryDiscarded, LuminaryRevealed, LuminaryClaimed, LuminaryNamed, CardsExchanged,
    CardsTucked, TuckedCardsTaken, CardsHidden, CardGiven, CardStolen, SeasonNamed, ChoiceMade,
    ChosenCardsSown, CardsReturned, DeckReshuffled, HandDiscarded, HandSown, OkusReturned,
    SeatsMoved, FieldsMovedOn, TurnPassed, PassiveShown, PlayerForfeited, DecisionOpened,
    DecisionAnswered, RoundScored, TiebreakCalled, GameEnded,
)  # fmt: skip
BY_NAME: Final[dict[str, type[Event]]] = {kind.__name__: kind for kind in ANY_EVENT}


def members_marked(kind: type[Event], mark: msgspec.Meta) -> tuple[str, ...]:
    """The members of a type of event that bear a mark."""
    return tuple(
        name
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if mark in getattr(hint, "__metadata__", ())
    )


SECRETS: Final[dict[type[Event], tuple[str, ...]]] = {
    kind: members_marked(kind, SECRET) for kind in ANY_EVENT
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


__all__ = [
    "ANY_EVENT",
    "BY_NAME",
    "PUBLIC_NAME",
    "SECRET",
    "SECRETS",
    "UNSEALED",
    "CardGiven",
    "CardSown",
    "CardStolen",
    "CardsExchanged",
    "CardsHarvested",
    "CardsHidden",
    "CardsReturned",
    "CardsToHand",
    "CardsTucked",
    "ChoiceMade",
    "ChosenCardsSown",
    "DecisionAnswered",
    "DecisionOpened",
    "DeckReshuffled",
    "Event",
    "FieldCleared",
    "FieldSeeded",
    "FieldsMovedOn",
    "FirstDealerDrawn",
    "GameEnded",
    "GameStarted",
    "HandDealt",
    "HandDiscarded",
    "HandDrawn",
    "HandSown",
    "HiddenCardsTurnedUp",
    "IllimatTurned",
    "LuminaryClaimed",
    "LuminaryDiscarded",
    "LuminaryNamed",
    "LuminaryRevealed",
    "OkusReturned",
    "OkusTaken",
    "PassiveShown",
    "PlayerForfeited",
    "RoundDealt",
    "RoundScored",
    "SeasonNamed",
    "SeatsMoved",
    "StockpileMade",
    "Tally",
    "TiebreakCalled",
    "TuckedCardsTaken",
    "TurnPassed",
    "members_marked",
    "redact",
]
