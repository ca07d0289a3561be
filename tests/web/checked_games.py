"""Exports of whole games for the tests of `check.py`, and ways to falsify them."""

import json
from functools import cache
from typing import Any

from games.making import guided_game, lesson
from tests.support.sealed_games import Export, SealedGame, reseal

STANDARD = {"mode": "standard", "players": 3, "luminaries": "all", "rounds": 2}
PERSISTENT = STANDARD | {"players": 4, "rounds": 3, "luminaries_persist": True}
GAMBLING = ["gambler", "newborn", "soldiers", "children"]
BEGINNER = {"mode": "beginner", "players": 2}
RESHUFFLED = STANDARD | {"players": 2, "luminaries": GAMBLING, "rounds": 3}
GAMES: dict[str, dict[str, Any]] = {
    "standard": STANDARD,
    "persistent": PERSISTENT,
    "reshuffled": RESHUFFLED,
    "solitaire": {"mode": "solitaire", "players": 1},
}


@cache
def played(which: str) -> Export:
    if which == "running":
        game = SealedGame(BEGINNER, most=130)
        return game.export(viewer=1, upto=game.commands[-1])
    if which == "watched":
        return SealedGame(STANDARD, most=80).export()
    if which == "lesson":
        return SealedGame(lesson.OPTIONS, deal=guided_game.FixedDeal()).export()
    return SealedGame(GAMES[which], 19).export()


def first(file: Export, type_: str) -> dict[str, Any]:
    return next(event for event in file["events"] if event["type"] == type_)


def exchange_cards(file: Export) -> Export:
    """Exchange the two topmost cards of a deck, and seal the chain again."""
    dealt = first(file, "RoundDealt")
    part = json.loads(dealt["private"][0])
    deck = part["part"]["deck"]
    deck[:2] = deck[1::-1]
    dealt["private"] = [json.dumps(part, sort_keys=True, separators=(",", ":"))]
    return reseal(file)


def change_a_bit(file: Export) -> Export:
    event = file["events"][7]
    event["recorded_at"] ^= 1
    return file
