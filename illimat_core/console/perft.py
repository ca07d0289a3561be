"""Perft: the number of sequences of legal actions of a given length from a position.

A changed count shows a changed rule: chess programs use the same test. Chance is
drawn from a fixed seed. Where several seats choose at once, they are taken to answer in order of
their seats, since the order of their answers makes no difference.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from illimat_core.console.session import awaited_seat, load_session, new_session
from illimat_core.decider import advance
from illimat_core.offers.listing import legal_actions
from illimat_core.rules.sources import SeededSource, Source
from illimat_core.state import State

SEED: Final = b"perft"


class PerftPosition(NamedTuple):
    """A position of a file: its name, its state, and the expected counts by depth, from 1."""

    name: str
    state: State
    counts: tuple[int, ...]


def perft(state: State, depth: int, source: Source) -> int:
    """Count the sequences of exactly ``depth`` legal actions that a state has."""
    if depth == 0:
        return 1
    if state.over:
        return 0
    seat = awaited_seat(state)
    actions = legal_actions(state, seat)
    if depth == 1:
        return sum(1 for _ in actions)
    return sum(perft(advance(state, seat, each, source)[0], depth - 1, source) for each in actions)


def read_positions(path: Path) -> list[PerftPosition]:
    """Read a file of positions: a list of objects with ``id``, ``given`` or ``new``, ``counts``.

    ``given`` is a position (ACTIONS.md section 3); ``new`` are the options of a game dealt from a
    fixed seed. Raises ``PositionError`` and ``OptionsError``.
    """
    return [_position(each) for each in yaml.safe_load(path.read_text(encoding="utf-8"))]


def _position(entry: Mapping[str, Any]) -> PerftPosition:
    if "new" in entry:
        session = new_session(entry["new"], SEED)
    else:
        session = load_session(entry["given"], seed=SEED)
    return PerftPosition(entry["id"], session.state, tuple(entry.get("counts", ())))


def run(positions: Sequence[PerftPosition], depth: int) -> Iterator[tuple[str, bool]]:
    """Count each position down to ``depth``; yield a line and whether it is as expected."""
    source = SeededSource(SEED)
    for position in positions:
        counts = [perft(position.state, each, source) for each in range(1, depth + 1)]
        expected = list(position.counts[:depth])
        fits = counts[: len(expected)] == expected
        shown = " ".join(f"{count:,}" for count in counts)
        remark = "" if fits else f"  expected {' '.join(f'{count:,}' for count in expected)}"
        yield f"{position.name}: {shown}{remark}", fits
