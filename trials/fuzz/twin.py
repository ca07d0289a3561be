"""A twin of a game that knows no more than a written position says.

Before each action its position is written out and loaded again; then it makes the same action with
the same chance. All that later events depend on must therefore be part of positions (ACTIONS.md
section 3).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from illimat_core import Event, RuleError, Source, State, advance, load, observe, write
from trials.jsons import Json, in_json
from trials.random_games.game import Move

Given = Sequence[Any]


class TwinError(Exception):
    """Raised when the twin of a game takes another course."""


class Twin:
    """Follows a game, action by action."""

    def __init__(self, state: State) -> None:
        self._written: Json = {}
        self._loaded = self._load_again(state)

    def follow(self, move: Move, after: State, events: Sequence[Event], chance: Given) -> None:
        """Repeat a move of the game; raises TwinError if it leads elsewhere.

        `after` and `events` are the move's result, `chance` is what was drawn during it.
        """
        before = self._written
        try:
            state, happened = advance(self._loaded, move.seat, move.action, _Again(chance))
        except RuleError as refusal:
            raise TwinError(f"A loaded position refused, {refusal}: {before}") from refusal
        self._loaded = self._load_again(state)
        if self._written != in_json(write(after)) or comparable_events(
            happened
        ) != comparable_events(events):
            raise TwinError(f"A loaded position went on another way: {before}")
        if any(observe(state, viewer) != observe(after, viewer) for viewer in (*state.seats, None)):
            raise TwinError(f"A loaded position shows something else: {before}")

    def _load_again(self, state: State) -> State:
        """Return a state made from its position alone."""
        self._written = in_json(write(state))
        loaded = load(self._written)
        if in_json(write(loaded)) != self._written:
            raise TwinError(f"A position came back another one: {self._written}")
        return loaded


class _Again(Source):
    """A source of chance that repeats recorded answers."""

    def __init__(self, given: Given) -> None:
        self._left: Iterator[Any] = iter(given)

    def shuffle(self, label: str, things: Sequence[Any]) -> tuple[Any, ...]:
        del label, things
        return tuple(next(self._left))

    def pick(self, label: str, things: Sequence[Any]) -> Any:
        del label, things
        return next(self._left)


def comparable_events(events: Sequence[Event]) -> list[Json]:
    """Return events as JSON, without differences that do not matter.

    A hand has no order, and okuses are interchangeable (R-SETUP-4).
    """
    return [_comparable(msgspec.to_builtins(event)) for event in events]


def _comparable(event: Json) -> Json:
    event.pop("okus", None)
    if event["type"] in {"HandDiscarded", "PlayerForfeited"}:
        event["cards"] = sorted(event["cards"])
    return event
