"""Rows about mails: sending them through the outbox, and writing them with a submission.

`python -m trials.bench.mails MAILS ROUNDS` measures on a new database, with a mail server of its
own, and prints each row as a line of JSON. Times are those until the work is done.
"""

import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from time import perf_counter
from typing import Any, Final
from uuid import uuid4

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink

from trials.bench.databases import Databases, on_each, run
from trials.bench.measure import Bound, Row, Work, compare
from trials.people import create_tables, seat_people
from trials.programs import free_port

MAILS: Final = 40  # in a share
QUICK_MAILS: Final = 10
PLAYS: Final = 10  # in a share
PLAYERS: Final = 4
TELLING_COSTS: Final = Bound(1.5, cost=True)
NUMBERS: Final = count(1)


def rows(*, rounds: int, quick: bool) -> Iterator[Row]:
    mails = QUICK_MAILS if quick else MAILS
    yield from on_each("Mails", partial(measured, rounds=rounds, mails=mails))


def measured(database: str, addresses: Databases, *, rounds: int, mails: int) -> Iterator[Row]:
    for line in run("trials.bench.mails", addresses("mails"), mails, rounds):
        yield msgspec.structs.replace(
            msgspec.json.decode(line, type=Row), group=f"Mails on {database}"
        )


def main() -> None:
    mails, rounds = map(int, sys.argv[1:])
    create_tables()
    table = GamesOfFour()
    controller = Controller(Sink(), hostname="127.0.0.1", port=free_port())
    controller.start()
    sending = Row("", "send a turn mail", "the same mail by bare SMTP", "mail")
    _print(compare(sending, _sending(table, mails, controller.port), _bare(mails), rounds=rounds))
    controller.stop()
    telling = Row("", "play, and tell three", "play, and tell nobody", "play", TELLING_COSTS)
    told, alone = (_playing(GamesOfFour(), telling=each) for each in (True, False))
    _print(compare(telling, told, alone, rounds=rounds))


def _print(row: Row) -> None:
    print(msgspec.json.encode(row).decode(), flush=True)


class GamesOfFour:
    """Games of four, begun one after the other."""

    def __init__(self) -> None:
        from accounts.models import User  # noqa: PLC0415 - after the setup

        names = [f"player{next(NUMBERS)}" for _ in range(PLAYERS)]
        self.people = [User.objects.create_user(n, f"{n}@example.org") for n in names]
        self.begin()

    def begin(self) -> None:
        options = {"mode": "beginner", "players": PLAYERS}
        self.game = seat_people(self.people, options, visibility="link")
        self.game.refresh_from_db()

    def awaited(self) -> tuple[Any, Any]:
        """Return the state, and who is to move; begins another game if this one is over."""
        from games.models import SeatAssignment  # noqa: PLC0415 - likewise
        from games.stream import store  # noqa: PLC0415 - after the setup

        self.game.refresh_from_db()
        state = store.state_of(self.game)
        if state.over:
            self.begin()
            return self.awaited()
        seats = SeatAssignment.objects.select_related("user")
        return state, seats.get(game=self.game, number=state.awaited[0]).user


def _sending(table: GamesOfFour, mails: int, port: int) -> Work:
    """Send that many mails about turns as a worker does, once they are written."""
    from django.conf import settings  # noqa: PLC0415 - after the setup

    from notifications.models import Delivery, Notice  # noqa: PLC0415 - likewise
    from notifications.sending.dispatch import deliver  # noqa: PLC0415 - likewise

    settings.EMAIL_BACKEND = "notifications.channels.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port

    def send() -> float:
        _, person = table.awaited()
        written = []
        for _ in range(mails):
            key = f"bench:{next(NUMBERS)}"
            about = {"kind": "your_turn", "person": person, "game": table.game}
            notice = Notice.objects.create(key=key, version=table.game.version, **about)
            written.append(Delivery.objects.create(notice=notice, channel="email"))
        began = perf_counter()
        for each in written:
            deliver(each.pk)
        took = perf_counter() - began
        sent = Delivery.objects.filter(pk__in=[each.pk for each in written], state="sent")
        if sent.count() != mails:
            raise RuntimeError("A mail was not sent.")
        return took / mails

    return send


def _bare(mails: int) -> Work:
    from django.core.mail import get_connection  # noqa: PLC0415 - after the setup

    from notifications.content.mails import compose  # noqa: PLC0415 - likewise
    from notifications.models import Delivery  # noqa: PLC0415 - likewise

    def send() -> float:
        newest = Delivery.objects.filter(channel="email", state="sent").latest("pk")
        message = compose(newest)
        began = perf_counter()
        for _ in range(mails):
            get_connection().send_messages([message])
        return (perf_counter() - began) / mails

    return send


def _playing(table: GamesOfFour, *, telling: bool) -> Work:
    """Make plays, each of which tells the three others, or nobody."""
    from games.actors import CommandSource  # noqa: PLC0415 - after the setup
    from games.play.commands import Command, play  # noqa: PLC0415 - likewise
    from illimat_core import as_json, legal_actions  # noqa: PLC0415 - likewise
    from notifications import receivers  # noqa: PLC0415 - likewise
    from notifications.sending.outbox import notices_write  # noqa: PLC0415 - likewise

    def tell(*, game: Any, version: int, **_: Any) -> None:
        others = [person.pk for person in table.people][1:] if telling else []
        notices_write(game=game, version=version, kinds=dict.fromkeys(others, "your_turn"))

    def once() -> float:
        state, person = table.awaited()
        action = as_json(next(iter(legal_actions(state, state.awaited[0]))))
        command = Command(table.game.pk, person, CommandSource.API, str(uuid4()), [action])
        began = perf_counter()
        play(command)
        return perf_counter() - began

    def work() -> float:
        vars(receivers)["notices_write"] = tell
        try:
            return sum(once() for _ in range(PLAYS)) / PLAYS
        finally:
            vars(receivers)["notices_write"] = notices_write

    return work


if __name__ == "__main__":
    main()
