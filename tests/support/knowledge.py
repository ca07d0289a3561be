"""What seats cannot see, and what they remember."""

import re
from collections.abc import Iterator

from illimat_core import Action, State, redact
from illimat_core.cards import Seat
from illimat_core.players.knowledge import follow
from illimat_core.players.memory import Memory
from tests.support.playing import Game

Viewer = int | None


def unseen_by(state: State, viewer: Viewer) -> set[str]:
    """Return the cards in other hands, in the draw pile, under other cards, or taken secretly."""
    hands = [p.hand for seat, p in enumerate(state.players) if seat != viewer]
    if state.options.mode_rules.open_hand:
        hands = []
    beneath = [item.hidden for field in state.fields for item in field.items]
    private = [(seen.card,) for p in state.players for seen in p.private if viewer not in seen.by]
    return {
        str(card)
        for cards in (*hands, state.deck, state.beneath, *beneath, *private)
        for card in cards
    }


TOGETHER = {"luminaries": ["gambler", "audience", "newborn", "butchers"], "players": 3}
"""Games in which several choose at once."""


def remembered(game: Game) -> Iterator[tuple[State, Seat, Action, Memory]]:
    """Yield each decision of a game with the memory of its seat."""
    memories = [Memory(seat) for seat in game.state.seats]
    for state, seat, action, events in game.decided:
        if seat is not None:
            yield state, seat, action, memories[seat]
        memories = [
            follow(memory, state, [redact(event, memory.seat) for event in events])
            for memory in memories
        ]


CARD = re.compile(r'"(F|[1-9]|10|N|Q|K)(Sp|Su|Au|Wi|St)"')


def cards_in(text: str) -> set[str]:
    return {"".join(found) for found in CARD.findall(text)}
