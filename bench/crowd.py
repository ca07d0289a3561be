"""People and games that the measured server has: some to play, and a crowd of others.

Everything about games that are played is made by the product itself. The crowd is only rows that
lists find: tables and seats of strangers, written in bulk.
"""

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.db import connection

from accounts.models import User
from bench.play import BEGINNERS, any_action, dice
from games import services, store
from games.models import Game, SeatAssignment
from illimat_core import RuleError, as_json, read_options
from prove.people import make

OPTIONS = BEGINNERS | {"rounds": 32}  # no game is over before it was measured
MID, YOUNG, OLD = 60, 10, 300  # events
OWN = 10  # games on the home screen
BATCH = 2_000
LOOKED_AT = 10  # plays


class Tables(msgspec.Struct):
    """Session tokens of two people, and the ids of their games by how old these are.

    `rows` is how many rows a play writes, with so many `statements`.
    """

    tokens: list[str]
    mid: list[str]
    young: list[str]
    old: list[str]
    rows: int
    statements: int


def play_tables(games: int) -> Tables:
    """Let two people play so many games of each age."""
    tokens = [person["token"] for person in make(2)]
    people = list(User.objects.order_by("pk"))
    ages = {
        name: [_played(people, number, upto) for number in range(games)]
        for name, upto in (("mid", MID), ("young", YOUNG), ("old", OLD))
    }
    rows, statements = _written(people, ages["mid"][0])
    return Tables(tokens, **ages, rows=rows, statements=statements)


def seat_crowd(games: int) -> str:
    """Seat somebody at OWN tables, and strangers at so many; return the somebody's token."""
    (person,) = make(1)
    strangers = [
        User(handle=f"stranger{number}", email=f"stranger{number}@example.org")
        for number in range(max(2, games // 10))
    ]
    strangers = User.objects.bulk_create(strangers, BATCH)
    own = User.objects.get(handle=person["handle"])
    _seat([(own, strangers[number % 2]) for number in range(OWN)])
    random = dice(games)
    for begun in range(0, games, BATCH):
        several = min(BATCH, games - begun)
        _seat([tuple(random.sample(strangers, 2)) for _ in range(several)])
    if connection.vendor == "postgresql":  # which does so by itself, but later
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return person["token"]


def _seat(pairs: Sequence[tuple[User, ...]]) -> None:
    """Write running games of pairs, each of which waits for its first player."""
    options = msgspec.to_builtins(read_options(OPTIONS))
    games = Game.objects.bulk_create(
        Game(
            creator=pair[0],
            state=Game.State.RUNNING,
            options=options,
            mode=options["mode"],
            seats=len(pair),
            version=YOUNG,
            awaited=[0],
            scores=[0, 0],
        )
        for pair in pairs
    )
    SeatAssignment.objects.bulk_create(
        SeatAssignment(game=game, user=user, number=number, awaited=number == 0)
        for game, pair in zip(games, pairs, strict=True)
        for number, user in enumerate(pair)
    )


def _played(people: Sequence[User], number: int, upto: int) -> str:
    """Return the id of a game that was played at random up to so many events."""
    random = dice(number)
    game = services.game_create(user=people[0], options=OPTIONS)
    services.seat_take(user=people[1], game_id=game.pk)
    while _act(people, game.pk, random) < upto:
        pass
    return str(game.pk)


def _act(people: Sequence[User], game_id: UUID, random: Random) -> int:
    """Let whose turn it is do something, and return the game's new version."""
    state = store.state_of(Game.objects.get(pk=game_id))
    awaited = SeatAssignment.objects.get(game=game_id, awaited=True)
    while True:
        action = any_action(random, state, state.turn.seat)
        with suppress(RuleError):
            done = services.command_submit(
                user=next(user for user in people if user.pk == awaited.user_id),
                game_id=game_id,
                key=str(uuid4()),
                expected_version=state.version,
                actions=[as_json(action)],
            )
            return done.state.version


def _written(people: Sequence[User], game_id: str) -> tuple[int, int]:
    """How many rows a play writes, and with how many statements: the mean of some plays.

    The key under which the answer is kept is written twice more, around the play.
    """
    sizes: list[int] = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.startswith(("INSERT", "UPDATE")):  # SQLite counts no rows that it returns: one
            sizes.append(max(context["cursor"].rowcount, int(sql.startswith("INSERT"))))
        return result

    with connection.execute_wrapper(look):
        for number in range(LOOKED_AT):
            _act(people, UUID(game_id), dice(number))
    return round(sum(sizes) / LOOKED_AT) + 2, round(len(sizes) / LOOKED_AT) + 2
