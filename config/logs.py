"""Logging: a line for each thing that matters, as text or as JSON.

A line carries the ids of its request, game and task, if it has any, and the cause if the database
refused its service. Request and game come from `api.traces.current`, and the task from Celery;
`game` in a record's `extra` takes precedence.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from traceback import extract_tb
from typing import Any, Final, Literal

from celery import current_task
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

from api.traces.causes import cause_of, is_away, origins_of
from api.traces.current import CAUSE, GAME, REQUEST
from illimat_core.errors import clip

Format = Literal["text", "json"]
FORMATS: Final[tuple[Format, ...]] = ("text", "json")
MINUTE: Final = 60.0  # seconds
HOUR: Final = 60 * MINUTE
MOST_EXPLAINED: Final = 20  # tracebacks of requests an hour, in each process
MOST_OF_A_KIND: Final = 10  # lines a minute about requests that fail alike, in each process
LONGEST_COMPLAINT: Final = 160  # characters of a library's line
AWAY: Final = (OSError, RedisError, BrokerError)  # what is raised while the broker is away
LIBRARIES: Final = ("celery.", "kombu.")  # whose complaints repeat
ACCESS: Final = "access"
"""The logger of answered requests."""
OURS: Final = (
    *("accounts", "api", "config", "games", "leagues", "moderation"),
    *("notifications", "quotas", "ratings", "web", ACCESS),
)
"""The loggers of our apps, and of requests, whose information is written, too."""


def ids_of(record: logging.LogRecord) -> dict[str, str]:
    """Return what a record belongs to, by name: ids of a request, game and task, and a cause."""
    running: Any = current_task  # a proxy of the task or of None
    found = {
        "request": REQUEST.get(),
        "game": getattr(record, "game", None) or GAME.get(),
        "task": running.request.id if running else None,
        "cause": getattr(record, "cause", None),
    }
    return {name: str(value) for name, value in found.items() if value}


logger = logging.getLogger(__name__)


class TextFormatter(logging.Formatter):
    """Formats a record for people; line breaks are escaped, except in a traceback."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        ids = " ".join(f"{name}={value}" for name, value in ids_of(record).items())
        line = super().formatMessage(record) + (f" [{ids}]" if ids else "")
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


class JsonFormatter(logging.Formatter):
    """Formats a record for programs, as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        } | ids_of(record)
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry)


class LineLimit:
    """Counts lines by their kind, of which a number may be written each minute."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._minutes: dict[str, tuple[float, int]] = {}  # its beginning, and the lines in it
        self._counting = threading.Lock()

    def left_out(self, kind: str) -> int | None:
        """Count a line; return how many were left out before it, None if it is left out, too."""
        now = time.monotonic()
        with self._counting:
            began, lines = self._minutes.get(kind, (now, 0))
            is_over = now - began >= MINUTE
            self._minutes[kind] = (now, 1) if is_over else (began, lines + 1)
        if is_over:
            return max(0, lines - self._most)
        return 0 if lines < self._most else None


class Absence:
    """Tells that a server is away: at once, then once a minute, and when it is back.

    Each process tells what it meets itself.
    """

    def __init__(self, name: str, is_shown_by: Callable[[BaseException], bool]) -> None:
        self._name, self.is_shown_by = name, is_shown_by
        self._limit = LineLimit(1)
        self._is_away = False

    def begins(self, error: BaseException) -> bool:
        """Log that the server is away if `error` shows it; return whether it does."""
        if not self.is_shown_by(error):
            return False
        self._is_away = True
        if self._limit.left_out(self._name) is not None:
            why = (str(error).strip() or type(error).__name__).partition("\n")[0]
            extra = {"cause": cause_of(error)}
            logger.error("The %s is away: %s", self._name, why[:LONGEST_COMPLAINT], extra=extra)
        return True

    def ends(self) -> None:
        """Log that the server is back, if it was away."""
        if self._is_away:
            self._is_away = False
            self._limit = LineLimit(1)
            logger.warning("The %s is back.", self._name)


def _is_broker_away(error: BaseException | None) -> bool:
    return any(isinstance(each, AWAY) for each in origins_of(error))


BROKER: Final = Absence("broker", _is_broker_away)
DATABASE: Final = Absence("database", is_away)


def shorten(record: logging.LogRecord, line: str, left_out: int) -> None:
    """Make a line the whole message of a record, with the number of lines left out before it."""
    more = f" ({left_out} more lines like this were left out)" if left_out else ""
    record.msg, record.args = line + more, ()


