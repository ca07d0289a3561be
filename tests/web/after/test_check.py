"""The checker in JavaScript: what it finds in the files of games."""

import json
import subprocess
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import PROJECT
from tests.support.sealed_games import Export, reseal
from tests.web.checked_games import change_a_bit, exchange_cards, first, played

VECTORS = PROJECT / "docs" / "concepts" / "fair-deal-vectors.json"
CHECKING = Path(__file__).with_name("checking.mjs")


class Checker:
    """The checker, running in Node.js."""

    def __init__(self, node: str) -> None:
        self._program = subprocess.Popen(
            [node, CHECKING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, question: dict[str, Any]) -> Any:
        """Return the answer to a line."""
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.write(json.dumps(question) + "\n")
        self._program.stdin.flush()
        return json.loads(self._program.stdout.readline())

    def found(self, file: Export, **kept: list[str]) -> dict[str, Any]:
        """Return what the checker finds in a file, by the name of the group."""
        return {group["name"]: group for group in self.ask({"file": file, "kept": kept})}

    def faults(self, file: Export, **kept: list[str]) -> set[str]:
        """Return the kinds of faults in a file."""
        groups = self.found(file, **kept).values()
        return {fault["key"] for group in groups for fault in group["faults"]}

    def stop(self) -> None:
        self._program.communicate(timeout=30)


@pytest.fixture(scope="module")
def checker(node_path: str) -> Iterator[Checker]:
    running = Checker(node_path)
    yield running
    running.stop()


def test_every_step_is_computed_as_the_vectors_say(checker: Checker) -> None:
    vectors = json.loads(VECTORS.read_text())
    assert sum(map(len, vectors.values())) >= 100
    assert checker.ask({"vectors": vectors}) == []


@pytest.mark.parametrize(
    "which", ["standard", "persistent", "reshuffled", "solitaire", "running", "watched", "lesson"]
)
def test_a_game_as_it_was_played_has_no_faults(checker: Checker, which: str) -> None:
    file = played(which)
    groups = checker.found(file)
    assert [group["faults"] for group in groups.values()] == [[], [], [], []]
    assert groups["chain"]["checked"] == file["version"]
    is_over = file["state"] == "finished"
    for name in ("commitments", "deals"):
        assert (groups[name]["later"] == 0) == is_over
    assert (groups["openings"]["checked"] > 0) == (not is_over)


def test_games_show_what_is_dealt_in_each_way(checker: Checker) -> None:
    assert first(played("reshuffled"), "DeckReshuffled")
    titles = {row["title"] for row in checker.found(played("reshuffled"))["deals"]["rows"]}
    assert titles == {"seats", "dealer", "deck", "luminaries", "reshuffle"}
    rounds = [
        json.loads(e["public"]) for e in played("persistent")["events"] if e["type"] == "RoundDealt"
    ]
    assert any(dealt["kept"] for dealt in rounds)


def open_another_secret(file: Export) -> Export:
    file["openings"]["1"] = "ab" * 32
    return file


def keep_a_secret(file: Export) -> Export:
    del file["openings"]["2"]
    return file


def commit_anew(file: Export) -> Export:
    file["commitments"]["3"] = "ab" * 32
    return file


def ignore_entropy(file: Export) -> Export:
    """Add bytes to the first event that were not used for the deal."""
    file["events"][0]["entropy"] += "ab" * 32
    return reseal(file)


def add_entropy(file: Export) -> Export:
    """Add bytes of the server's in the last play."""
    last = [event for event in file["events"] if event["entropy"]][-1]
    last["entropy"] += "00" * 32
    return reseal(file)


def keep_a_hand_hidden(file: Export) -> Export:
    event = first(file, "HandDealt")
    event["private"] = [sha256(part.encode()).hexdigest() for part in event["private"]]
    return file


def drop(file: Export) -> Export:
    del file["events"][20]
    return file


def drop_the_last(file: Export) -> Export:
    del file["events"][-1]
    return file


def splice(file: Export) -> Export:
    """Take an event from another game."""
    file["events"][-1] = played("persistent")["events"][-1]
    return file | {"head": file["events"][-1]["hash"]}


def call_the_deal_a_lesson(file: Export) -> Export:
    """Leave out the root of the first deal, and exchange two cards."""
    dealt = first(file, "RoundDealt")
    public = json.loads(dealt["public"])
    del public["deck_root"]
    dealt["public"] = json.dumps(public, sort_keys=True, separators=(",", ":"))
    return exchange_cards(file)


def insert(file: Export) -> Export:
    file["events"].insert(20, deepcopy(file["events"][19]))
    return file


def reorder(file: Export) -> Export:
    file["events"][20:22] = file["events"][21:19:-1]
    return file


def drop_and_seal(file: Export) -> Export:
    """Drop what was drawn into a hand, and seal the chain again."""
    file["events"].remove(first(file, "HandDrawn"))
    return reseal(file)


def replace_a_root(file: Export) -> Export:
    dealt = first(file, "RoundDealt")
    public = json.loads(dealt["public"]) | {"deck_root": "ab" * 32}
    dealt["public"] = json.dumps(public, sort_keys=True, separators=(",", ":"))
    return reseal(file)


def draw_other_seats(file: Export) -> Export:
    file["seats"].reverse()
    return file


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (exchange_cards, {"draw"}),
        (change_a_bit, {"changed"}),
        (open_another_secret, {"secret", "draw", "root"}),
        (keep_a_secret, {"unopened"}),
        (commit_anew, {"commitment", "started"}),
        (ignore_entropy, {"draw", "root"}),
        (add_entropy, {"changed"}),
        (keep_a_hand_hidden, {"hidden"}),
        (drop, {"sequence"}),
        (drop_the_last, {"head"}),
        (splice, {"sequence"}),
        (call_the_deal_a_lesson, {"no-root", "draw"}),
        (insert, {"sequence"}),
        (reorder, {"sequence"}),
        (drop_and_seal, {"draw"}),
        (replace_a_root, {"root"}),
        (draw_other_seats, {"seats"}),
    ],
)
def test_whatever_was_changed_is_found(
    checker: Checker, change: Callable[[Export], Export], expected: set[str]
) -> None:
    assert checker.faults(change(deepcopy(played("standard")))) >= expected


