"""Remarks: what a play wins and what it leaves to others, as messages of the catalogue.

They say only what the seat can see, though they look at a world: what the world was filled with,
cards drawn or luminaries revealed, is left out.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, dropwhile, islice, takewhile
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from illimat_core.actions import Action, Harvest, Sow
from illimat_core.budget import Budget, BudgetSpentError
from illimat_core.cards import (
    FIELDS,
    FOOLS,
    SEASON_OF,
    SEASONS,
    VALUES,
    Card,
    FieldId,
    Seat,
    season_at,
)
from illimat_core.decider import apply, decide
from illimat_core.editions import edition_of
from illimat_core.errors import RuleError
from illimat_core.events import (
    CardsHarvested,
    Event,
    FieldCleared,
    FieldSeeded,
    FieldsMovedOn,
    LuminaryClaimed,
    LuminaryRevealed,
    OkusTaken,
    StockpileMade,
    TurnPassed,
)
from illimat_core.messages import ENGLISH, Language, Message, Reader, capitalize
from illimat_core.offers.listing import legal_actions
from illimat_core.players.evaluation import Likely
from illimat_core.players.gains import gains_of
from illimat_core.players.worlds import UnseenThings
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.payments import passive_for
from illimat_core.rules.seasons import is_open
from illimat_core.state import State, Turn


class Remark(msgspec.Struct, frozen=True):
    """A message that can be stored: its key in the catalogue, and its arguments.

    The argument ``seat``, if there is one, is a seat's number.
    """

    key: str
    arguments: dict[str, Any]

    def tell(self, names: Sequence[str | Reader] = (), language: Language = ENGLISH) -> str:
        """Return the remark as a sentence; ``names`` are those of the seats."""
        arguments = self.arguments
        if "seat" in arguments:
            arguments = arguments | {"seat": names[arguments["seat"]]}
        return capitalize(language.say(self.key, **arguments))


def remark(message: Message) -> Remark:
    return Remark(message.key, dict(message.arguments))


class PossibleHarvest(NamedTuple):
    """A harvest that cards of some value may make: the items it takes, and their cards."""

    field: FieldId
    value: int
    take: tuple[Card, ...]
    cards: tuple[Card, ...]
    points: float


def remarks_on_play(
    world: State, seat: Seat | None, action: Action, likely: Likely, unseen: UnseenThings
) -> list[Remark]:
    """Return remarks on an action of a seat.

    ``world`` looks to the seat like the game; ``likely`` is how likely an ``unseen`` card has a
    value.
    """
    after, events = apply(world, seat, action)
    known = list(takewhile(lambda event: not isinstance(event, _NEWS), events))
    own = list(takewhile(lambda event: not isinstance(event, TurnPassed), known))
    said = [*_tell_gains(world, own), *_tell_sow(world, seat, action)]
    foreseen = seat is not None and _shown(after) <= _shown(world) | {*world.players[seat].hand}
    if seat is not None and foreseen and len(known) == len(events) and isinstance(action, _PLAYS):
        said += _tell_leavings(world, after, seat, likely, unseen)
    return [remark(message) for message in said]


STEPS: Final = 10_000
"""So long is looked for what else a seat can do."""
_NEWS = (FieldSeeded, LuminaryRevealed, FieldsMovedOn)
"""Events that show what nobody has seen, or after which the Fields play a card that nobody has."""
_PLAYS = (Sow, Harvest)


def _shown(state: State) -> set[Card]:
    items = (item.cards for field in state.fields for item in field.items)
    piles = (player.harvested for player in state.players)
    return {card for cards in chain(items, piles) for card in cards}


def _tell_gains(world: State, events: Sequence[Event]) -> Iterator[Message]:
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


def _tell_sow(world: State, seat: Seat | None, action: Action) -> Iterator[Message]:
    if isinstance(action, Sow):
        yield Message("advice.sow.better" if _may_harvest(world, seat) else "advice.sow", {})


def _may_harvest(world: State, seat: Seat | None, budget: Budget | None = None) -> bool:
    """Return whether a seat can harvest; also if that takes too long to find out."""
    try:
        others = dropwhile(_is_sow, legal_actions(world, seat, budget=budget or Budget(STEPS)))
        return isinstance(next(others, None), Harvest)  # harvests are listed right after sows
    except BudgetSpentError:
        return True


def _is_sow(action: Action) -> bool:
    return isinstance(action, Sow)


def has_no_choice(world: State, seat: Seat | None) -> bool:
    """Return whether a seat has no choice; not if that takes too long to find out."""
    try:
        return len(list(islice(legal_actions(world, seat, budget=Budget(STEPS)), 2))) == 1
    except BudgetSpentError:
        return False


def _tell_leavings(
    world: State, after: State, seat: Seat, likely: Likely, unseen: UnseenThings
) -> Iterator[Message]:
    """Yield what a play closes, what it leaves to the next player, and what the seat keeps."""
    closed = _open_fields(world) - _open_fields(after)
    for at in FIELDS:
        season = season_at(at, after.summer)
        if at in closed and season == "Winter" and after.field(at).items:
            yield Message("advice.closed", {"field": at, "season": season})
    openings = list(_possible_harvests(after))
    if after.turn.seat != seat and not after.over and after.round == world.round:
        cards = unseen.may_hold(after.turn.seat)
        yield from _tell_left_to_next(after, cards, openings, likely)
    kept = [card for card in world.players[seat].hand if card in after.players[seat].hand]
    for best in sorted(openings, key=lambda each: -each.points):
        for card in kept:
            if _can_take(after, seat, card, best):
                arguments = {"card": card, "cards": best.cards, "field": best.field}
                yield Message("advice.keep", arguments)
                return


def _tell_left_to_next(
    after: State, cards: Sequence[Card], openings: Sequence[PossibleHarvest], likely: Likely
) -> Iterator[Message]:
    """Yield the best harvest that the next player may make with one of ``cards``, or none.

    Nothing is said if it takes too long to find out.
    """
    following = after.turn.seat
    held = len(after.players[following].hand)

    def chance(each: PossibleHarvest) -> float:
        return 1 - max(0.0, 1 - likely[each.value]) ** held

    possible = [each for each in openings if chance(each)]
    for best in sorted(possible, key=lambda each: -each.points * chance(each)):
        if any(_can_take(after, following, card, best) for card in cards):
            arguments = {"cards": best.cards, "field": best.field, "value": best.value}
            yield Message("advice.leave", arguments | {"percent": round(100 * chance(best))})
            return
    budget = Budget(STEPS)
    positions = (_with_only_card(after, following, card) for card in cards)
    if not any(_may_harvest(each, following, budget) for each in positions):
        yield Message("advice.leave.nothing", {})


def _with_only_card(state: State, seat: Seat, card: Card) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], hand=(card,))
    return replace(state, players=tuple(players), turn=Turn(seat=seat), pending=None)


def _can_take(state: State, seat: Seat, card: Card, opening: PossibleHarvest) -> bool:
    """Return whether a seat with only this card could make a harvest if it were to play."""
    if opening.value not in VALUES[card]:
        return False
    position = _with_only_card(state, seat, card)
    seasons = (None, *SEASONS) if SEASON_OF[card] is None else (None,)
    harvests = (
        Harvest(card=card, field=opening.field, take=opening.take, season=season)
        for season in seasons
    )
    return any(_is_legal(position, seat, harvest) for harvest in harvests)


def _is_legal(state: State, seat: Seat, action: Action) -> bool:
    try:
        decide(state, seat, action)
    except RuleError:
        return False
    return True


def _open_fields(state: State) -> set[FieldId]:
    table = Tabletop(state, edition_of(state))
    return {at for at in FIELDS if is_open(table, "harvest", at)}


def _possible_harvests(state: State) -> Iterator[PossibleHarvest]:
    single, open_now = state.options.harvest == "single_set", _open_fields(state)
    for at in FIELDS:
        if at in open_now:
            items = state.field(at).items
            for value, gain in gains_of(items, single_set=single).best.items():
                taken = [card for item in items if item.name in gain.take for card in item.cards]
                yield PossibleHarvest(at, value, gain.take, tuple(taken), gain.points)
