"""What chance drew in a stored game is drawn again, and each change of it found."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from illimat_core import (
    Event,
    SeededSource,
    advance,
    begin,
    fold,
    legal_actions,
    read_options,
    settle_chance,
)
from illimat_core.events import DeckReshuffled, HandDrawn, OutageCredited, RoundDealt
from illimat_core.fair_deal import find_changed_rounds
from tests.support import playing
from tests.support.playing import Json, any_options, seeds

LUMINARIES = ["rusalka", "gambler", "audience", "island"]
OPTIONS = read_options({"players": 2, "luminaries": LUMINARIES, "rounds": 2})
SEED = 7  # of a game whose deck is reshuffled in the first round only
OUTAGE = OutageCredited(since=1, lasted=2, reason="outage")


def source_of(index: int, round_: int) -> SeededSource:
    """Return the source of a command, which no other has."""
    return SeededSource(f"{index}/{round_}".encode())


def play(*, outages: bool = False) -> list[list[Event]]:
    """Return the events of a game in which much is drawn, those of each command together."""
    dice = Random(SEED)  # noqa: S311
    started = begin(OPTIONS)
    state, events = settle_chance(fold(started), started, source_of(0, 0))
    commands = [events]
    while not state.over:
        seat = state.awaited[0]
        action = dice.choice(list(islice(legal_actions(state, seat), 50)))
        _, events = advance(state, seat, action, source_of(len(commands), state.round))
        events = [OUTAGE, OUTAGE, *events] if outages else events
        state = fold(events, state)
        commands.append(events)
    return commands


def change(commands: list[list[Event]], kind: type[Event], member: str) -> list[list[Event]]:
    """Put the last card first in the last command with an event of a kind that has several."""
    changed = commands
    for place, events in enumerate(commands):
        if any(type(event) is kind and len(getattr(event, member)) > 1 for event in events):
            found = [_turned(event, member) if type(event) is kind else event for event in events]
            changed = [*commands[:place], found, *commands[place + 1 :]]
    return changed


def _turned(event: Event, member: str) -> Event:
    *others, last = getattr(event, member)
    return replace(event, **{member: (last, *others)})


@pytest.mark.parametrize("outages", [False, True])
def test_nothing_differs_in_a_game_as_it_was_played(*, outages: bool) -> None:
    commands = play(outages=outages)
    assert any(isinstance(event, DeckReshuffled) for events in commands for event in events)
    assert not list(find_changed_rounds(commands, source_of))


@pytest.mark.parametrize(
    ("kind", "member", "round_"),
    [(RoundDealt, "deck", 2), (DeckReshuffled, "deck", 1), (HandDrawn, "cards", 2)],
)
def test_a_changed_draw_is_found_by_its_round(kind: type[Event], member: str, round_: int) -> None:
    assert set(find_changed_rounds(change(play(), kind, member), source_of)) == {round_}


@given(any_options, seeds)
def test_nothing_differs_in_any_game(options: Json, seed: int) -> None:
    game = playing.play(options, seed, 40)
    after = [events for *_, events in game.decided]
    dealt = game.events[: len(game.events) - sum(map(len, after))]
    source = SeededSource(seed.to_bytes(8, "big"))
    assert not list(find_changed_rounds([dealt, *after], lambda *_: source))