def test_openings_are_proofs_and_none_is_missing(checker: Checker) -> None:
    file = deepcopy(played("running"))
    file["cards"][3]["path"][0] = "ab" * 32
    assert checker.faults(file) == {"opening"}
    del file["cards"][3]
    assert checker.faults(file) == {"unproven"}
    file["cards"].clear()
    assert len(checker.found(file)["openings"]["faults"]) >= 12


def test_what_somebody_kept_must_be_in_the_log(checker: Checker) -> None:
    file = played("standard")
    kept = {
        "heads": [file["events"][9]["hash"]],
        "entropies": [file["events"][0]["entropy"][64:128]],
    }
    assert checker.faults(file, **kept) == set()
    assert checker.faults(file, heads=["ab" * 32]) == {"mail"}
    cut = reseal(deepcopy(file) | {"events": deepcopy(file["events"][:-1])})
    assert checker.faults(cut, heads=[file["head"]]) >= {"mail"}
    assert checker.faults(file, entropies=["ab" * 32]) == {"entropy"}


def test_a_table_without_events_shows_its_commitments(checker: Checker) -> None:
    file = deepcopy(played("standard"))
    file |= {"events": [], "version": 0, "head": "", "openings": {}, "state": "open", "seats": None}
    assert checker.faults(file) == set()
    assert checker.faults(commit_anew(file)) == {"commitment"}
    assert checker.faults(file | {"state": "called_off"}) >= {"unopened"}
