"""The time of the database and of this process, under the control of a test."""

from datetime import UTC, datetime, timedelta

import pytest

from api import database_time
from games import outages
from illimat_core.sealing import microseconds


class Time:
    """The time of the database and of this process, which a test can stop and set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._read = database_time.as_moment
        self._own_clock = outages.own_clock

    def stop(self, moment: datetime) -> None:
        own = self._own_clock() + microseconds(moment) - microseconds(datetime.now(UTC))
        self._monkeypatch.setattr(database_time, "as_moment", lambda _: moment)
        self._monkeypatch.setattr(outages, "own_clock", lambda: own)

    def pass_by(self, time: timedelta) -> None:
        """Let time pass, counted from the real time."""
        own_clock, length = self._own_clock, time // timedelta(microseconds=1)
        self.jump(time)
        self._monkeypatch.setattr(outages, "own_clock", lambda: own_clock() + length)

    def jump(self, time: timedelta) -> None:
        """Put the database's clock forward, counted from the real time, while no time passes."""
        read = self._read
        self._monkeypatch.setattr(database_time, "as_moment", lambda value: read(value) + time)
