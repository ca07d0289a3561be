"""News: information in an event that its viewer did not have before (ACTIONS.md section 2).

The one rule by which previews and batches end. It compares what is shown with what was seen, so
that no type of event has to be remembered for it. Whether something is news depends on nothing
that the asker cannot see: a card that was not seen is news whichever card it is.
"""

import re
from typing import Any, Final, get_args, get_type_hints

import msgspec
from msgspec import UNSET

from illimat_core.cards import DEALER, LUMINARIES, ORDER, Luminary, Seat
from illimat_core.events import (
    ANY_EVENT,
    PUBLIC_NAME,
    UNSEALED,
    CardsToHand,
    DecisionAnswered,
    Event,
    members_marked,
    redact,
)
from illimat_core.folding import evolve
from illimat_core.observation import observe
from illimat_core.state import State
from illimat_core.views import AnnouncedEvent

Things = frozenset[str]
"""Cards and luminaries by their codes and names."""

_UNSEALED: Final[dict[type[Event], tuple[str, ...]]] = {
    kind: members_marked(kind, UNSEALED) for kind in ANY_EVENT
}

_CODE: Final = re.compile(rf"(?<!\w)(?:{'|'.join(ORDER)})(?!\w)")


def _names_luminaries(hint: Any) -> bool:
    if PUBLIC_NAME in getattr(hint, "__metadata__", ()):
        return False
    return hint == Luminary or any(_names_luminaries(part) for part in get_args(hint))


LUMINARY_MEMBERS: Final[dict[type[Event], tuple[str, ...]]] = {
    kind: tuple(
        name
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if _names_luminaries(hint)
    )
    for kind in ANY_EVENT
}
"""The members of each type of event that show which luminary lies somewhere."""


class Asker:
    """The sender of a preview or a batch, with all cards and luminaries they see."""

    def __init__(self, state: State, seat: Seat | None) -> None:
        """Record what the seat (None: a spectator) sees now."""
        self._state, self._seat = state, seat
        self._seen = _in_view(state, seat)

    def learns_from(self, event: Event) -> bool:
        """Return whether the next event of the game is news to the asker.

        It is news if a card is drawn or chance answers, if it unseals something, or if the event or
        the view after it shows a card or a luminary that the asker did not see before.
        """
        self._state = evolve(self._state, event)
        return (
            isinstance(event, CardsToHand)
            or (isinstance(event, DecisionAnswered) and event.seat == DEALER)
            or (bool(_UNSEALED[type(event)]) and self._seat not in event.seen_by)
            or not _shown(event, self._seat) <= self._seen
            or not (self._state.over or _in_view(self._state, self._seat) <= self._seen)
        )


def announce(event: Event) -> AnnouncedEvent:
    """Return the announcement of an event that is news: its type and its counts."""
    told = redact(event, None)
    members: dict[str, Any] = {
        name: getattr(told, name, UNSET) for name in AnnouncedEvent.__struct_fields__
    }
    cards = getattr(told, "cards", UNSET)
    if cards is not UNSET:
        members["count"] = len(cards)
    unsealed = dict.fromkeys(_UNSEALED[type(event)], UNSET)
    known = {name: unsealed.get(name, member) for name, member in members.items()}
    return AnnouncedEvent(**known | {"type": type(event).__name__})


def _in_view(state: State, seat: Seat | None) -> Things:
    view = observe(state, seat)
    lying = {name for name in view.luminaries.values() if name in LUMINARIES}
    claimed = {name for names in view.claimed.values() for name in names}
    return _cards_in(view) | lying | claimed


def _shown(event: Event, seat: Seat | None) -> Things:
    told = redact(event, seat)
    luminaries = {getattr(told, name) for name in LUMINARY_MEMBERS[type(event)]}
    return _cards_in(told) | luminaries - {None, UNSET}


def _cards_in(told: Any) -> Things:
    """Return every card that is named anywhere in a JSON value."""
    return frozenset(_CODE.findall(msgspec.json.encode(told).decode()))
