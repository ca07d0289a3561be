"""Hypothesis strategies for games, positions and actions of the core."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from illimat_core import (
    Action,
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
from illimat_core.cards import LUMINARIES
from trials.dice import dice
from trials.random_games.options import random_options

Json = dict[str, Any]

RANKS = ["F", "2", "3", "4", "5", "6", "7", "8", "9", "10", "N", "Q", "K"]
DECK = [rank + suit for suit in ("Sp", "Su", "Au", "Wi", "St") for rank in RANKS]
FIELDS = ["SW", "NW", "NE", "SE"]
SEASONS = ["Spring", "Summer", "Autumn", "Winter"]
CONSIDERED = 60  # the random player considers only the beginning of a long list


class Game:
    """A game as it was played: every state in which it waited for a seat, and all events."""

    def __init__(self, made_by: str, state: State, events: list[Event]) -> None:
        self.made_by = made_by
        self.states = [state]
        self.events = events
        self.decided: list[tuple[State, int | None, Action, list[Event]]] = []

    def __repr__(self) -> str:
        return self.made_by

    @property
    def state(self) -> State:
        return self.states[-1]


def new_game(options: Mapping[str, Any], key: bytes, made_by: str = "") -> Game:
    """Return a game that has just been dealt."""
    events = begin(read_options(options))
    state, events = settle_chance(fold(events), events, SeededSource(key))
    return Game(made_by, state, events)


def play_on(game: Game, source: SeededSource, choose: Callable[[list[Action]], Action]) -> None:
    """Draw an action of the seat to move."""
    state = game.state
    seat = state.awaited[0]
    action = choose(list(islice(legal_actions(state, seat), CONSIDERED)))
    after, events = advance(state, seat, action, source)
    game.states.append(after)
    game.events += events
    game.decided.append((state, seat, action, events))


def play(options: Mapping[str, Any], seed: int, most: int = 10_000) -> Game:
    """Play at random until the game is over or the given number of actions is reached."""
    random, key = dice(seed), seed.to_bytes(8, "big")
    game = new_game(options, key, f"play({options}, {seed}, {most})")
    source = SeededSource(key)
    while not game.state.over and len(game.decided) < most:
        play_on(game, source, random.choice)
    return game


@st.composite
def options(draw: st.DrawFn) -> Json:
    """Draw options of a game without luminaries."""
    flags = ("full_harvest", "harsh_penalties", "freebooter", "no_repeats", "tiebreak_round")
    chosen: Json = {name: True for name in flags if draw(st.booleans())}
    return chosen | {
        "mode": draw(st.sampled_from(["beginner", "standard"])),
        "luminaries": "none",
        "players": draw(st.sampled_from([2, 3, 4])),
        "stars": draw(st.sampled_from(["by_player_count", "always"])),
        "harvest": draw(st.sampled_from(["all_sets", "single_set"])),
        "passive_card": draw(st.sampled_from(["private", "on_request"])),
        "target_score": draw(st.sampled_from([17, 1, 5])),
        "rounds": draw(st.sampled_from([None, 1, 2])),
    }


@st.composite
def luminary_options(draw: st.DrawFn) -> Json:
    """Draw options of a game with luminaries of any set."""
    chosen = draw(options()) | {
        "mode": "standard",
        "stars": "always",
        "luminaries": draw(st.sampled_from(["all", "core", "false_baron", "crane_wife"])),
        "harmonic_convergence": draw(st.sampled_from(["official", "pass_hands", "none"])),
        "universe_reach": draw(st.sampled_from(["any", "one"])),
        "audience": draw(st.sampled_from(["sow", "spectator"])),
        "luminaries_persist": draw(st.booleans()),
    }
    return chosen | {"perfect_crime": draw(st.sampled_from(["steal", "return"]))}


ANY = options()
seeds = st.integers(0, 2**32)
any_options = st.builds(lambda seed: random_options(dice(seed)), seeds)
"""Options of every mode, in any combination."""


@st.composite
def games(draw: st.DrawFn, most: int = 60, chosen: st.SearchStrategy[Json] = ANY) -> Game:
    """Draw a game some way into its rounds."""
    return play(draw(chosen), draw(seeds), draw(st.integers(0, most)))


whole_games = st.builds(play, options(), seeds)  # slow: hundreds of plays each


def written_stockpile(random: Random, cards: list[str]) -> tuple[Any, list[str]]:
    """Draw a simple or multiple stockpile of some of the cards; return it and the other cards."""
    value = random.randint(2, 14)
    groups: list[list[str]] = []
    left = list(cards)
    for _ in range(random.choice([1, 1, 2])):
        pair = next(
            (
                [one, two]
                for place, one in enumerate(left)
                for two in left[place + 1 :]
                if any(a + b == value for a in counts(one) for b in counts(two))
            ),
            None,
        )
        if pair is None:
            break
        groups.append(pair)
        left = [card for card in left if card not in pair]
    if not groups:
        return left[0], left[1:]
    return {str(value): [" | ".join(" ".join(group) for group in groups)]}, left


def counts(card: str) -> tuple[int, ...]:
    """Return the values that a card may have."""
    return (1, 14) if card[0] == "F" else (RANKS.index(card[:-2]) + 1,)


def written_position(given: Json, seed: int, in_a_field: int, low: bool) -> Json:
    """Draw a position with stockpiles and Fools in its fields, and cards in every place."""
    random = dice(seed)
    read = read_options(given)
    deck = [str(card) for card in read.deck]
    random.shuffle(deck)
    if low:  # low cards and Fools first: more sums
        deck.sort(key=lambda card: min(counts(card)) > 6)
        head, tail = deck[:24], deck[24:]
        random.shuffle(head)
        deck = head + tail
    fields: dict[str, list[Any]] = {}
    for at in FIELDS:
        items: list[Any] = []
        for _ in range(random.randint(0, in_a_field)):
            if random.random() < 0.3:
                item, deck = written_stockpile(random, deck)
            else:
                item, deck = deck[0], deck[1:]
            items.append(item)
        fields[at] = items
    random.shuffle(deck)
    hands, harvested = {}, {}
    for seat in range(read.players):
        size = random.choice([1, 2, 3, 4, 4, 4])
        hands[str(seat)], deck = deck[:size], deck[size:]
        pile = random.randint(0, 3)
        harvested[str(seat)], deck = deck[:pile], deck[pile:]
    return {
        "options": given,
        "summer": random.choice(FIELDS),
        "turn": random.randrange(read.players),
        "dealer": random.randrange(read.players),
        "hands": hands,
        "fields": fields,
        "harvested": harvested,
        "draw": deck[: random.choice([0, 1, 3, len(deck)])],
        "harvested_last_turn": {
            str(seat): random.sample(FIELDS, random.choice([0, 0, 1]))
            for seat in range(read.players)
        },
        "okuses": {"board": random.randint(0, 1), "0": random.randint(0, 1)},
    }


NO_PLACE_OF_ITS_OWN = ("children", "audience")  # being on the board is not enough for these


@st.composite
def lit_positions(draw: st.DrawFn, in_a_field: int = 3) -> State:
    """Draw a made-up position with luminaries, some of them face up, at the start of a turn."""
    chosen = draw(luminary_options()) | {"luminaries": "all"}
    given = written_position(chosen, draw(seeds), in_a_field, draw(st.booleans()))
    able = [name for name in LUMINARIES if name not in NO_PLACE_OF_ITS_OWN]
    lying = draw(st.lists(st.sampled_from(able), min_size=4, max_size=4, unique=True))
    up = draw(st.lists(st.booleans(), min_size=4, max_size=4))
    luminaries = [name if face_up else f"({name})" for name, face_up in zip(lying, up, strict=True)]
    return load(
        given
        | {
            "luminaries": dict(zip(FIELDS, luminaries, strict=True)),
            "astronomer": draw(st.sampled_from([None, *SEASONS])),
        }
    )


@st.composite
def positions(draw: st.DrawFn, in_a_field: int = 5) -> State:
    """Draw a state loaded from a made-up position."""
    given = written_position(draw(options()), draw(seeds), in_a_field, draw(st.booleans()))
    return load(given)


def states() -> st.SearchStrategy[State]:
    """Draw a state that waits for a seat, either reached by play or made up."""
    return st.one_of(
        games().filter(lambda game: not game.state.over).map(lambda game: game.state), positions()
    )


def mover(state: State) -> int:
    seat = state.awaited[0]
    assert seat is not None
    return seat


def cards_in(value: object) -> Iterator[str]:
    """Yield every card code anywhere in a JSON value, also in keys."""
    if isinstance(value, msgspec.Struct):
        yield from cards_in(msgspec.to_builtins(value))
    elif isinstance(value, str):
        yield from (word for word in value.split() if word in _CODES)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from cards_in(key)
            yield from cards_in(each)
    elif isinstance(value, Iterable):
        for each in value:
            yield from cards_in(each)


_CODES = frozenset(DECK)


def in_json(value: Any) -> Any:
    """Return a value after a round trip through JSON text."""
    return msgspec.json.decode(msgspec.json.encode(value))


def as_text(value: object) -> str:
    """Return a JSON value as text, to compare byte for byte."""
    return json.dumps(in_json(value))
