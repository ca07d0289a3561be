"""Logging: a line for each thing that matters, as text or as JSON.

A line carries the ids of its request, game and task, if it has any. Request and game come from
`REQUEST` and `GAME` while a request is answered, and the task from Celery; `game` in a record's
`extra` takes precedence.
"""

import json
import logging
import time
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from traceback import extract_tb
from typing import Any, Final, Literal

from celery import current_task

from illimat_core.errors import clip

Format = Literal["text", "json"]
FORMATS: Final[tuple[Format, ...]] = ("text", "json")
HOUR: Final = 3600.0  # seconds
MOST_EXPLAINED: Final = 20  # tracebacks of requests an hour, in each process
ACCESS: Final = "access"
"""The logger of answered requests."""
OURS: Final = ("accounts", "config", "games", "notifications", "quotas", "web", ACCESS)

REQUEST: ContextVar[str] = ContextVar("request", default="")
GAME: ContextVar[str] = ContextVar("game", default="")


def ids_of(record: logging.LogRecord) -> dict[str, str]:
    """Return the ids of the request, game and task that a record belongs to, by these names."""
    running: Any = current_task  # a proxy of the task or of None
    found = {
        "request": REQUEST.get(),
        "game": getattr(record, "game", None) or GAME.get(),
        "task": running.request.id if running else None,
    }
    return {name: str(value) for name, value in found.items() if value}


class TextFormatter(logging.Formatter):
    """Formats a record for people; line breaks are escaped, except in a traceback."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the formatted line."""
        ids = " ".join(f"{name}={value}" for name, value in ids_of(record).items())
        line = super().formatMessage(record) + (f" [{ids}]" if ids else "")
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


class JsonFormatter(logging.Formatter):
    """Formats a record for programs, as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the formatted line."""
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        } | ids_of(record)
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry)


class Briefly(logging.Filter):
    """Makes one short line of a failed request: its address, clipped, with the error and its place.

    A traceback follows only the first time in an hour that something fails at a place, and of a few
    places at most. So requests that meet a mistake of the program cannot fill the disk.
    """

    def __init__(self) -> None:
        super().__init__()
        self._explained: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record."""
        line = clip(record.getMessage())
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            place = extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} at {place.filename}:{place.lineno}"
            line = f"{line} ({where})"
            if not self._explains(where):
                record.exc_info, record.exc_text = None, None
        record.msg, record.args = line, ()
        return True

    def _explains(self, where: str) -> bool:
        now = time.monotonic()
        self._explained = {each: at for each, at in self._explained.items() if now - at < HOUR}
        is_new = where not in self._explained and len(self._explained) < MOST_EXPLAINED
        if is_new:
            self._explained[where] = now
        return is_new


def unless_routine(record: logging.LogRecord) -> bool:
    """Return whether a record of beat is not just the announcement of a periodic task."""
    return not str(record.msg).startswith("Scheduler: Sending due task")


def configuration(form: Format) -> dict[str, Any]:
    """Return the logging settings of every process of the server."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {"()": "config.logs.TextFormatter"},
            "json": {"()": "config.logs.JsonFormatter"},
        },
        "filters": {
            "briefly": {"()": Briefly},
            "unless_routine": {"()": lambda: unless_routine},
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            **{name: {"level": "INFO"} for name in OURS},
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            # Anybody can send requests that are refused; if each left a line, or a traceback,
            # strangers could fill the disk.
            "django.request": {"level": "ERROR", "filters": ["briefly"]},
            "django.security": {"level": "CRITICAL"},
            # Starts and ends matter; a sweep of the outbox every two seconds does not.
            "celery": {"level": "INFO"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"filters": ["unless_routine", "briefly"]},
            "celery.worker.request": {"level": "WARNING"},  # it announces expired messages
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }


def of_gunicorn(form: Format) -> Mapping[str, Any]:
    """Return the same settings with gunicorn's own log: starts, ends, and killed workers."""
    quiet = {"handlers": ["console"], "level": "INFO", "propagate": False}
    ours = configuration(form)
    return ours | {"loggers": ours["loggers"] | {"gunicorn.error": quiet}}
