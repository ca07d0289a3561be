"""The invariants of every state: no card, luminary or okus is lost, doubled or made up."""

from collections import Counter
from collections.abc import Iterable, Iterator

from illimat_core import Event, State
from illimat_core.cards import Card, FieldId
from illimat_core.events import (
    CardsTucked,
    HandDiscarded,
    LuminaryDiscarded,
    PlayerForfeited,
    RoundDealt,
    TuckedCardsTaken,
)


class LedgerError(Exception):
    """Raised when something is in two places, in none, or came from nowhere."""


class Ledger:
    """Tracks what the events of a round put out of play."""

    def __init__(self) -> None:
        self._out: list[Card] = []
        self._tucked: dict[FieldId, tuple[Card, ...]] = {}
        self._discarded: list[str] = []
        self._okuses = 0

    def note(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, RoundDealt):
                self.__init__()  # type: ignore[misc]
                self._okuses = len(event.okuses)
            elif isinstance(event, HandDiscarded | PlayerForfeited):
                self._out += event.cards
            elif isinstance(event, CardsTucked):
                self._tucked[event.field] = event.cards
            elif isinstance(event, TuckedCardsTaken):
                del self._tucked[event.field]
            elif isinstance(event, LuminaryDiscarded):
                self._out += self._tucked.pop(event.field, ())
                self._discarded.append(event.luminary)

    def check(self, state: State) -> None:
        """Raise LedgerError for a state that does not add up."""
        options = state.options
        _same("card", [*_cards(state), *self._out], options.deck)
        if not options.luminaries_persist:
            _same("luminary", [*_luminaries(state), *self._discarded], options.luminary_set)
        okuses = [*state.board, *(okus for player in state.players for okus in player.okuses)]
        if len(okuses) != self._okuses or len(set(okuses)) != len(okuses):
            raise LedgerError(f"There were {self._okuses} okuses; now there are {okuses}.")


def _cards(state: State) -> Iterator[Card]:
    yield from state.deck
    yield from state.beneath
    for player in state.players:
        yield from player.hand
        yield from player.harvested
    for field in state.fields:
        for item in field.items:
            yield from item.cards
            yield from item.hidden


def _luminaries(state: State) -> Iterator[str]:
    yield from state.reserve
    yield from (field.luminary for field in state.fields if field.luminary)
    for player in state.players:
        yield from player.claimed


def _same(what: str, found: Iterable[str], wanted: Iterable[str]) -> None:
    counts, whole = Counter(found), Counter(wanted)
    if counts != whole:
        lost, extra = sorted((whole - counts).elements()), sorted((counts - whole).elements())
        raise LedgerError(f"Each {what} is somewhere, once. Lost: {lost}; too many: {extra}.")
