"""Crowded boards: positions, and games in which fields fill up."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from illimat_core import (
    Event,
    SeededSource,
    State,
    advance,
    begin,
    fold,
    legal_actions,
    load,
    read_options,
    settle_chance,
)
from illimat_core.actions import Sow
from tests.support.playing import DECK, FIELDS, RANKS
from tests.support.profiles import THOROUGH
from trials.dice import dice

SEEDS = 3 if THOROUGH else 1


class Crowd(NamedTuple):
    """A position with a number of loose cards in the fields, and the next four in the hand."""

    deck: tuple[str, ...]
    sizes: tuple[int, ...]
    luminaries: tuple[str, ...]
    options: dict[str, Any]

    @property
    def state(self) -> State:
        """The position, loaded."""
        cards = list(self.deck)
        fields = {}
        for field, size in zip(FIELDS, self.sizes, strict=True):
            fields[field], cards = cards[:size], cards[size:]
        hands = {"0": cards[:4], "1": cards[4:8]}
        position = {"options": self.options, "fields": fields, "hands": hands, "draw": cards[8:]}
        position["summer"] = FIELDS[len(cards) % 4]
        return load(position | {"luminaries": dict(zip(FIELDS, self.luminaries, strict=False))})


FULL = {"luminaries": "none", "players": 2, "stars": "always", "full_harvest": True}
LUMINARIES = ["universe", "union", "collective", "boat", "loom", "changeling", "rake", "soldiers"]


def crowds(options: dict[str, Any]) -> Any:
    """Return a function that draws a crowded position under these options."""
    stars = options.get("stars") == "always"
    luminaries = LUMINARIES if options.get("luminaries") == "all" else []

    def begin(random: Random) -> Crowd:
        deck = [card for card in DECK if stars or not card.endswith("St")]
        spread = random.choice([2, 5, 13])  # the smaller, the lower are the cards in the fields
        deck.sort(key=lambda card: RANKS.index(card[:-2]) + random.random() * spread)
        whole = random.choice([10, 20, 30, 40])
        sizes = random.choice([(whole, 0, 0, 0), (whole // 2, whole // 2, 0, 0), (whole // 4,) * 4])
        chosen = tuple(random.sample(luminaries, 4)) if luminaries else ()
        return Crowd(tuple(deck), sizes, chosen, options)

    return begin


def another_crowd(random: Random, crowd: Crowd) -> Crowd:
    if crowd.luminaries and random.random() < 0.1:
        return crowd._replace(luminaries=tuple(random.sample(LUMINARIES, 4)))
    return with_two_swapped(random, crowd)


def with_two_swapped(random: Random, crowd: Crowd) -> Crowd:
    """Return the cards with two swapped, one of them in a field or the hand."""
    deck = list(crowd.deck)
    here, there = random.randrange(sum(crowd.sizes) + 4), random.randrange(len(deck))
    deck[here], deck[there] = deck[there], deck[here]
    return crowd._replace(deck=tuple(deck))


OPTIONS = {"mode": "standard", "players": 3, "luminaries": "all"}


def sown(seed: int) -> Iterator[tuple[State, list[Event]]]:
    """Yield the states of a game whose people sow whenever they can, so that fields fill."""
    source, random = SeededSource(bytes([seed])), dice(seed)
    events = begin(read_options(OPTIONS))
    state, events = settle_chance(fold(events), events, source)
    while not state.over:
        yield state, events
        legal = list(islice(legal_actions(state, state.awaited[0]), 200))
        sows = [each for each in legal if isinstance(each, Sow)]
        state, more = advance(state, state.awaited[0], random.choice(sows or legal), source)
        events = events + more
