"""The lots of a season are checked from its export alone, as the page on the fair deal says."""

import json
from collections.abc import Callable
from hashlib import sha256
from hmac import digest
from pathlib import Path
from typing import Any

import pytest

from leagues.running import lifecycle
from tests.support.api_seasons import (
    DAY,
    LEAGUES,
    SEASONS,
    ApiSeason,
    declaration,
    later,
    make_league,
)
from tests.support.exports import export_season
from tests.support.fair_deal import check
from tests.support.people import Person
from tests.support.times import Time

pytestmark = pytest.mark.django_db


def faults(whole: Any) -> list[str]:
    """Return what is wrong with the seed and the lots of an export."""
    season, seed = whole["season"]["id"], bytes.fromhex(whole["season"]["revealed"])
    found = []
    if sha256(f"commitment/{season}/lots/".encode() + seed).hexdigest() != committed(whole):
        found.append("seed")
    key = digest(seed, f"key/{season}/lots/".encode(), "sha256")
    for row in whole["standings"]:
        block = digest(key, f"standings/{row['entrant']['id']}/0".encode(), "sha256")
        if row["lot"] != str(int.from_bytes(block[:8], "big")):
            found.append("lot")
    return found


def committed(whole: Any) -> str:
    return str(whole["season"]["commitment"])


def exchange_seed(whole: Any) -> None:
    whole["season"]["revealed"] = "00" * 32


def change_lot(whole: Any) -> None:
    whole["standings"][0]["lot"] = str(int(whole["standings"][0]["lot"]) ^ 1)


def swap_lots(whole: Any) -> None:
    one, other, *_ = whole["standings"]
    one["lot"], other["lot"] = other["lot"], one["lot"]


@pytest.mark.parametrize("seed", [3, 5, 13])
def test_the_lots_of_a_season_that_is_over_follow_from_its_seed(seed: int) -> None:
    whole = export_season(seed)
    assert next(iter(whole)) == "format"
    assert whole["format"] == "illimat-season-1"
    assert len(whole["standings"]) > 1
    assert faults(whole) == []


def test_so_do_those_of_a_season_that_was_called_off(ada: Person) -> None:
    season = ApiSeason(ada)
    season.enter(*(Person() for _ in range(3)))
    season.start()
    season.organiser.post(f"{season.path}/call-off")
    whole = ada.get(f"{season.path}/export.json").json()
    assert len(whole["standings"]) == 3
    assert faults(whole) == []


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("expired", [True, False])
def test_the_seed_of_a_season_that_never_starts_is_published_when_it_is_called_off(
    ada: Person, time: Time, opened: bool, expired: bool
) -> None:
    declared = declaration() if opened else declaration() | {"registration_opens_at": None}
    made = ada.post(f"{LEAGUES}/{make_league(ada)}/seasons", declared).json()
    path = f"{SEASONS}/{made['id']}"
    lifecycle.sweep()
    if expired:
        later(time, 68 * DAY)
    else:
        ada.post(f"{path}/call-off")
    whole = ada.get(f"{path}/export.json").json()
    assert (whole["season"]["state"], whole["standings"]) == ("called_off", [])
    assert faults(whole) == []


@pytest.mark.parametrize(
    ("tamper", "told"),
    [(exchange_seed, {"seed", "lot"}), (change_lot, {"lot"}), (swap_lots, {"lot"})],
)
def test_a_changed_seed_or_lot_is_found(tamper: Callable[[Any], None], told: set[str]) -> None:
    whole = export_season()
    tamper(whole)
    assert set(faults(whole)) == told


def test_the_program_for_players_checks_the_lots_of_a_season(tmp_path: Path) -> None:
    export = export_season()
    file = tmp_path / "season.json"
    file.write_text(json.dumps(export))
    assert check.main([str(file)]) == 0
    export["standings"][0]["lot"] = export["standings"][1]["lot"]
    file.write_text(json.dumps(export))
    assert check.main([str(file)]) == 1
