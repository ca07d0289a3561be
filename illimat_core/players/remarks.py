"""Remarks: what a play wins and what it leaves to others, as messages of the catalogue.

They say only what the seat can see, though they look at a world: what the world was filled with,
cards drawn or luminaries revealed, is left out.
"""

from collections.abc import Iterator, Sequence
from itertools import dropwhile, islice, takewhile
from typing import Any, Final, NamedTuple

import msgspec

from illimat_core.actions import Action, Harvest, Sow
from illimat_core.budget import Budget, BudgetSpentError
from illimat_core.cards import FIELDS, FOOLS, VALUES, Card, FieldId, Seat, season_at
from illimat_core.decider import apply
from illimat_core.editions import edition_of
from illimat_core.events import (
    CardsHarvested,
    Event,
    FieldCleared,
    FieldSeeded,
    LuminaryClaimed,
    LuminaryRevealed,
    OkusTaken,
    StockpileMade,
    TurnPassed,
)
from illimat_core.messages import ENGLISH, Language, Message
from illimat_core.offers.listing import legal_actions
from illimat_core.players.evaluation import Likely
from illimat_core.players.gains import gains_of
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.payments import passive_for
from illimat_core.rules.seasons import is_open
from illimat_core.state import State


class Remark(msgspec.Struct, frozen=True):
    """A message that can be stored: its key in the catalogue, and its arguments.

    The argument ``seat``, if there is one, is a seat's number.
    """

    key: str
    arguments: dict[str, Any]

    def tell(self, names: Sequence[str] = (), language: Language = ENGLISH) -> str:
        """Return the remark as a sentence; ``names`` are those of the seats."""
        arguments = self.arguments
        if "seat" in arguments:
            arguments = arguments | {"seat": names[arguments["seat"]]}
        return language.say(self.key, **arguments)


def remark(message: Message) -> Remark:
    """Return a message as a remark."""
    return Remark(message.key, dict(message.arguments))


class Opening(NamedTuple):
    """A harvest that a card of some value can make."""

    field: FieldId
    value: int
    cards: tuple[Card, ...]
    points: float


def on_a_play(world: State, seat: Seat | None, action: Action, likely: Likely) -> list[Remark]:
    """Return remarks on an action of a seat.

    ``world`` looks to the seat like the game; ``likely`` is how likely an unseen card has a value.
    """
    after, events = apply(world, seat, action)
    known = list(takewhile(lambda event: not isinstance(event, _NEWS), events))
    own = list(takewhile(lambda event: not isinstance(event, TurnPassed), known))
    said = [*_won(world, own), *_sown(world, seat, action)]
    if seat is not None and len(known) == len(events) and isinstance(action, _PLAYS):
        said += _left(world, after, seat, likely)
    return [remark(message) for message in said]


STEPS: Final = 10_000
"""So long is looked for what else a seat can do."""
_NEWS = (FieldSeeded, LuminaryRevealed)
"""Events that show what nobody has seen, and all that follows them."""
_PLAYS = (Sow, Harvest)


def _won(world: State, events: Sequence[Event]) -> Iterator[Message]:
    okus = any(isinstance(event, OkusTaken) for event in events)
    for event in events:
        if isinstance(event, CardsHarvested):
            cards = (*event.taken, *event.cards)
            yield Message("advice.harvest", {"count": len(cards), "cards": cards})
            if fools := tuple([card for card in cards if card in FOOLS]):
                key = "advice.fool" if len(fools) == 1 else "advice.fools"
                yield Message(key, {"fools": fools})
        elif isinstance(event, FieldCleared):
            yield Message("advice.clear.okus" if okus else "advice.clear", {"field": event.field})
        elif isinstance(event, LuminaryClaimed):
            yield Message("advice.claim", {"luminary": event.luminary})
        elif isinstance(event, StockpileMade):
            table = Tabletop(world, edition_of(world))
            cards = tuple([card for group in event.groups for card in group])
            by = passive_for(table, event.seat, event.card, event.value)
            arguments = {"cards": cards, "value": event.value, "by": by}
            yield Message("advice.stockpile", arguments)


def _sown(world: State, seat: Seat | None, action: Action) -> Iterator[Message]:
    if isinstance(action, Sow):
        yield Message("advice.sow.better" if _may_harvest(world, seat) else "advice.sow", {})


def _may_harvest(world: State, seat: Seat | None) -> bool:
    """Return whether a seat can harvest; also if that takes too long to find out."""
    try:
        others = dropwhile(_is_sow, legal_actions(world, seat, budget=Budget(STEPS)))
        return isinstance(next(others, None), Harvest)  # harvests are listed right after sows
    except BudgetSpentError:
        return True


def _is_sow(action: Action) -> bool:
    return isinstance(action, Sow)


def is_only(world: State, seat: Seat | None) -> bool:
    """Return whether a seat has no choice; not if that takes too long to find out."""
    try:
        return len(list(islice(legal_actions(world, seat, budget=Budget(STEPS)), 2))) == 1
    except BudgetSpentError:
        return False


def _left(world: State, after: State, seat: Seat, likely: Likely) -> Iterator[Message]:
    """Yield what a play closes, what it leaves to the next player, and what the seat keeps."""
    closed = _open_fields(world) - _open_fields(after)
    for at in FIELDS:
        season = season_at(at, after.summer)
        if at in closed and season == "Winter" and after.field(at).items:
            yield Message("advice.closed", {"field": at, "season": season})
    openings = list(_openings(after))
    following = after.turn.seat
    if following != seat and not after.over and after.round == world.round:
        held = len(after.players[following].hand)
        yield _best_left(openings, likely, held)
    kept = [card for card in world.players[seat].hand if card in after.players[seat].hand]
    found = [
        (each.points, card, each)
        for each in openings
        for card in kept
        if each.value in VALUES[card]
    ]
    if found:
        _, card, best = max(found, key=lambda each: each[0])
        yield Message("advice.keep", {"card": card, "cards": best.cards, "field": best.field})


def _best_left(openings: Sequence[Opening], likely: Likely, held: int) -> Message:
    def chance(value: int) -> float:
        return 1 - max(0.0, 1 - likely[value]) ** held

    best = max(openings, key=lambda each: each.points * chance(each.value), default=None)
    if best is None or not chance(best.value):
        return Message("advice.leave.nothing", {})
    return Message(
        "advice.leave",
        {
            "cards": best.cards,
            "field": best.field,
            "value": best.value,
            "percent": round(100 * chance(best.value)),
        },
    )


def _open_fields(state: State) -> set[FieldId]:
    table = Tabletop(state, edition_of(state))
    return {at for at in FIELDS if is_open(table, "harvest", at)}


def _openings(state: State) -> Iterator[Opening]:
    single, open_now = state.options.harvest == "single_set", _open_fields(state)
    for at in FIELDS:
        if at in open_now:
            items = state.field(at).items
            for value, gain in gains_of(items, single_set=single).best.items():
                taken = [card for item in items if item.name in gain.take for card in item.cards]
                yield Opening(at, value, tuple(taken), gain.points)
