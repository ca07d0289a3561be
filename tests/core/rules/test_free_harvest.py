"""A free action may be a harvest, although no luminary harvests by one yet (R-TURN-2)."""

from dataclasses import replace
from typing import Any

import pytest

from illimat_core.actions import Harvest, LoomStockpile
from illimat_core.cards import FieldId, Seat
from illimat_core.editions import CURRENT
from illimat_core.luminaries import loom
from illimat_core.rules.hooks import Outcome, Tabletop
from illimat_core.rules.plays import perform, plan
from tests.core.luminaries.table import PlayedTable, check_sleeps, lay

FREE: dict[str, Any] = {"kind": "loom_stockpile", "card": "7Wi", "value": 7, "take": ["7Sp"]}
PLAY: dict[str, Any] = {"kind": "harvest", "card": "3Wi", "field": "NW", "take": ["3Au"]}


def harvest_in_its_field(
    table: Tabletop, at: FieldId, seat: Seat, action: LoomStockpile
) -> Outcome:
    harvest = Harvest(card=action.card, field=at, take=action.take)
    planned = plan(table, harvest)
    return lambda draft: perform(draft, seat, harvest, planned, "loom")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> PlayedTable:
    """Return a table with a Loom whose free action is a harvest of the cards that it names."""
    assert loom.RULES.free
    harvesting = replace(loom.RULES, free=replace(loom.RULES.free, check=harvest_in_its_field))
    monkeypatch.setitem(CURRENT.luminaries, "loom", harvesting)
    return lay(
        {
            "luminaries": {"NW": "loom"},
            "hands": {0: ["7Wi", "3Wi", "2Wi"], 1: ["KAu"]},
            "fields": {"NW": ["7Sp", "3Au", "2Au"]},
            "summer": "NW",
        }
    )


def test_a_game_is_stored_between_a_free_harvest_and_the_play(table: PlayedTable) -> None:
    after = check_sleeps(table.act(0, **FREE), 0, **PLAY)
    assert {*after.see("harvested.0")} == {"3Au", "3Wi", "7Sp", "7Wi"}


@pytest.mark.parametrize(("first", "second"), [(FREE, PLAY), (PLAY, FREE)])
def test_a_field_harvested_freely_and_by_the_play_is_named_once(
    table: PlayedTable, first: dict[str, Any], second: dict[str, Any]
) -> None:
    after = table.act(0, **first).act(0, **second)
    assert after.see("harvested_last_turn.0") == ["NW"]
