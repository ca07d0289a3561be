"""The people and games of a measured server: some games to play, and a crowd of others.

The product itself makes all games that are played. The crowd is rows for lists to find, games and
seats of strangers, written in bulk.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import SESSION_KEY
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sessions import SessionStore
from config.database import collect_statistics
from games.actors import CommandSource
from games.clocks.controls import DEFAULT, Control, NoClock
from games.models import Game, Invitation, SeatAssignment
from games.play.commands import Command, play
from games.stream import store
from illimat_core import RuleError, as_json, legal_actions, read_options
from trials.bench.bare import Asked
from trials.bench.positions import BEGINNERS, any_action
from trials.dice import dice
from trials.display import Bar
from trials.people import make, seat_people

OPTIONS = BEGINNERS | {"rounds": 32}  # no game is over before it was measured
AGES = {"mid": (60, 1), "young": (10, 4), "old": (280, 2), "free": (60, 1)}
"""Events, and how many such games: each of the old ones is played on to about 320."""
FREE = "free"  # games without clocks
OWN = 10  # games on the home screen
READABLE = 40  # games of somebody with many, the newest and the oldest: those that lists show
BATCH = 2_000
LOOKED_AT = 10  # plays
TWOSOMES = 4
GAMES_APART = 3
OK = 200


class GamesByAge(msgspec.Struct):
    """The session tokens of two people, and the ids of their games by age.

    `rows` is how many rows a play writes, and `statements` how many statements that takes.
    """

    tokens: list[str]
    mid: list[str]
    young: list[str]
    old: list[str]
    free: list[str]
    rows: int
    statements: int


class Twosome(msgspec.Struct):
    """The session tokens of two people, and the ids of games that they play with each other."""

    tokens: list[str]
    games: list[str]


class Made(msgspec.Struct):
    """The games to play, those of several clients, and the token of a person in the crowd."""

    tables: GamesByAge | None
    twosomes: list[Twosome]
    somebody: str


def prepare(played: int, seated: int, bar: Bar) -> Made:
    """Have people play games if any are to be `played`, and seat another and a crowd in others."""
    people = 2 * (1 + TWOSOMES)
    *tokens, somebody = [person["token"] for person in make(people + 1)]
    *players, own = User.objects.order_by("pk")
    tables = _play_tables(tokens[:2], players[:2], played, bar) if played else None
    twosomes = [
        Twosome(tokens[each : each + 2], _play_apart(players[each : each + 2]))
        for each in range(2, people if played else 0, 2)
    ]
    _seat_crowd(own, seated, bar)
    _analyze()
    return Made(tables, twosomes, somebody)


def play_apart(pairs: int) -> list[Twosome]:
    """Have that many pairs of people play some games until they are in their midst."""
    tokens = [person["token"] for person in make(2 * pairs)]
    players = list(User.objects.order_by("pk"))
    twosomes = [
        Twosome(tokens[each : each + 2], _play_apart(players[each : each + 2]))
        for each in range(0, 2 * pairs, 2)
    ]
    _analyze()
    return twosomes


def seat_everywhere(games: int, password: str, bar: Bar) -> tuple[User, User, str]:
    """Return a member of staff with seats in `games` games, another player, and a game.

    The games are rows that lists find, and the first person is invited to all of them. Only the
    returned game and those that lists show were played and have events. The other player has a
    password.
    """
    (person, other) = make(2)
    user, stranger = (User.objects.get(handle=each["handle"]) for each in (person, other))
    user.is_staff = user.is_superuser = True
    user.save()
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={})
    stranger.set_password(password)
    stranger.save()
    EmailAddress.objects.create(user=stranger, email=stranger.email, verified=True, primary=True)
    now, seated = timezone.now(), _seat(user, stranger)
    seated.creator = stranger
    seated.save()
    states = [Game.State.OPEN, *[Game.State.RUNNING] * 5, *[Game.State.FINISHED] * 4]
    for begun in range(0, games, BATCH):
        bar.show(begun / games, f"{begun:,} of {games:,} games")
        rows = [
            {
                "id": Game._meta.pk.get_db_prep_value(uuid4(), connection),
                "state": states[number % len(states)],
                "moment": _moment(now - timedelta(minutes=number)),
            }
            for number in range(begun, min(begun + BATCH, games))
        ]
        _seat_pair(seated, rows)
    for number in range(READABLE):
        _play_game([user, stranger], number, 10)
        played = _play_game([user, stranger], number, 10)
        waiting = SeatAssignment.objects.filter(game=UUID(played))
        waiting.update(moved_at=now - timedelta(minutes=games + number))
    _analyze()
    return user, stranger, _play_game([user, stranger], 0, 280)


def run_clocks(games: int, bar: Bar) -> None:
    """Write running games of two people, whose clocks run, and a timer for each."""
    make(2)
    people = list(User.objects.order_by("pk"))
    game = Game.objects.get(pk=_play_game(people, 0, 10))
    timer = game.timers.get()
    for begun in range(1, games, BATCH):
        bar.show(begun / games, f"{begun:,} of {games:,} games")
        keys = _seat_like(game, [people] * min(BATCH, games - begun))
        with transaction.atomic():
            _copy(timer, ({"game_id": key} for key in keys))
    _analyze()


@transaction.atomic
def _seat_pair(game: Game, rows: Sequence[dict[str, Any]]) -> None:
    """Write a game like this one for each row, with the same people, one of whom is invited."""
    times = [{"created_at": row["moment"], "moved_at": row["moment"]} for row in rows]
    _copy(
        game,
        [
            {"id": row["id"], "state": row["state"]} | each
            for row, each in zip(rows, times, strict=True)
        ],
    )
    for seat in game.assignments.order_by("number"):
        awaited = [seat.awaited and row["state"] == Game.State.RUNNING for row in rows]
        _copy(
            seat,
            [
                {
                    "game_id": row["id"],
                    "game_state": row["state"],
                    "moved_at": row["moment"],
                    "awaited": waits,
                }
                for row, waits in zip(rows, awaited, strict=True)
            ],
        )
    user = game.assignments.earliest("number").user
    Invitation.objects.bulk_create(
        Invitation(game_id=UUID(str(row["id"])), user=user) for row in rows
    )


def _moment(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def _analyze() -> None:
    """Have the database collect its statistics now, which a running server does later."""
    collect_statistics()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _play_tables(tokens: list[str], players: Sequence[User], games: int, bar: Bar) -> GamesByAge:
    ages: dict[str, list[str]] = {name: [] for name in AGES}
    for number in range(games):
        bar.show(number / games, f"{number} of {games} games played")
        for name, (upto, many) in AGES.items():
            control = NoClock() if name == FREE else DEFAULT
            for each in range(number * many, (number + 1) * many):
                ages[name].append(_play_game(players, each, upto, control))
    rows, statements = _count_written(tokens, ages["mid"][0])
    return GamesByAge(tokens, **ages, rows=rows, statements=statements)


def _play_apart(players: Sequence[User]) -> list[str]:
    return [_play_game(players, number, AGES["mid"][0]) for number in range(GAMES_APART)]


def _seat_crowd(own: User, games: int, bar: Bar) -> None:
    strangers = User.objects.bulk_create(
        [
            User(handle=f"stranger{number}", email=f"stranger{number}@example.org")
            for number in range(max(2, games // 10))
        ],
        BATCH,
    )
    for number in range(OWN):
        game = _seat(own, strangers[number % 2])
    random = dice(games)
    for begun in range(0, games, BATCH):
        bar.show(begun / games, f"{begun:,} of {games:,} games with strangers")
        several = min(BATCH, games - begun)
        _seat_like(game, [random.sample(strangers, 2) for _ in range(several)])


def _seat(*people: User) -> Game:
    """Write a running game, which waits for the first of its people."""
    options = msgspec.to_builtins(read_options(OPTIONS))
    game = Game.objects.create(
        creator=people[0],
        state=Game.State.RUNNING,
        options=options,
        mode=options["mode"],
        seats=len(people),
        version=10,
        awaited=[0],
        scores=[0, 0],
    )
    for number, user in enumerate(people):
        SeatAssignment.objects.create(game=game, user=user, number=number, awaited=number == 0)
    return game


@transaction.atomic
def _seat_like(game: Game, pairs: Sequence[Sequence[User]]) -> list[Any]:
    """Write copies of a game for pairs of other people; return their keys."""
    keys = [Game._meta.pk.get_db_prep_value(uuid4(), connection) for _ in pairs]
    seated = list(zip(keys, pairs, strict=True))
    _copy(game, ({"id": key, "creator_id": pair[0].pk} for key, pair in seated))
    for number, seat in enumerate(game.assignments.order_by("number")):
        _copy(seat, ({"game_id": key, "user_id": pair[number].pk} for key, pair in seated))
    return keys


def _copy(row: Model, differences: Iterable[dict[str, Any]]) -> None:
    """Write copies of a row with some other columns, which Django would take far longer to do."""
    table, key = row._meta.db_table, row._meta.pk.get_db_prep_value(row.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} WHERE id = %s", [key])  # noqa: S608 - our own
        names = [column[0] for column in cursor.description]
        same = dict(zip(names, cursor.fetchone(), strict=True))
        del same["id"]  # unless each has its own, the database numbers them
        rows = [same | different for different in differences]
        places = ", ".join(["%s"] * len(rows[0]))
        insert = f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({places})"  # noqa: S608 - likewise
        cursor.executemany(insert, [list(each.values()) for each in rows])


@transaction.atomic
def _play_game(people: Sequence[User], number: int, upto: int, control: Control = DEFAULT) -> str:
    """Return the id of a game that was played at random up to about this many events."""
    random = dice(number)
    game = seat_people(people, OPTIONS, seating="chosen", seat=0, clock=control)
    while _act(people, game.pk, random) < upto:
        pass
    return str(game.pk)


def _act(people: Sequence[User], game_id: UUID, random: Random) -> int:
    """Have the player to move do something, and return the game's new version."""
    state = store.state_of(Game.objects.get(pk=game_id))
    awaited = SeatAssignment.objects.get(game=game_id, awaited=True)
    while True:
        action = any_action(random, state, state.turn.seat)
        with suppress(RuleError):
            user = next(user for user in people if user.pk == awaited.user_id)
            done = play(Command(game_id, user, CommandSource.API, str(uuid4()), [as_json(action)]))
            return done.state.version


