"""The processor time of sweeps among many running clocks, beside a bare query by the same index.

`python -m trials.bench.sweeps CLOCKS ROUNDS` fills a database with CLOCKS running games, and prints
each row as a line of JSON.
"""

import sys
from datetime import timedelta
from typing import Final

import msgspec

from trials.bench.measure import Bound, Row, Work, compare
from trials.bench.walk import processor_time
from trials.display import Bar
from trials.people import create_tables

DUE: Final = 100  # timers
ORM: Final = 30  # bare queries on SQLite that a statement of Django's costs at most
NOTHING_COSTS: Final = Bound(ORM, cost=True)  # two statements that are compiled already
LOOKING_COSTS: Final = Bound(10 * ORM, cost=True)  # lock, read game and seats, set the timer
QUERY: Final = "SELECT id FROM games_timer WHERE due_at <= %s ORDER BY due_at, id LIMIT 1"


def main() -> None:
    clocks, rounds = map(int, sys.argv[1:])
    create_tables()
    from trials.bench.crowd import run_clocks  # noqa: PLC0415 - after the setup

    with Bar(f"{clocks:,} running clocks", sys.stderr) as bar:
        run_clocks(clocks, bar)
    bare = "a bare indexed query"
    for row, due in (
        (Row("", "a sweep with none due", bare, "sweep", NOTHING_COSTS), 0),
        (Row("", f"each of {DUE} due", bare, "timer", LOOKING_COSTS), DUE),
    ):
        measured = compare(row, _sweeping(due), _asking(due), rounds=rounds)
        print(msgspec.json.encode(measured).decode(), flush=True)


def _sweeping(due: int) -> Work:
    """Sweep while this many timers are due; each game is looked at, and its timer moved on."""
    from games.workers.timers import sweep  # noqa: PLC0415 - after the setup

    def measured() -> float:
        _let_be_due(due)
        began = processor_time()
        done = sweep()
        while 0 < done < due and (more := sweep()):  # one ends early on a busy machine
            done += more
        taken = processor_time() - began
        if done != due:
            raise ValueError(f"The sweep handled {done} timers, not {due}.")
        return taken / max(due, 1)

    return measured


def _asking(due: int) -> Work:
    """Ask for the timer that is longest overdue, as often as a sweep of DUE timers does."""
    from django.db import connection  # noqa: PLC0415 - after the setup
    from django.utils import timezone  # noqa: PLC0415 - likewise

    def measured() -> float:
        _let_be_due(due)
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        began = processor_time()
        with connection.cursor() as cursor:
            for _ in range(DUE):
                cursor.execute(QUERY, [now])
                cursor.fetchall()
        return (processor_time() - began) / DUE

    return measured


def _let_be_due(many: int) -> None:
    """Let this many timers be due, as after a change of calendars, and no others."""
    from django.utils import timezone  # noqa: PLC0415 - after the setup

    from games.models.timers import Timer  # noqa: PLC0415 - likewise

    now = timezone.now()
    Timer.objects.filter(due_at__lte=now).update(due_at=now + timedelta(days=3))
    chosen = Timer.objects.order_by("pk").values("pk")[:many]
    Timer.objects.filter(pk__in=list(chosen.values_list("pk", flat=True))).update(
        due_at=now - timedelta(seconds=1)
    )


if __name__ == "__main__":
    main()
