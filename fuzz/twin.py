"""A twin of a game that never knows more of it than a written position tells.

Before each action it is written out and loaded, then it makes the same action with the same
chance. Whatever later events depend on must therefore stand in positions (ACTIONS.md section 3).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from fuzz.options import Json
from fuzz.playing import Move
from illimat_core import Event, RuleError, State, advance, load, observe, write

Given = Sequence[Any]


class TwinError(Exception):
    """The twin of a game went another way."""


class Twin:
    """Follows a game, action by action."""

    def __init__(self, state: State) -> None:
        self._written: Json = {}
        self._loaded = self._load_again(state)

    def follow(self, move: Move, after: State, events: Sequence[Event], chance: Given) -> None:
        """Make the move that led the game on; ``TwinError`` where it leads elsewhere.

        ``after`` and ``events`` are what it led to, ``chance`` is what was drawn by it.
        """
        before = self._written
        try:
            state, happened = advance(self._loaded, move.seat, move.action, _Again(chance))
        except RuleError as refusal:
            raise TwinError(f"A loaded position refused, {refusal}: {before}") from refusal
        self._loaded = self._load_again(state)
        if self._written != in_json(write(after)) or told(happened) != told(events):
            raise TwinError(f"A loaded position went on another way: {before}")
        if any(observe(state, viewer) != observe(after, viewer) for viewer in (*state.seats, None)):
            raise TwinError(f"A loaded position shows something else: {before}")

    def _load_again(self, state: State) -> State:
        """A state of what its position tells, and nothing else."""
        self._written = in_json(write(state))
        loaded = load(self._written)
        if in_json(write(loaded)) != self._written:
            raise TwinError(f"A position came back another one: {self._written}")
        return loaded


class _Again:
    """Chance that gives what it gave before."""

    def __init__(self, given: Given) -> None:
        self._left: Iterator[Any] = iter(given)

    def shuffle(self, label: str, things: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(next(self._left))

    def pick(self, label: str, things: Sequence[Any]) -> Any:
        return next(self._left)


def told(events: Sequence[Event]) -> list[Json]:
    """Events as JSON, but for what makes no difference.

    A hand has no order, and okuses are interchangeable (R-SETUP-4).
    """
    return [_comparable(msgspec.to_builtins(event)) for event in events]


def _comparable(event: Json) -> Json:
    event.pop("okus", None)
    if event["type"] in {"HandDiscarded", "PlayerForfeited"}:
        event["cards"] = sorted(event["cards"])
    return event


def in_json(value: Any) -> Any:
    """What comes out of a value when it went through JSON text."""
    return msgspec.json.decode(msgspec.json.encode(value))
