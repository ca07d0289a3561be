"""Knowledge: all that one seat knows of a game, and nothing else.

It has the form of a state in which every hidden card and luminary is a blank. A player gets no
more than this, so it cannot look at a hidden place even by mistake.
"""

from collections.abc import Iterable
from typing import Final, cast

import msgspec
from msgspec.structs import replace

from illimat_core.cards import Card, Luminary, Seat
from illimat_core.players.memory import Memory, ShownEvent, remember
from illimat_core.state import Field, Item, Player, SeenCard, State

HIDDEN: Final = Card("?")
"""Stands for a card that the seat may not see."""
FACE_DOWN: Final = cast("Luminary", "?")
"""Stands for a luminary that nobody may see."""


class Knowledge(msgspec.Struct, frozen=True):
    """What a seat knows: ``table`` is the state with blanks, ``memory`` what the log showed.

    ``seat`` is None for a spectator who is asked.
    """

    seat: Seat | None
    table: State
    memory: Memory


def know(state: State, seat: Seat | None, memory: Memory | None = None) -> Knowledge:
    if memory is None:
        memory = Memory(-2 if seat is None else seat)
    table = replace(
        state,
        players=tuple([_player(state, each, seat) for each in state.seats]),
        fields=tuple([_field(field) for field in state.fields]),
        deck=(HIDDEN,) * len(state.deck),
        beneath=(HIDDEN,) * len(state.beneath),
        reserve=(FACE_DOWN,) * len(state.reserve),
    )
    return Knowledge(seat, table, memory)


def follow(memory: Memory, before: State, shown: Iterable[ShownEvent]) -> Memory:
    """Return a seat's memory after some more events, as ``redact`` shows them to it.

    Of ``before``, the state before these events, only the seat's own hand is read.
    """
    return remember(memory, shown, before.players[memory.seat].hand)


def _player(state: State, seat: Seat, viewer: Seat | None) -> Player:
    player = state.players[seat]
    if seat == viewer:  # and has seen every card of its own pile
        return player
    unseen = {each.card for each in player.private if viewer not in each.by}
    private = tuple([each for each in player.private if each.card not in unseen])
    harvested = player.harvested
    if unseen:
        harvested = tuple([HIDDEN if card in unseen else card for card in harvested])
        private += tuple([SeenCard(HIDDEN, ())] * len(unseen))
    opened = state.options.mode_rules.open_hand
    return replace(
        player,
        hand=player.hand if opened else (HIDDEN,) * len(player.hand),
        harvested=harvested,
        private=private,
        passive=None,
        chosen=None if player.chosen is None else (),
    )


def _field(field: Field) -> Field:
    items = field.items
    if any(item.hidden for item in items):
        items = tuple([_item(item) for item in items])
    if field.luminary is None or field.face_up:
        return field if items is field.items else replace(field, items=items)
    return replace(field, items=items, luminary=FACE_DOWN)


def _item(item: Item) -> Item:
    return replace(item, hidden=(HIDDEN,) * len(item.hidden)) if item.hidden else item
