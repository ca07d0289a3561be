"""Work that any number of workers share: each row is worked on by one, and a sweep ends in time.

A worker that finds a row locked leaves it to others. Longer work holds no lock: a worker leases its
row, so that others work on other rows, and gives it back. If it is killed, its lease ends and
another worker takes over; the first no longer holds the row then.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from itertools import islice
from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models import Model, Q, QuerySet

from api import database_time

ENOUGH: Final = 5.0  # seconds after which a sweep ends, unless it says otherwise

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")


class TimeBox:
    """The time that a sweep has; the next one goes on."""

    def __init__(self, seconds: float | None = None) -> None:
        self._until = time.monotonic() + (ENOUGH if seconds is None else seconds)

    def each(self, items: Iterable[Item], most: int | None = None) -> Iterator[Item]:
        """Yield items, at most `most`, until the time is over; one in any case."""
        for item in islice(items, most):
            yield item
            if time.monotonic() >= self._until:
                break

    def repeat(self, step: Callable[[], object], most: int | None = None) -> int:
        """Take a step, as `each` does, until it returns that it did nothing; return how often."""
        return sum(1 for _ in self.each(iter(lambda: bool(step()), False), most))


def lock_unlocked(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Lock those of some rows that nobody else has locked, and leave the others out."""
    return rows.select_for_update(no_key=True, of=("self",), skip_locked=True)


@transaction.atomic
def lease_first(rows: QuerySet[Row], length: timedelta) -> Row | None:
    """Lease the first of some rows that nobody works on, if there is one."""
    now = database_time.now()
    row = lock_unlocked(rows.filter(Q(lease_until=None) | Q(lease_until__lte=now))).first()
    if row is not None:
        row.lease_until = now + length  # type: ignore[attr-defined]
        row.save(update_fields=["lease_until"])
    return row


def find_leased(row: Model) -> QuerySet[Any]:
    """Return a row that was leased, or nothing if another worker has taken over."""
    leased = {"pk": row.pk, "lease_until": row.lease_until}  # type: ignore[attr-defined]
    return type(row)._default_manager.filter(**leased)


def give_back(row: Model, **changes: object) -> None:
    """Give a row back, with changes, if it is still held."""
    find_leased(row).update(lease_until=None, **changes)
