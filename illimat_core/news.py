"""News: what an event tells somebody that they could not see before it (ACTIONS.md section 2).

The one rule by which previews and batches end. It compares what is shown with what was seen, so
that no type of event has to be remembered for it. Whether something is news depends on nothing
that the asker cannot see: a card that was not seen is news whichever card it is.
"""

import re
from typing import Annotated, Any, Final, get_args, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from illimat_core.cards import DEALER, LUMINARIES, ORDER, FieldId, Luminary, Seat
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
from illimat_core.schema import says
from illimat_core.state import State

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


class AnnouncedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """The event with which a preview ends, since it would tell something new: with counts only."""

    type: Annotated[str, says("The type of the event.")]
    seat: Annotated[Seat | UnsetType | None, says("The seat in it.")] = UNSET
    field: Annotated[FieldId | UnsetType, says("The field in it.")] = UNSET
    count: Annotated[int | UnsetType, says("How many cards.")] = UNSET
    round: Annotated[int | UnsetType, says("The number of the round.")] = UNSET
    reason: Annotated[str | UnsetType, says("What ended the game.")] = UNSET


class Asker:
    """Somebody who asks what an action would do, with all the cards and luminaries they see."""

    def __init__(self, state: State, seat: Seat | None) -> None:
        """Note what the seat (None: a spectator) sees now."""
        self._state, self._seat = state, seat
        self._seen = _in_view(state, seat)

    def learns_from(self, event: Event) -> bool:
        """Whether the next event of the game is news to the asker.

        It is if a card is drawn or chance answers, if it unseals something, and if the event, or
        the view after it, shows a card or a luminary that the asker did not see before.
        """
        self._state = evolve(self._state, event)
        return (
            isinstance(event, CardsToHand)
            or (isinstance(event, DecisionAnswered) and event.seat == DEALER)
            or (bool(_UNSEALED[type(event)]) and self._seat not in event.seen_by)
            or not _shown(event, self._seat) <= self._seen
            or not (self._state.over or _in_view(self._state, self._seat) <= self._seen)
        )


def announced(event: Event) -> dict[str, Any]:
    """What is known beforehand of an event that is news: that it comes, and how much of it."""
    told = redact(event, None)
    if "cards" in told:
        told["count"] = len(told["cards"])
    known = set(AnnouncedEvent.__struct_fields__).difference(_UNSEALED[type(event)])
    counts = AnnouncedEvent(**{name: each for name, each in told.items() if name in known})
    shown: dict[str, Any] = msgspec.to_builtins(counts)
    return shown


def _in_view(state: State, seat: Seat | None) -> Things:
    """The cards and luminaries in a view: those on the board, in its own hand, harvested."""
    view = observe(state, seat)
    lying = {name for name in view.luminaries.values() if name in LUMINARIES}
    claimed = {name for names in view.claimed.values() for name in names}
    return _cards_in(view) | lying | claimed


def _shown(event: Event, seat: Seat | None) -> Things:
    """The cards and luminaries that an event shows a viewer."""
    told = redact(event, seat)
    luminaries = {told.get(name) for name in LUMINARY_MEMBERS[type(event)]}
    return _cards_in(told) | {name for name in luminaries if name is not None}


def _cards_in(told: Any) -> Things:
    """Every card that is named anywhere in what somebody is told."""
    return frozenset(_CODE.findall(msgspec.json.encode(told).decode()))
