"""Runs a program of the server as on a host whose clock is wrong.

`python -m trials.prove.shifted SECONDS celery …` adds SECONDS to what the clock shows, in all code
that is loaded when the program starts. Clocks that only measure how long something takes are right.
"""

import datetime as dates
import importlib
import sys
import time
from typing import Any

import django

from trials.programs import run_here

LOADED_LATER = ("celery.app.base", "celery.beat", "celery.worker", "celery.worker.request")
REAL = dates.datetime
real_time = time.time


class _AnyDatetime(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, REAL)


def shift(seconds: int) -> None:
    """Have the clock show that many seconds more."""

    class Shifted(REAL, metaclass=_AnyDatetime):
        """The class `datetime` with a wrong clock; its instances are real ones."""

        def __new__(cls, *arguments: Any, **options: Any) -> REAL:  # type: ignore[misc]
            return REAL(*arguments, **options)

        @classmethod
        def now(cls, tz: dates.tzinfo | None = None) -> REAL:  # type: ignore[override]
            return REAL.now(tz) + dates.timedelta(seconds=seconds)

        @classmethod
        def utcnow(cls) -> REAL:  # type: ignore[override]
            return REAL.utcnow() + dates.timedelta(seconds=seconds)

    def shifted_time() -> float:
        return real_time() + seconds

    for module in list(sys.modules.values()):
        for name, value in list(vars(module).items()):
            if module.__name__ == __name__:
                continue
            if value is REAL:
                setattr(module, name, Shifted)
            elif value is real_time:
                setattr(module, name, shifted_time)


def main() -> None:
    """Run the program named by the second argument with the shift given by the first."""
    seconds, program, *arguments = sys.argv[1:]
    django.setup()
    for name in LOADED_LATER:
        importlib.import_module(name)
    shift(int(seconds))
    run_here(program, arguments)


if __name__ == "__main__":
    main()
