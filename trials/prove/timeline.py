"""The states of games after each of their stored events."""

import json
from collections.abc import Mapping, Sequence

from illimat_core import State, evolve, fold
from illimat_core.events import TableEvent, wire
from trials.prove.database import StoredEvent


class Timeline(list[State]):
    """The states after each event.

    `changed` gives for each the last version with news for players.
    """

    def __init__(self) -> None:
        self.changed: list[int] = []


def timeline(rows: Sequence[StoredEvent]) -> Timeline:
    """Return the states after each event; raises the rules' errors for impossible events.

    The first event creates the first state, so there is a state for each sequence number.
    """
    states = Timeline()
    for row in rows:
        parts = json.loads(row.private)
        secret = {name: value for part in parts for name, value in part["part"].items()}
        event = wire.decode(row.type, row.schema, json.loads(row.public), secret if parts else None)
        states.append(evolve(states[-1], event) if states else fold([event]))
        noted = isinstance(event, TableEvent)
        states.changed.append(states.changed[-1] if noted else states[-1].version)
    return states


def timelines(games: Mapping[str, Sequence[StoredEvent]]) -> tuple[dict[str, Timeline], list[str]]:
    """Return the timelines of all games, and a sentence for each game that cannot be folded."""
    found: dict[str, Timeline] = {}
    complaints: list[str] = []
    for game, rows in games.items():
        try:
            found[game] = timeline(rows)
        except Exception as error:
            complaints.append(f"Game {game} cannot be folded: {type(error).__name__}: {error}")
    return found, complaints


def was_current(states: Timeline, expected: int, version: int) -> bool:
    """Return whether `expected` was a current version for a command when a game was at `version`.

    While a decision is open, every version since it opened is current. Events that the server
    only notes about the table make no version outdated.
    """
    if not 1 <= version <= len(states):
        return False
    pending = states[version - 1].pending
    return (pending.since if pending else states.changed[version - 1]) <= expected <= version
