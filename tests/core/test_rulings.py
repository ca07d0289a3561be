"""Whole games follow R-HARM, R-STOCK-7 and R-END-1, by a second reading of their logs."""

from functools import cache

import msgspec
import pytest

from tests.core.oracles.logs import faults
from tests.support.playing import Json
from trials.dice import dice
from trials.random_games.game import Game
from trials.random_games.players import Temper

pytestmark = pytest.mark.no_cover  # a search, which measuring would make three times as long

GAMES, TIED = 60, [69, 105, 115, 128]
SMALL = ["maiden", "river", "drought", "union", "newborn", "butchers", "astronomer", "audience"]


@cache
def log(seed: int) -> list[Json]:
    """Return the log of a game in which luminaries come up early and leave often."""
    random = dice(seed)
    options = {
        "players": random.choice([2, 3]),
        "stars": "always",
        "luminaries": random.choice([SMALL, "all", "none"]),
        "audience": random.choice(["sow", "spectator"]),
        "harmonic_convergence": random.choice(["official", "pass_hands", "none"]),
        "passive_card": "on_request",
        "tiebreak_round": True,
        "target_score": random.choice([1, 5, 17]),
        "full_harvest": True,
    }
    return play(options, seed, Temper(random.choice([0.5, 0.95]), 0.002))


@cache
def log_with_a_tie(seed: int) -> list[Json]:
    """Return the log of a short game with a tie for the lead after some round."""
    options = {"mode": "beginner", "tiebreak_round": True, "target_score": 3}
    return play({"players": 2, **options}, seed, Temper(0.85))


def play(options: Json, seed: int, temper: Temper) -> list[Json]:
    """Return the log of a whole game, events as JSON."""
    return [
        msgspec.to_builtins(event) for event in Game(options, seed, temper=temper).play().events
    ]


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_log_keeps_to_the_rulings(seed: int) -> None:
    assert [*faults(log(seed))] == []


@pytest.mark.parametrize("seed", TIED)
def test_a_tie_is_played_off_by_the_rulings(seed: int) -> None:
    events = log_with_a_tie(seed)
    assert [*faults(events)] == []
    assert "TiebreakCalled" in {event["type"] for event in events}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["SeatsMoved", "LuminaryRevealed", "StockpileMade"])
def test_a_log_that_lacks_something_is_noticed(kind: str) -> None:
    logs = [[e for e in log(seed) if e["type"] != kind] for seed in range(GAMES)]
    assert any([*faults(events)] for events in logs)


def test_logs_show_what_the_rulings_are_about() -> None:
    shown = {event["type"] for seed in range(GAMES) for event in log(seed)}
    assert shown >= {"SeatsMoved", "PassiveShown", "CardStolen"}