def _count_written(tokens: Sequence[str], game_id: str) -> tuple[int, int]:
    """Return the mean number of rows that a request to play writes, and of statements."""
    sizes: list[int] = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        kind = sql.split(maxsplit=1)[0]
        if kind in {"INSERT", "UPDATE", "WITH"}:
            # SQLite counts no rows that it returns, and a pipeline not yet: one
            counted = context["cursor"].rowcount
            sizes.append(1 if counted < int(kind == "INSERT") else counted)
        return result

    with connection.execute_wrapper(look):
        for _ in range(LOOKED_AT):
            ask(next_play(tokens, game_id))
    return round(sum(sizes) / LOOKED_AT), round(len(sizes) / LOOKED_AT)


def next_play(tokens: Sequence[str], game_id: str) -> Asked:
    """Return the request of the player to move, who has one of these tokens."""
    state = store.state_of(Game.objects.get(pk=game_id))
    seat = state.turn.seat
    awaited = SeatAssignment.objects.get(game=UUID(game_id), number=seat)
    token = next(each for each in tokens if SessionStore(each)[SESSION_KEY] == str(awaited.user_id))
    action = as_json(next(iter(legal_actions(state, seat))))
    body = {"expected_version": state.version, "action": action}
    return Asked("POST", f"/games/{game_id}/actions", token, body, key=str(uuid4()))


def ask(asked: Asked) -> bytes:
    """Send a request, and return the body of the answer; raises RuntimeError if it is refused."""
    headers = {"Host": "127.0.0.1", "X-Session-Token": asked.token}
    if asked.key:
        headers["Idempotency-Key"] = asked.key
    answer = Client().generic(
        asked.method,
        f"/api/v1{asked.path}",
        "" if asked.body is None else json.dumps(asked.body),
        "application/json",
        headers=headers,
    )
    if answer.status_code != OK:
        raise RuntimeError(f"The server answered {answer.status_code}: {answer.content.decode()}")
    return answer.content