def drop_traceback(record: logging.LogRecord) -> None:
    record.exc_info, record.exc_text = None, None


def place_of(error: BaseException) -> str:
    """Return the type of an error and the line that raised it."""
    frames = extract_tb(error.__traceback__)
    where = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


class Briefly(logging.Filter):
    """Makes one short line of a failed request: its address, clipped, with the error and its place.

    If the database refused its service, the line has the cause. A traceback follows only the first
    time in an hour that something else fails at a place, and of a few places at most; and of
    requests that fail alike, only some a minute leave a line. So requests that meet a mistake of
    the program, or no database, cannot fill the disk.
    """

    def __init__(self) -> None:
        super().__init__()
        self._explained: dict[str, float] = {}
        self._limit = LineLimit(MOST_OF_A_KIND)

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record; return whether it may be written."""
        if hasattr(record, "cause"):
            return True  # gunicorn and Celery configure the log again, which adds a second filter
        line = clip(record.getMessage())
        error = record.exc_info[1] if record.exc_info else None
        cause = cause_of(error) or CAUSE.get()
        where = place_of(error) if error else ""
        left_out = self._limit.left_out(cause or where)
        if left_out is None:
            return False
        record.cause = cause
        if error and (cause or not self._explains(where)):
            drop_traceback(record)
        shorten(record, f"{line} ({where})" if where else line, left_out)
        return True

    def _explains(self, where: str) -> bool:
        now = time.monotonic()
        self._explained = {each: at for each, at in self._explained.items() if now - at < HOUR}
        is_new = where not in self._explained and len(self._explained) < MOST_EXPLAINED
        if is_new:
            self._explained[where] = now
        return is_new


class Rarely(logging.Filter):
    """Writes what Celery and kombu complain of once a minute for each place, and briefly.

    While the broker or the database is away they complain every second, with tracebacks, which tell
    nothing that the line does not.
    """

    def __init__(self) -> None:
        super().__init__()
        self._limit = LineLimit(1)

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a complaint of a library; return whether a record may be written."""
        if record.levelno < logging.WARNING or not record.name.startswith(LIBRARIES):
            return True
        error = record.exc_info[1] if record.exc_info else None
        cause = cause_of(error)
        is_explained = _is_broker_away(error) or bool(cause)
        where = "" if is_explained or error is None else place_of(error)
        left_out = self._limit.left_out(f"{record.pathname}:{record.lineno} {where}")
        if left_out is None:
            return False
        record.cause = cause
        if is_explained:
            drop_traceback(record)
        line = record.getMessage().partition("\n")[0].replace("refused..", "refused.")
        shorten(record, line[:LONGEST_COMPLAINT], left_out)
        return True


def unless_routine(record: logging.LogRecord) -> bool:
    """Return whether a record of beat is not just the announcement of a periodic task."""
    return not str(record.msg).startswith("Scheduler: Sending due task")


def unless_said_already(record: logging.LogRecord) -> bool:
    """Return whether a record of psycopg is not just that a pipeline ended with a lost connection.

    It follows an error that is raised, and told where it is answered.
    """
    return not (
        str(record.msg).startswith("error ignored terminating") and "[BAD]" in record.getMessage()
    )


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
            "rarely": {"()": Rarely},
            "unless_routine": {"()": lambda: unless_routine},
            "unless_said_already": {"()": lambda: unless_said_already},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["rarely"],
            }
        },
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
            "celery.beat": {"filters": ["unless_routine"]},
            "celery.worker.consumer.consumer": {"level": "WARNING"},  # how many messages it fetches
            "celery.worker.request": {"level": "WARNING"},  # it announces expired messages
            "celery.worker.strategy": {"level": "WARNING"},
            # A worker that stops hands back the messages that it has not begun.
            "kombu.transport.virtual.base": {"level": "ERROR"},
            # A thread is free soon; it says for each request how many others wait.
            "waitress.queue": {"level": "ERROR"},
            "psycopg": {"filters": ["unless_said_already"]},
        },
    }


def gunicorn_configuration(form: Format) -> Mapping[str, Any]:
    """Return the same settings with gunicorn's own log: starts, ends, and killed workers."""
    quiet = {"handlers": ["console"], "level": "INFO", "propagate": False}
    ours = configuration(form)
    return ours | {"loggers": ours["loggers"] | {"gunicorn.error": quiet}}
