"""Plays turns straight into the database: `python -m trials.prove.turns COUNT PACE SEED`.

It plays PACE turns a second, at a few tables at a time, and prints each as a line of JSON. Tables
are left alone after some turns, so that the player to move there must get a mail. Some plays are
rolled back after all their consequences were written, as when the database goes away.
"""

import sys
import time
from itertools import islice
from random import Random
from uuid import UUID, uuid4

import django
import msgspec
from django.db import transaction

from trials.dice import dice
from trials.people import seat_people

TABLES = 20
TURNS = 6  # at a table, on average
ROLLED_BACK = 8  # plays, of which one is rolled back and made again
LISTED = 12  # legal actions to choose from
OPTIONS = {"mode": "beginner", "players": 2}


class Turn(msgspec.Struct):
    """A play, with the version and the head of the game that it led to."""

    game: str
    version: int
    head: str
    rolled_back: bool


def main() -> None:
    count, pace, seed = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    django.setup()
    from accounts.models import User  # noqa: PLC0415 - after the setup

    people, random = list(User.objects.order_by("pk")), dice(seed)
    began, made, tables = time.monotonic(), 0, dict[UUID, int]()
    while made < count:
        time.sleep(max(0, began + made / pace - time.monotonic()))
        while len(tables) < TABLES:
            game = seat_people(random.sample(people, 2), OPTIONS, visibility="link")
            tables[game.pk] = 1 + int(random.expovariate(1 / TURNS))
        game_id = random.choice(list(tables))
        if random.randrange(ROLLED_BACK) == 0:
            _say(_roll_back(game_id, random))
        turn = _play(game_id, random)
        made += 1
        tables[game_id] -= 1
        if turn is None or not tables[game_id]:
            del tables[game_id]
        if turn:
            _say(turn)


def _say(turn: Turn | None) -> None:
    if turn:
        print(msgspec.json.encode(turn).decode(), flush=True)


def _roll_back(game_id: UUID, random: Random) -> Turn | None:
    """Play, and roll back what was written."""
    with transaction.atomic():
        turn = _play(game_id, random)
        transaction.set_rollback(True)
    if turn:
        turn.rolled_back = True
    return turn


def _play(game_id: UUID, random: Random) -> Turn | None:
    """Play an action of the player to move; return None if the game is over."""
    from games.actors import CommandSource  # noqa: PLC0415 - likewise
    from games.models import Game, SeatAssignment  # noqa: PLC0415 - likewise
    from games.play.commands import Command, play  # noqa: PLC0415 - likewise
    from games.stream import store  # noqa: PLC0415 - after the setup
    from illimat_core import as_json, legal_actions  # noqa: PLC0415 - likewise

    state = store.state_of(Game.objects.get(pk=game_id))
    if not state.awaited:
        return None
    seat = state.awaited[0]
    if seat is None:
        raise RuntimeError("nobody watches these games")
    actor = SeatAssignment.objects.select_related("user").get(game=game_id, number=seat).user
    if actor is None:
        raise RuntimeError("somebody sits on every seat")
    action = random.choice(list(islice(legal_actions(state, seat), LISTED)))
    played = play(Command(game_id, actor, CommandSource.API, str(uuid4()), [as_json(action)]))
    game = played.table.game
    return Turn(str(game_id), game.version, game.head, rolled_back=False)


if __name__ == "__main__":
    main()
