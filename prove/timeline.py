"""The states of games, one after each event, as the rules make them of what is stored."""

import json
from collections.abc import Mapping, Sequence

from illimat_core import State, evolve, fold, wire
from prove.facts import Row

Timeline = list[State]


def timeline(rows: Sequence[Row]) -> Timeline:
    """Return the states after each event; raises whatever the rules raise of what makes no sense.

    The first event is a state's beginning, so there is one for each sequence.
    """
    states: Timeline = []
    for row in rows:
        parts = json.loads(row.private)
        secret = {name: value for part in parts for name, value in part["part"].items()}
        event = wire.decode(row.type, row.schema, json.loads(row.public), secret if parts else None)
        states.append(evolve(states[-1], event) if states else fold([event]))
    return states


def timelines(games: Mapping[str, Sequence[Row]]) -> tuple[dict[str, Timeline], list[str]]:
    """Return those of all games, and what is to be said of those that cannot be folded."""
    found: dict[str, Timeline] = {}
    complaints: list[str] = []
    for game, rows in games.items():
        try:
            found[game] = timeline(rows)
        except Exception as error:
            complaints.append(f"Game {game} cannot be folded: {type(error).__name__}: {error}")
    return found, complaints


def was_current(states: Timeline, expected: int, version: int) -> bool:
    """Return whether a command that names `expected` was in time when the game was at `version`.

    While a decision is open, so is every version since it opened.
    """
    if not 1 <= version <= len(states):
        return False
    pending = states[version - 1].pending
    return (pending.since if pending else version) <= expected <= version
