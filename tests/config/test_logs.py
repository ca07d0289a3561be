"""The log: lines as text or JSON with their ids, and no needless lines."""

import json
import logging
import sys
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from celery import Celery
from django.conf import settings as django_settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError

from api.sql.statements import pipelined
from api.traces.current import GAME, REQUEST
from config import env, logs
from config.logs import JsonFormatter, TextFormatter
from config.server import health
from games.models.outages import Heartbeat
from tests.config.sources import OUR_APPS


def record(message: str, *arguments: object, **extra: object) -> logging.LogRecord:
    """Return a log record: a warning of `games`."""
    made = logging.LogRecord("games", logging.WARNING, "", 0, message, arguments, None)
    vars(made).update(extra)
    return made


@pytest.fixture
def _ids() -> Iterator[None]:
    """Set the ids of a request about a game."""
    tokens = REQUEST.set("r1"), GAME.set("g1")
    yield
    REQUEST.reset(tokens[0])
    GAME.reset(tokens[1])


@pytest.mark.usefixtures("_ids")
def test_a_line_of_text_ends_with_the_ids_it_belongs_to() -> None:
    line = TextFormatter().format(record("%s began.", "A game"))
    assert line.endswith(" WARNING games: A game began. [request=r1 game=g1]")


def test_a_line_that_belongs_to_nothing_has_no_ids() -> None:
    assert TextFormatter().format(record("Ready.")).endswith(" WARNING games: Ready.")


@pytest.mark.usefixtures("_ids")
def test_a_line_of_json_is_an_object_with_the_ids_as_members() -> None:
    entry = json.loads(JsonFormatter().format(record('"%s"', "Æ\n")))
    assert entry.pop("time").endswith("+00:00")
    assert entry == {
        "level": "WARNING",
        "logger": "games",
        "message": '"Æ\n"',
        "request": "r1",
        "game": "g1",
    }


@pytest.mark.usefixtures("_ids")
@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
def test_the_game_of_a_record_wins_over_that_of_the_request(formatter: logging.Formatter) -> None:
    line = formatter.format(record("Sent.", game="g2"))
    assert "g2" in line
    assert "g1" not in line


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
@pytest.mark.parametrize("character", ["\n", "\r", "\x1b", "\x85", "\u2028", "\0"])
def test_input_of_a_stranger_adds_no_line_to_the_log(
    formatter: logging.Formatter, character: str
) -> None:
    line = formatter.format(record("Refused: %s", f"x{character}2026-01-01 ERROR all is lost"))
    assert len(line.splitlines()) == 1
    assert character not in line


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
def test_a_bug_is_logged_with_its_traceback(formatter: logging.Formatter) -> None:
    try:
        int("a bug")
    except ValueError:
        entry = formatter.format(record("Failed.", exc_info=sys.exc_info()))
    assert "Traceback" in entry
    assert "ValueError: invalid literal for int() with base 10: 'a bug'" in entry


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
def test_a_line_of_a_task_names_the_task(formatter: logging.Formatter) -> None:
    def work() -> str:
        return formatter.format(record("Working."))

    task = Celery("tests", set_as_current=False).task(name="work", shared=False)(work)
    # A worker that another test ran in this process has forbidden to wait for results.
    assert "t1" in task.apply(task_id="t1").get(disable_sync_subtasks=False)


def test_an_unknown_format_is_refused_with_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(ImproperlyConfigured, match="LOG_FORMAT must be text or json"):
        env.read("LOG_FORMAT", env.log_format, example="json")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("celery.worker.strategy", "Task notifications.tasks.sweep[1] received"),
        ("celery.app.trace", "Task notifications.tasks.sweep[1] succeeded in 0.01s: None"),
        ("celery.worker.request", "Discarding revoked task: notifications.tasks.sweep[1]"),
        ("celery.worker.consumer.consumer", "Skipping prefetch count reduction"),
        ("celery.beat", "Scheduler: Sending due task sweep-outbox (notifications.tasks.sweep)"),
    ],
)
def test_sweeps_and_how_workers_fetch_messages_are_not_logged(name: str, message: str) -> None:
    assert not logged(name, logging.INFO, message)
    assert logged(name, logging.ERROR, "Something failed")


def test_messages_that_a_stopping_worker_hands_back_are_not_logged() -> None:
    name = "kombu.transport.virtual.base"
    assert not logged(name, logging.WARNING, "Requeuing undeliverable message for queue 'worker'")
    assert logged(name, logging.ERROR, "UNABLE TO RESTORE 1 MESSAGES")


def test_requests_that_wait_for_a_thread_of_the_embedded_server_are_not_logged() -> None:
    assert not logged("waitress.queue", logging.WARNING, "Task queue depth is 3")
    assert logged("waitress", logging.WARNING, "total open connections reached the limit")


@pytest.mark.parametrize("name", ["celery.beat", "celery.apps.worker", *logs.OURS])
def test_important_events_are_logged(name: str) -> None:
    assert logged(name, logging.INFO, "beat: Starting...")


@pytest.mark.both_databases
@pytest.mark.only_postgresql
def test_a_connection_lost_in_a_pipeline_is_raised_and_leaves_no_line(
    transactional_db: None, caplog: pytest.LogCaptureFixture
) -> None:
    @pipelined()
    def lose_connection() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
            cursor.fetchone()

    connection.ensure_connection()
    with pytest.raises(OperationalError):
        lose_connection()
    connection.close()
    assert caplog.messages == []


