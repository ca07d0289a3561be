"""Games in which only what a viewer has not seen is exchanged.

What a viewer has seen is derived here from RULES.md section 14, without the product's views and
redactions, which are under test.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from illimat_core import Action, Event, State, evolve
from illimat_core.actions import Discard, FaceDown, NameLuminary, canonical
from illimat_core.cards import DECK, ORDER, VALUES, Card
from illimat_core.events import (
    CardsReturned,
    ChoiceMade,
    HandDrawn,
    LuminaryNamed,
    PassiveShown,
    RoundDealt,
)
from illimat_core.rules.sources import Source

Viewer = int | None
Swap = Mapping[str, str]
Thing = TypeVar("Thing")


def cards_in_sight(state: State, viewer: Viewer) -> frozenset[Card]:
    """Return the cards that a viewer sees now: on the board, harvested, and in their own hand."""
    seen = {card for field in state.fields for item in field.items for card in item.cards}
    for seat, player in enumerate(state.players):
        unseen = {each.card for each in player.private if viewer not in each.by}
        seen.update(card for card in player.harvested if card not in unseen)
        if seat == viewer or state.options.mode_rules.open_hand:
            seen.update(player.hand)
    return frozenset(seen)


def seen_after(
    seen: Mapping[Viewer, frozenset[Card]], before: State, events: Iterable[Event]
) -> dict[Viewer, frozenset[Card]]:
    """Return the cards of this round that each viewer has seen after further events."""
    state, known = before, dict(seen)
    for event in events:
        state = evolve(state, event)
        for viewer, so_far in known.items():
            kept = frozenset() if isinstance(event, RoundDealt) else so_far
            known[viewer] = kept | cards_in_sight(state, viewer) | _shown_to_all(state, event)
    return known


def _shown_to_all(state: State, event: Event) -> frozenset[Card]:
    """Return the cards that an event shows to everybody in passing."""
    if isinstance(event, PassiveShown):
        return frozenset({event.card})
    if isinstance(event, HandDrawn) and state.options.mode == "solo_fields" and event.seat == 1:
        return frozenset(event.cards)  # the Fields turn up what they play
    return frozenset()


def exchange_unseen(state: State, seen: frozenset[Card], random: Random) -> dict[str, str]:
    """Return a random exchange of unseen cards for cards and luminaries for luminaries."""
    cards = [card for card in state.options.deck if card not in seen]
    down = [field.luminary for field in state.fields if field.luminary and not field.face_up]
    return map_shuffled(cards, random) | map_shuffled([*down, *state.reserve], random)


def map_shuffled(things: list[Any], random: Random) -> dict[str, str]:
    anew = random.sample(things, len(things))
    return dict(zip(things, anew, strict=True))


SPOKEN = frozenset({"options", "kind", "by", "resume", "acts_as", "was_audience"})
"""Members that name a luminary aloud, or something else by the name of one."""


def rename_all(value: Any, swap: Swap) -> Any:
    """Return a JSON value with all cards and luminaries exchanged."""
    if isinstance(value, str):
        return swap.get(value, value)
    if isinstance(value, dict):
        return {
            name: each if name in SPOKEN else rename_all(each, swap) for name, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [rename_all(each, swap) for each in value]
    return value


def rename_state(state: State, swap: Swap) -> State:
    anew = msgspec.convert(rename_all(msgspec.to_builtins(state), swap), State)
    players = tuple(
        replace(
            player,
            private=tuple(sorted(player.private, key=lambda each: ORDER[each.card])),
            chosen=player.chosen and _in_order(player.chosen),
        )
        for player in anew.players
    )
    return replace(anew, players=players)


def rename_event(event: Event, swap: Swap) -> Event:
    """Return the event with all cards exchanged; chosen cards are in deck order."""
    if isinstance(event, LuminaryNamed):  # it may still lie face down
        return event
    anew = msgspec.convert(rename_all(msgspec.to_builtins(event), swap), type(event))
    if isinstance(anew, ChoiceMade | CardsReturned):
        return replace(anew, cards=_in_order(anew.cards))
    return anew


def rename_action(action: Action, swap: Swap) -> Action:
    """Return the action with all cards exchanged, in canonical form."""
    if isinstance(action, NameLuminary):
        return action
    return canonical(msgspec.convert(rename_all(msgspec.to_builtins(action), swap), type(action)))


def choose_anew(state: State, viewer: Viewer, random: Random) -> State:
    """Return the state with other secret choices of the opponents while a choice is still open."""
    players = tuple(
        replace(player, chosen=_choice(state, player.hand, len(player.chosen), random))
        if player.chosen is not None and seat != viewer
        else player
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players)


def serve_anew(state: State, viewer: Viewer, random: Random) -> State:
    """Return the state with other serving cards for the opponents' stockpiles, if unseen."""
    players = tuple(
        replace(player, passive=_of_like_value(player.passive, random))
        if player.passive is not None and not player.asked and seat != viewer
        else player
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players)


def _of_like_value(passive: Card, random: Random) -> Card:
    return random.choice([card for card in DECK if VALUES[card] == VALUES[passive]])


def choose_otherwise(
    state: State, hand: tuple[Card, ...], action: Action, random: Random
) -> Action:
    """Return the action with another secret choice, if it makes one."""
    if isinstance(action, Discard | FaceDown):
        return replace(action, cards=_choice(state, hand, len(action.cards), random))
    return action


def _choice(state: State, hand: tuple[Card, ...], count: int, random: Random) -> tuple[Card, ...]:
    """Return any choice of a hand that the open decision allows; the Gambler's number is free."""
    if state.pending and state.pending.kind == "gambler":
        count = random.randint(int(state.pending.optional), min(4, len(hand)))
    return _in_order(random.sample(hand, count))


def _in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=ORDER.__getitem__))


class RenamedSource(Source):
    """Chance with the recorded cards, exchanged."""

    def __init__(self, source: Source, events: Iterable[Event], swap: Swap) -> None:
        self._source = source
        told = [rename_all(msgspec.to_builtins(event), swap) for event in events]
        self._piles = [each["deck"] for each in told if each["type"] == "DeckReshuffled"]
        self._stolen = {each["card"] for each in told if each["type"] == "CardStolen"}

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the recorded order."""
        del label, things
        return tuple(self._piles.pop(0))

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return the recorded card; other answers come from the source."""
        stolen = [thing for thing in things if thing in self._stolen]
        return stolen[0] if stolen else self._source.pick(label, things)
