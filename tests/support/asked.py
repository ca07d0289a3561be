"""Games that wait for the decision that a test is about, and requests sent at the same moment."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count, islice
from random import Random
from threading import Barrier, Thread
from typing import Any

from django.db import connection, transaction

from games.actors import CHANCE, CommandSource
from games.models import Game
from games.play import recorder
from games.stream.dealer import Dealer
from illimat_core import (
    Event,
    SeededSource,
    State,
    advance,
    as_json,
    begin,
    fold,
    legal_actions,
    read_options,
    settle_chance,
)
from illimat_core.editions import CURRENT
from tests.support.api_games import ApiGame
from tests.support.people import Person
from trials.programs import wait_until

WITH_AUDIENCE = ("audience", "maiden", "river", "drought")
WITH_GAMBLER = ("gambler", "maiden", "river", "drought")
LONGEST = 60  # actions before the decision must open; otherwise another game is tried


class Asked(ApiGame):
    """A game in which `action` of seat `actor` leads to a decision of a kind; it was made, or not.

    The people sit on the seats in their order.
    """

    def __init__(
        self, people: list[Person], kind: str, *, made: bool = True, **members: Any
    ) -> None:
        options = {"mode": "standard", **members.pop("options", {})}
        super().__init__(people, options=options, start="by_hand", **members)
        before, self.actor, self.action, after = _way_to(kind, json.dumps(self.game.options))
        begin_at(self.id, before + after if made else before)


class InRound(ApiGame):
    """A game that has come to a round; the people sit on the seats in their order."""

    def __init__(self, people: list[Person], number: int, **members: Any) -> None:
        super().__init__(people, start="by_hand", **members)
        begin_at(self.id, _way_to_round(number, self.game))


def _way_to_round(number: int, game: Game) -> list[Event]:
    source = Dealer(game, 0, None)  # as for one command
    events = begin(read_options(game.options))
    state, events = settle_chance(fold(events), events, source)
    while state.round < number:
        seat = state.awaited[0]
        *_, action = islice(legal_actions(state, seat), 100)
        state, more = advance(state, seat, action, source)
        events += more
    return events


def begin_at(game_id: Any, events: list[Event]) -> None:
    """Let a full table's game begin with these events; its people sit in the order they came."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        assignments = list(game.assignments.order_by("id"))
        for number, assignment in enumerate(assignments):
            assignment.number = number
            assignment.save()
        game.edition = CURRENT.name
        recorder.append(
            game,
            assignments,
            recorder.Advance(None, fold(events), events),
            actor=CHANCE,
            source=CommandSource.API,
        )


@cache
def _way_to(kind: str, options: str) -> tuple[list[Event], int, dict[str, Any], list[Event]]:
    """Return the events before an action that opens the decision, the action, and its events."""
    wanted = read_options(json.loads(options))
    for number in count():
        source, dice = SeededSource(number.to_bytes(4, "big")), Random(number)  # noqa: S311
        events = begin(wanted)
        state, events = settle_chance(fold(events), events, source)
        for _ in range(LONGEST):
            if state.over:
                break
            seat = state.awaited[0]
            action = dice.choice(list(islice(legal_actions(state, seat), 100)))
            state, more = advance(state, seat, action, source)
            if state.pending is not None and state.pending.kind == kind and seat is not None:
                return events, seat, as_json(action), more
            events += more
    raise AssertionError(kind)


def at_once(wishes: Sequence[Callable[[], Any]]) -> list[Any]:
    """Send all requests at the same moment, each over its own connection."""
    barrier = Barrier(len(wishes))
    answers: list[Any] = [None] * len(wishes)

    def send(number: int) -> None:
        try:
            barrier.wait()
            answers[number] = wishes[number]()
        finally:
            connection.close()

    threads = [Thread(target=send, args=(number,)) for number in range(len(wishes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def statuses(answers: list[Any]) -> list[int]:
    """Return the status of each answer, sorted."""
    return sorted(answer.status_code for answer in answers)


def hidden_from(state: State, seat: int | None) -> set[str]:
    """Return the cards that a seat may not see now; None stands for a spectator."""
    if state.options.mode_rules.open_hand:
        hands: list[tuple[str, ...]] = []
    else:
        hands = [player.hand for number, player in enumerate(state.players) if number != seat]
    items = [item.hidden for field in state.fields for item in field.items]
    private = [
        (seen.card,) for player in state.players for seen in player.private if seat not in seen.by
    ]
    return set(state.deck).union(state.beneath, *hands, *items, *private)


def wait_for_waiting(many: int = 1) -> None:
    """Wait until that many transactions wait for locks, on a database in which several can write.

    Raises TimeoutError.
    """
    if connection.vendor == "postgresql":
        wait_until(lambda: _waiting() >= many, 10)


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # which a transaction keeps to its end
        cursor.execute(  # other tests wait in other databases of the same server
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        number: int = cursor.fetchone()[0]
        return number
