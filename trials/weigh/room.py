"""Plays a game of three, and weighs what it takes in the database two days later.

`python -m trials.weigh.room` needs the settings of a new database. It prints the submissions, and
the rows and bytes of each kind, as one line of JSON.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import islice
from typing import Any, Final
from uuid import uuid4

from trials.dice import dice
from trials.people import create_tables, make, seat_people

OPTIONS: Final[dict[str, Any]] = {"mode": "standard", "players": 3, "rounds": 5}
CONSIDERED: Final = 20  # legal actions, of which a player chooses
LATER: Final = timedelta(days=2)
OK: Final = 200


def main() -> None:
    create_tables()
    tokens = [person["token"] for person in make(3)]
    submissions = play(tokens)
    pass_by()
    print(json.dumps({"submissions": submissions, "kinds": weigh_rows()}))


def play(tokens: Sequence[str]) -> int:
    """Have three people play a game over the API to its end; return how many requests it took."""
    from django.test import Client  # noqa: PLC0415 - after the setup

    from accounts.models import User  # noqa: PLC0415 - likewise
    from games.models import Game  # noqa: PLC0415 - likewise
    from games.stream import store  # noqa: PLC0415 - likewise
    from illimat_core import as_json, legal_actions  # noqa: PLC0415 - likewise

    users = list(User.objects.order_by("pk"))
    random = dice("room")
    entropy = {user.pk: random.randbytes(32).hex() for user in users}  # as pages send it
    game = seat_people(users, OPTIONS, [*entropy.values()])
    by_seat = dict(game.assignments.values_list("number", "user"))
    token_of = dict(zip(entropy, tokens, strict=True))
    client, sent = Client(), 0
    while game.state == Game.State.RUNNING:
        state = store.state_of(game)
        seat = state.awaited[0]
        listed = list(islice(legal_actions(state, seat), CONSIDERED))
        answer = client.post(
            f"/api/v1/games/{game.pk}/actions",
            {
                "expected_version": state.version,
                "action": as_json(random.choice(listed)),
                "entropy": entropy[by_seat[seat]],
            },
            "application/json",
            headers={
                "Host": "127.0.0.1",
                "X-Session-Token": token_of[by_seat[seat]],
                "Idempotency-Key": str(uuid4()),
            },
        )
        if answer.status_code != OK:
            raise RuntimeError(f"{answer.status_code}: {answer.content.decode()}")
        sent += 1
        game.refresh_from_db()
    return sent


def pass_by() -> None:
    """Let what was told have been told earlier, and delete what has expired since then."""
    from django.db.models import F  # noqa: PLC0415 - after the setup

    from config.server.clearing import clear_all  # noqa: PLC0415 - likewise
    from notifications.models import Notice  # noqa: PLC0415 - likewise
    from notifications.sending.outbox import notices_spread  # noqa: PLC0415 - likewise

    while Notice.objects.filter(is_spread=False).exists():
        notices_spread()
    Notice.objects.update(created_at=F("created_at") - LATER)
    clear_all()


def weigh_rows() -> Mapping[str, tuple[int, int]]:
    """Return the rows of each kind, and the bytes of their values."""
    from api.models import IdempotencyKey  # noqa: PLC0415 - after the setup
    from games.models import StoredEvent  # noqa: PLC0415 - likewise
    from notifications.models import Delivery, Notice  # noqa: PLC0415 - likewise

    kinds = {"events": StoredEvent, "answers": IdempotencyKey}
    return {
        name: _weight(model._meta.db_table)
        for name, model in (kinds | {"notices": Notice, "deliveries": Delivery}).items()
    }


def _weight(table: str) -> tuple[int, int]:
    from django.db import connection  # noqa: PLC0415 - after the setup

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name of ours
        rows = cursor.fetchall()
    return len(rows), sum(_bytes(value) for row in rows for value in row)


def _bytes(value: Any) -> int:
    if isinstance(value, bytes | memoryview):
        return len(bytes(value))
    return 0 if value is None else len(str(value).encode())


if __name__ == "__main__":
    main()
