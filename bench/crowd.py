"""People and games that the measured server has: some to play, and a crowd of others.

Everything about games that are played is made by the product itself. The crowd is only rows that
lists find: tables and seats of strangers, written in bulk.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from bench.play import BEGINNERS, any_action
from fuzz.options import dice
from games import services, store
from games.management.progress import Progress
from games.models import Game, Invitation, SeatAssignment
from illimat_core import RuleError, as_json, read_options
from prove.people import make

OPTIONS = BEGINNERS | {"rounds": 32}  # no game is over before it was measured
AGES = {"mid": (60, 1), "young": (10, 4), "old": (280, 2)}
"""Events, and how many such games: each of the old ones is played on to about 320."""
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


class Made(msgspec.Struct):
    """What was made: games to be played, and the token of somebody in the crowd."""

    tables: Tables | None
    somebody: str


def prepare(played: int, seated: int, progress: Progress) -> Made:
    """Let two people play so many games, and seat a third and a crowd at others."""
    *tokens, somebody = [person["token"] for person in make(3)]
    *players, own = User.objects.order_by("pk")
    tables = _play_tables(tokens, players, played, progress) if played else None
    _seat_crowd(own, seated, progress)
    _analyze()
    return Made(tables, somebody)


def seat_everywhere(games: int, password: str, progress: Progress) -> tuple[User, User, str]:
    """Return somebody of the staff who sits at so many games, who else does, and a game played.

    The games are rows that lists find, and the first is invited to all of them. Only the one that
    was played has events. The second has a password.
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
        progress.show(begun / games, f"{begun:,} of {games:,} games")
        rows = [
            {
                "id": Game._meta.pk.get_db_prep_value(uuid4(), connection),
                "state": states[number % len(states)],
                "moment": _moment(now - timedelta(minutes=number)),
            }
            for number in range(begun, min(begun + BATCH, games))
        ]
        _seat_pair(seated, rows)
    _analyze()
    return user, stranger, _played([user, stranger], 0, 280)


@transaction.atomic
def _seat_pair(game: Game, rows: Sequence[dict[str, Any]]) -> None:
    """Write a game like this one for each row, with the same people, of whom one is invited."""
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
    """Let PostgreSQL count what there is, which it does by itself, but later."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _play_tables(
    tokens: list[str], players: Sequence[User], games: int, progress: Progress
) -> Tables:
    """Let two people play games of each age."""
    ages: dict[str, list[str]] = {name: [] for name in AGES}
    for number in range(games):
        progress.show(number / games, f"{number} of {games} games played")
        for name, (upto, many) in AGES.items():
            ages[name] += [_played(players, number * many + i, upto) for i in range(many)]
    rows, statements = _written(players, ages["mid"][0])
    return Tables(tokens, **ages, rows=rows, statements=statements)


def _seat_crowd(own: User, games: int, progress: Progress) -> None:
    """Seat somebody at OWN tables, and strangers at so many."""
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
        progress.show(begun / games, f"{begun:,} of {games:,} games with strangers")
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
def _seat_like(game: Game, pairs: Sequence[Sequence[User]]) -> None:
    """Write such games for pairs of others."""
    keys = [Game._meta.pk.get_db_prep_value(uuid4(), connection) for _ in pairs]
    seated = list(zip(keys, pairs, strict=True))
    _copy(game, ({"id": key, "creator_id": pair[0].pk} for key, pair in seated))
    for number, seat in enumerate(game.assignments.order_by("number")):
        _copy(seat, ({"game_id": key, "user_id": pair[number].pk} for key, pair in seated))


def _copy(row: Model, differences: Iterable[dict[str, Any]]) -> None:
    """Write a row again and again, each time with some other columns: Django takes far longer."""
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
def _played(people: Sequence[User], number: int, upto: int) -> str:
    """Return the id of a game that was played at random up to so many events."""
    random = dice(number)
    game = services.game_create(user=people[0], options=OPTIONS, seating="chosen", seat=0)
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
