"""Positions of the golden games, as games that people can open and go on playing."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from accounts.models import User
from games.actors import CommandSource
from games.making.services import seat_take
from illimat_core import Event, State, decisions
from illimat_core.events import TABLE_EVENTS
from tests.golden import stream
from tests.golden.stream import read_manifest
from tests.support.asked import begin_at
from tests.support.service_games import ServiceGame

LONG = 400  # events; longer games show nothing here that no shorter one shows
GAMES = 60  # golden games that are looked through


class Asked(NamedTuple):
    """A position in which a seat is asked: its state, and the events that lead to it."""

    state: State
    seat: int | None
    kind: str
    events: list[Event]
    options: dict[str, Any]


@cache
def _events(game: str) -> list[Event]:
    """Return the events of a golden game, up to the first by which somebody leaves."""
    events = [line.event for line in stream.read(game)]
    left = (place for place, event in enumerate(events) if type(event) in TABLE_EVENTS)
    return events[: next(left, len(events))]


def asked_positions() -> Iterator[Asked]:
    """Yield the positions of the golden games in which somebody is asked."""
    for golden in read_manifest()[:GAMES]:
        if golden.events > LONG:
            continue
        events = _events(golden.game)
        for number, state in enumerate(stream.states(events), start=1):
            for each in decisions(state)[:1]:
                yield Asked(state, each.seat, each.kind, events[:number], golden.options)


def game_at(position: Asked, people: list[User]) -> ServiceGame:
    """Return a game that stands so, with people on its seats in their order."""
    options = position.options | {"players": position.state.options.players}
    waiting = ServiceGame([], **options)
    for user in people[: position.state.options.players]:
        seat_take(user=user, game_id=waiting.id, source=CommandSource.API)
    begin_at(waiting.id, position.events)
    return waiting