@pytest.mark.django_db
def test_requests_that_are_refused_leave_no_line(caplog: pytest.LogCaptureFixture) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")  # brings the CSRF cookie
    many = "&".join(f"f{number}=1" for number in range(2_000))
    refused = [
        client.post(f"/accounts/undo/{'Q' * 3_000}/"),
        client.post("/accounts/login/", many, "application/x-www-form-urlencoded"),
        client.get("/", headers={"Host": "Q.example"}),
        client.get(f"/admin/?q={'Q' * 3_000}"),
    ]
    assert [answer.status_code for answer in refused] == [403, 400, 400, 302]
    assert caplog.text == ""


@pytest.mark.django_db
def test_a_mistake_that_requests_meet_again_and_again_leaves_a_short_line_each(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise ValueError("a bug")

    monkeypatch.setattr(health, "database_complaints", fail)
    client.raise_request_exception = False
    caplog.handler.setFormatter(TextFormatter())
    caplog.set_level(logging.ERROR)
    assert client.get("/health/ready").status_code == 500
    assert "Traceback" in caplog.text
    caplog.clear()
    assert client.get("/health/ready").status_code == 500
    (line,) = caplog.text.splitlines()
    assert "Internal Server Error: /health/ready (ValueError at " in line
    assert len(line) < 300


def test_of_many_failing_places_few_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    briefly, explained = logs.Briefly(), []
    for number in range(logs.MOST_EXPLAINED + 5):
        try:
            exec(compile("raise ValueError", f"place {number}", "exec"))  # noqa: S102 - our own
        except ValueError:
            made = record("Q" * 3_000, exc_info=sys.exc_info())
        assert briefly.filter(made)
        assert len(made.getMessage()) < 300
        explained.append(made.exc_info is not None)
    assert sum(explained) == logs.MOST_EXPLAINED


def complaint(error: Exception) -> logging.LogRecord:
    """Return a record of what beat says when it cannot send a task."""
    text, kind = f"Message Error: {error}\n{'a stack ' * 500}", type(error)
    exception = (kind, error, None)
    return logging.LogRecord("celery.beat", logging.ERROR, "beat.py", 9, text, (), exception)


def test_a_lost_broker_leaves_a_short_line_a_minute_which_counts_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rarely, made = logs.Rarely(), complaint(RedisConnectionError("refused"))
    assert rarely.filter(made)
    assert "Traceback" not in JsonFormatter().format(made)
    assert len(JsonFormatter().format(made)) < 300
    assert not any(rarely.filter(complaint(OSError("refused"))) for _ in range(600))
    assert rarely.filter(complaint(ValueError("a bug"))), "Something else failed."
    monkeypatch.setattr(logs, "MINUTE", 0.0)
    later = complaint(BrokerError("refused"))
    assert rarely.filter(later)
    assert "(600 more lines like this were left out)" in later.getMessage()


def logged(name: str, level: int, message: str) -> bool:
    """Return whether a line of a logger passes its level and its filters, as configured."""
    loggers: dict[str, Any] = django_settings.LOGGING["loggers"]
    parts = name.split(".")
    ancestors = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    levels = [found for n in ancestors if (found := loggers.get(n, {}).get("level"))]
    made = logging.LogRecord(name, level, "", 0, message, (), None)
    filtered = "unless_routine" in loggers.get(name, {}).get("filters", [])
    return level >= logging.getLevelName([*levels, "WARNING"][0]) and (
        not filtered or logs.unless_routine(made)
    )


@pytest.mark.parametrize("app", OUR_APPS)
def test_information_of_each_of_our_apps_is_logged(app: str) -> None:
    assert logged(f"{app}.something", logging.INFO, "Begun.")


@pytest.fixture
def access(settings: Settings, caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Turn the access log on, and return the log."""
    settings.ACCESS_LOG = True
    caplog.set_level(logging.INFO, logs.ACCESS)
    caplog.handler.setFormatter(TextFormatter())
    return caplog


@pytest.mark.django_db
def test_requests_are_logged_if_the_operator_asks(
    client: Client, access: pytest.LogCaptureFixture
) -> None:
    game = uuid4()
    answer = client.get(f"/api/v1/games/{game}?token=secret", REMOTE_ADDR="192.0.2.7")
    (line,) = access.text.splitlines()
    assert f"INFO access: GET /api/v1/games/{game} {answer.status_code} in " in line
    assert f"from 192.0.2.7 [request={answer['X-Request-ID']} game={game}]" in line
    assert "secret" not in line


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["mail-stop", "mail-choices", "account-undo"])
def test_the_access_log_keeps_no_token_of_a_link(
    client: Client, access: pytest.LogCaptureFixture, page: str
) -> None:
    client.get(reverse(page, args=["secret:token"]))
    assert "secret" not in access.text
    assert "/… " in access.text or "/…/ " in access.text


@pytest.mark.django_db
def test_probes_and_by_default_all_requests_leave_no_line(
    client: Client, access: pytest.LogCaptureFixture, settings: Settings
) -> None:
    # At once, because a program that records its own heartbeat also logs that others have been
    # silent so long.
    Heartbeat.objects.update(heard_at=timezone.now())
    client.get("/health/ready")
    settings.ACCESS_LOG = False
    client.get("/api/v1/meta")
    assert access.text == ""


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/v1/meta", "/nowhere", "/health/live"])
def test_every_answer_names_its_request(client: Client, path: str) -> None:
    first, second = (client.get(path)["X-Request-ID"] for _ in range(2))
    assert first != second


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("proxies", "given", "kept"),
    [
        (1, "4f2a-0001.b", True),
        (0, "4f2a-0001.b", False),
        (1, "short", False),
        (1, "x" * 65, False),
        (1, "a b c d e f g", False),
    ],
)
def test_a_proxys_id_of_a_request_is_kept_where_there_is_a_proxy(
    client: Client, settings: Settings, proxies: int, given: str, kept: bool
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    answer = client.get("/health/live", headers={"X-Request-ID": given})
    assert (answer["X-Request-ID"] == given) is kept
