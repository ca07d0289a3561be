"""Times of the page of a game: `python -m trials.weigh.times GAME SESSION ROUNDS`.

All requests are sent within this process, on the database of the weighed server. The rows are
printed as JSON, one a line.
"""

import sys
from collections.abc import Callable
from http import HTTPStatus
from time import process_time
from typing import Any, Final
from uuid import UUID

import django
import msgspec
from django.conf import settings

from trials.bench.measure import Bound, Row, compare

TRIES: Final = 3
GROUP: Final = "times"
PAGE: Final = Bound(1.5, cost=True)
DRAWN: Final = Bound(1, cost=True)


def shortest(request: Callable[[], object]) -> Callable[[], float]:
    """Measure the shortest processor time of some tries, in seconds."""

    def taken() -> float:
        times = []
        for _ in range(TRIES):
            began = process_time()
            request()
            times.append(process_time() - began)
        return min(times)

    return taken


def main() -> None:
    game, session, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    django.setup()
    from django.test import Client  # noqa: PLC0415 - after the setup

    from accounts.models import User  # noqa: PLC0415 - likewise
    from games.reading.pictures import draw_table  # noqa: PLC0415 - likewise
    from games.reading.tables import table_get  # noqa: PLC0415 - likewise
    from trials.bench.pages import keep_latest  # noqa: PLC0415 - likewise

    client = Client(headers={"Host": "127.0.0.1"})
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    handle = client.get("/api/v1/me").json()["handle"]
    user = User.objects.get(handle=handle)

    def answered(path: str) -> Callable[[], Any]:
        def request() -> None:
            answer = client.get(path)
            if answer.status_code != HTTPStatus.OK:
                raise RuntimeError(f"{path} was answered {answer.status_code}.")

        return request

    keep_latest()
    page = shortest(answered(f"/games/{game}"))
    row = Row(GROUP, "the page of a game", "a bare template", "request", PAGE)
    _print(compare(row, page, shortest(answered("/bench/page/rows")), rounds=rounds))
    row = Row(GROUP, "the same", "its own template", "request")
    _print(compare(row, page, shortest(answered("/bench/page/again")), rounds=rounds))

    def drawn() -> None:
        draw_table(table_get(user=user, game_id=UUID(game)), theme="light", width="phone")

    row = Row(GROUP, "draw the board", "GET /games/{id}", "picture", DRAWN)
    api = answered(f"/api/v1/games/{game}")
    _print(compare(row, shortest(drawn), shortest(api), rounds=rounds))


def _print(row: Row) -> None:
    print(msgspec.json.encode(row).decode(), flush=True)


if __name__ == "__main__":
    main()
