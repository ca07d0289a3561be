"""The events of a game: immutable facts with their outcome, named in the past tense.

The names of types and members are part of the wire form and never change; `events.wire` splits
events for storage.
"""

from collections.abc import Mapping
from typing import Any, Final, get_type_hints

import msgspec

from illimat_core.cards import Seat
from illimat_core.errors import UnknownEventError
from illimat_core.events.base import PUBLIC_NAME, SECRET, UNSEALED, CardsToHand, Event, ShownEvent
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
    RedactedCardsHidden,
    RedactedCardsReturned,
    RedactedCardStolen,
    RedactedCardsTucked,
    RedactedChoiceMade,
    RedactedDeckReshuffled,
    RedactedHandDiscarded,
    RedactedTuckedCardsTaken,
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
    RedactedCardSown,
    RedactedHandDrawn,
    RedactedStockpileMade,
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
    RedactedDecisionOpened,
    RedactedHandDealt,
    RedactedPlayerForfeited,
    RedactedRoundDealt,
    RoundDealt,
    RoundScored,
    Tally,
    TiebreakCalled,
    TurnPassed,
)
from illimat_core.events.table import (
    DecisionMissed,
    GameAdjudicated,
    GameCalledOff,
    GamePaused,
    GameResumed,
    OutageCredited,
    SeatForfeited,
    SeatHandedToHouse,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    TableEvent,
    WinOffered,
)
from illimat_core.records import converter

TABLE_EVENTS: Final = (
    DecisionMissed, SeatLeft, SeatOpened, WinOffered, SeatTaken, SeatHandedToHouse, SeatForfeited,
    OutageCredited, GamePaused, GameResumed, GameCalledOff,
    GameAdjudicated,
)  # fmt: skip
"""The events that the server records about a table; no state depends on them."""
ENDINGS: Final = (GameCalledOff, GameAdjudicated)
"""The table events that end a game, whatever its state."""
ANY_EVENT: Final = (
    GameStarted, FirstDealerDrawn, RoundDealt, HandDealt, CardSown, CardsHarvested, StockpileMade,
    HiddenCardsTurnedUp, IllimatTurned, FieldCleared, HandDrawn, OkusTaken, FieldSeeded,
    LuminaryDiscarded, LuminaryRevealed, LuminaryClaimed, LuminaryNamed, CardsExchanged,
    CardsTucked, TuckedCardsTaken, CardsHidden, CardGiven, CardStolen, SeasonNamed, ChoiceMade,
    ChosenCardsSown, CardsReturned, DeckReshuffled, HandDiscarded, HandSown, OkusReturned,
    SeatsMoved, FieldsMovedOn, TurnPassed, PassiveShown, PlayerForfeited, DecisionOpened,
    DecisionAnswered, RoundScored, TiebreakCalled, GameEnded, *TABLE_EVENTS,
)  # fmt: skip
BY_NAME: Final[dict[str, type[Event]]] = {kind.__name__: kind for kind in ANY_EVENT}


def members_marked(kind: type[Event], mark: msgspec.Meta) -> tuple[str, ...]:
    return tuple(
        name
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if mark in getattr(hint, "__metadata__", ())
    )


SECRETS: Final[dict[type[Event], tuple[str, ...]]] = {
    kind: members_marked(kind, SECRET) for kind in ANY_EVENT
}
"""The secret members of each type of event."""


REDACTED: Final[dict[type[Event], type[ShownEvent]]] = {
    kind: next(base for base in kind.__mro__ if base.__name__ == f"Redacted{kind.__name__}")
    for kind, secrets in SECRETS.items()
    if secrets
}
"""For each type of event with secret members, the form in which these may be missing."""

_SHOWN: Final = {name: converter(REDACTED.get(kind, kind)) for name, kind in BY_NAME.items()}


def redact(event: Event, viewer: Seat | None, *, opened: bool = False) -> ShownEvent:
    """Return an event as a viewer may see it (None: a spectator).

    `opened` shows everything: for a round that was scored, or a game that is over (R-VIEW-4).
    """
    form = REDACTED.get(type(event))
    # What spectators may see, everybody may.
    if form is None or opened or viewer in event.seen_by or None in event.seen_by:
        return event
    secrets = SECRETS[type(event)]
    public = (name for name in event.__struct_fields__ if name not in secrets)
    return form(**{name: getattr(event, name) for name in public})


def read_shown(members: Mapping[str, Any]) -> ShownEvent:
    """Parse the JSON of a redacted event. Raises ``UnknownEventError``."""
    try:
        return _SHOWN[members["type"]](members)
    except (KeyError, msgspec.ValidationError) as error:
        raise UnknownEventError(f"A redacted event does not read: {error}.") from None


__all__ = [
    "ANY_EVENT",
    "BY_NAME",
    "PUBLIC_NAME",
    "SECRET",
    "SECRETS",
    "TABLE_EVENTS",
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
    "DecisionMissed",
    "DecisionOpened",
    "DeckReshuffled",
    "Event",
    "FieldCleared",
    "FieldSeeded",
    "FieldsMovedOn",
    "FirstDealerDrawn",
    "GameAdjudicated",
    "GameCalledOff",
    "GameEnded",
    "GamePaused",
    "GameResumed",
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
    "OutageCredited",
    "PassiveShown",
    "PlayerForfeited",
    "RedactedCardSown",
    "RedactedCardStolen",
    "RedactedCardsHidden",
    "RedactedCardsReturned",
    "RedactedCardsTucked",
    "RedactedChoiceMade",
    "RedactedDecisionOpened",
    "RedactedDeckReshuffled",
    "RedactedHandDealt",
    "RedactedHandDiscarded",
    "RedactedHandDrawn",
    "RedactedPlayerForfeited",
    "RedactedRoundDealt",
    "RedactedStockpileMade",
    "RedactedTuckedCardsTaken",
    "RoundDealt",
    "RoundScored",
    "SeasonNamed",
    "SeatForfeited",
    "SeatHandedToHouse",
    "SeatLeft",
    "SeatOpened",
    "SeatTaken",
    "SeatsMoved",
    "ShownEvent",
    "StockpileMade",
    "TableEvent",
    "Tally",
    "TiebreakCalled",
    "TuckedCardsTaken",
    "TurnPassed",
    "WinOffered",
    "members_marked",
    "read_shown",
    "redact",
]
