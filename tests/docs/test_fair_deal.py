"""The checker for players computes what the page on the fair deal specifies."""

import ast
import json
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import islice
from typing import Any

import pytest

from tests.support import fair_deal
from tests.support.fair_deal import CHECKER, check

pytestmark = pytest.mark.quick

_hex = bytes.fromhex


def _blocks(key: str, label: str, number: int) -> str:
    words = check.draws(_hex(key), label, [2**64] * 4 * (number + 1))
    return b"".join(word.to_bytes(8, "big") for word in islice(words, 4 * number, None)).hex()


def _numbers(key: str, label: str, bound: str, count: int) -> list[str]:
    return [str(number) for number in check.draws(_hex(key), label, [int(bound)] * count)]


def _pick(key: str, label: str, things: list[Any]) -> Any:
    return things[next(check.draws(_hex(key), label, [len(things)]))]


def _lot(seed: str, season: str, entrant: str) -> str:
    key = check.key(_hex(seed), season, "lots", b"")
    return str(next(check.draws(key, f"standings/{entrant}", [2**64])))


COMPUTED: dict[str, Callable[..., Any]] = {
    "part": lambda text: sha256(text.encode()).hexdigest(),
    "hash": check.link,
    "secret": lambda seed, scope: fair_deal.secret_of(_hex(seed), scope).hex(),
    "commitment": lambda game, scope, secret: check.commitment(game, scope, _hex(secret)),
    "commitment_to_all": fair_deal.commitment_to_all,
    "key": lambda secret, game, scope, entropies: check.key(
        _hex(secret), game, scope, _hex(entropies)
    ).hex(),
    "block": _blocks,
    "below": _numbers,
    "pick": _pick,
    "shuffle": lambda key, label, things: check.shuffle(_hex(key), label, things),
    "luminaries": lambda options, deck: check.luminary_set(options, size=deck),
    "deal": lambda dealer, summer, hands: fair_deal.dealt(dealer, summer, dict(hands)),
    "blind": lambda key, label, place: fair_deal.blind_of(_hex(key), label, place).hex(),
    "leaf": lambda place, card, blind: check.climb(1, place, card, blind, []),
    "root": lambda key, label, cards: fair_deal.root_of(_hex(key), label, cards),
    "opening": lambda path, **given: check.climb(path=list(path), **given),
    "lot": _lot,
}
VECTORS: dict[str, list[Any]] = json.loads(fair_deal.FILE.read_text(encoding="utf-8"))


def test_the_test_vectors_are_up_to_date() -> None:
    written = fair_deal.FILE.read_text(encoding="utf-8")
    assert written == fair_deal.text(), "Run .venv/bin/python -m tests.support.fair_deal"


@pytest.mark.parametrize("kind", VECTORS)
def test_the_checker_passes_every_vector(kind: str) -> None:
    for vector in VECTORS[kind]:
        assert COMPUTED[kind](**vector["in"]) == vector["out"], vector


def test_the_page_describes_each_kind_of_vector() -> None:
    page = fair_deal.FILE.with_name("fair-deal.md").read_text(encoding="utf-8")
    _, _, section = page.partition("## Test vectors")
    for kind, listed in VECTORS.items():
        names = ", ".join(f"`{name}`" for name in listed[0]["in"])
        assert f"\n| `{kind}` | {names} |" in section


def test_the_checker_imports_nothing_but_the_standard_library_of_python_3_9() -> None:
    text = CHECKER.read_text(encoding="utf-8")
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(text, feature_version=(3, 9)))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_the_checker_is_short_since_players_read_it_before_they_trust_it() -> None:
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) < 300
