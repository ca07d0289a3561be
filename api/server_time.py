"""The time that answers tell: the database's, by which deadlines are decided.

The clock of this host may be wrong. Whoever reads the database's time before an answer shows it
notes it here; since then, the time is measured by a clock that nobody can set.
"""

import time
from datetime import UTC, datetime, timedelta


class _Noted:
    def __init__(self) -> None:
        self.last: tuple[datetime, float] | None = None


_noted = _Noted()


def note_time(now: datetime) -> None:
    """Note that the database shows `now`."""
    _noted.last = now, time.monotonic()


def server_time() -> datetime:
    """Return the database's time; until it was read for the first time, that of this host."""
    if _noted.last is None:
        return datetime.now(UTC)
    then, read_at = _noted.last
    return then + timedelta(seconds=time.monotonic() - read_at)
