"""The figures for Prometheus."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import connections
from django.db.models.functions import Now
from django.http import HttpResponse
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import DjangoAssertNumQueries, Settings

from api import database_time
from config.watch.metrics.counting import CountRequests
from games.models import Game
from games.models.outages import Heartbeat
from games.models.timers import Timer
from games.outages import note_alive
from notifications.models import Delivery
from notifications.sending.deliveries import (
    delivery_lease,
    delivery_mark_sent,
    delivery_return,
    outbox_hold,
)
from notifications.sending.outbox import account_notice_write
from tests.support.api_games import ApiGame
from tests.support.people import Person
from trials.programs import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TOKEN = "a-token-of-forty-characters-or-so-abcdef"
MINUTE = timedelta(minutes=1)
STATEMENTS = 14  # whatever is in the database


@pytest.fixture(autouse=True)
def _token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


def figures(client: Client) -> dict[str, float]:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def owe(key: str) -> Delivery:
    account_notice_write(to="ada@example.org", subject="Hi", body_text="Secret.", key=key)
    return Delivery.objects.latest("pk")


def attempt(mail: Delivery) -> Delivery:
    leased = delivery_lease(delivery_id=mail.pk)
    assert leased
    return leased


def test_the_figures_tell_what_waits_and_since_when(client: Client) -> None:
    shown = figures(client)
    assert {name: shown[name] for name in shown if "outbox" in name} == {
        "illimat_outbox_oldest_seconds email": 0,
        "illimat_outbox_oldest_seconds push": 0,
        "illimat_outbox_oldest_seconds webhook": 0,
        "illimat_outbox_due email": 0,
        "illimat_outbox_due push": 0,
        "illimat_outbox_due webhook": 0,
        "illimat_outbox_dead_letters": 0,
        "illimat_outbox_held": 0,
    }
    owe("one")
    Delivery.objects.update(not_before=database_time.now() - 2 * MINUTE)
    owe("two")
    later = owe("three")
    Delivery.objects.filter(pk=later.pk).update(not_before=database_time.now() + 2 * MINUTE)
    shown = figures(client)
    assert 120 <= shown["illimat_outbox_oldest_seconds email"] < 180
    assert shown["illimat_outbox_due email"] == 2
    assert shown["illimat_outbox_due webhook"] == 0


def test_each_process_tells_on_each_host_how_long_it_has_been_silent(client: Client) -> None:
    for host in ("one", "two"):
        note_alive("worker", host)
    Heartbeat.objects.filter(host="one").update(heard_at=database_time.now() - 10 * MINUTE)
    shown = figures(client)
    assert 600 <= shown["illimat_heartbeat_seconds one worker"] < 660
    assert 0 <= shown["illimat_heartbeat_seconds two worker"] < 60
    assert len([name for name in shown if "heartbeat" in name]) == 2


def test_timers_tell_how_late_they_are_by_their_kind(client: Client) -> None:
    game = Game.objects.create(options={}, mode="beginner", seats=2)
    now = database_time.now()
    for kind, seat, due_at in (
        ("clock", None, now - 2 * MINUTE),
        ("house", 0, now - 5 * MINUTE),  # no worker has chosen
        ("house", 1, now - MINUTE),
        ("pause", None, now + MINUTE),
    ):
        Timer.objects.create(game=game, kind=kind, seat=seat, due_at=due_at)
    shown = figures(client)
    assert 120 <= shown["illimat_timers_oldest_seconds clock"] < 180
    assert 300 <= shown["illimat_timers_oldest_seconds house"] < 360
    assert shown["illimat_timers_oldest_seconds pause"] == 0
    assert shown["illimat_timers_due clock"] == 1
    assert shown["illimat_timers_due house"] == 2
    assert shown["illimat_timers_due proposal"] == 0


def test_games_are_counted_by_their_state(client: Client) -> None:
    for state, damage in (("open", ""), ("running", ""), ("running", "gone"), ("finished", "")):
        Game.objects.create(options={}, mode="beginner", seats=2, state=state, damage=damage)
    shown = figures(client)
    counts = {name: shown[name] for name in shown if name.startswith("illimat_games")}
    assert counts == {
        "illimat_games open": 1,
        "illimat_games running": 2,
        "illimat_games finished": 1,
        "illimat_games called_off": 0,
        "illimat_games_frozen": 1,
    }


def counted(client: Client, *labels: str) -> float:
    """Return how many requests with these labels have been answered."""
    return figures(client).get(" ".join(["illimat_requests_total", *labels]), 0)


@pytest.mark.parametrize(
    ("method", "path", "labels"),
    [
        ("GET", "/offline", ["GET", "offline", "200"]),
        ("GET", "/api/v1/games/17", ["GET", "none", "404"]),
        ("GET", "/_allauth/openapi.json", ["GET", "_allauth/openapi.json", "200"]),
        ("GET", "/health/live", ["GET", "health", "200"]),
        ("BREW", "/offline", ["other", "offline", "403"]),
        ("GET", "/api/v1/me", ["GET", "me", "401"]),
        ("GET", "/static/secret.css", ["GET", "static", "404"]),
    ],
)
def test_requests_are_counted_by_route_method_and_status(
    method: str, path: str, labels: list[str]
) -> None:
    client = Client(enforce_csrf_checks=True)
    before = counted(client, *labels)
    times = f"illimat_request_seconds_count {labels[1]}"
    timed = figures(client).get(times, 0)
    client.generic(method, path)
    assert counted(client, *labels) == before + 1
    assert figures(client)[times] == timed + 1


def test_no_label_has_an_id_a_name_or_an_address() -> None:
    ada, bob = Person("ada-lovelace"), Person("bob-the-builder")
    table = ApiGame([ada, bob])
    client = Client()
    for path in ("", "/board.svg", "/events", "/invitations/ada-lovelace"):
        ada.get(f"{table.path}{path}")
        client.get(f"/games/{table.id}{path}")
    ada.get("/api/v1/players/bob-the-builder")
    client.get("/accounts/undo/a-secret-token/", headers={"X-Forwarded-For": "203.0.113.7"})
    client.post(f"/{table.id}", headers={"X-Request-ID": str(table.id)})
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    shown = answer.content.decode()
    assert 'route="game"' in shown
    for secret in (str(table.id), "ada-lovelace", "bob-the-builder", "a-secret", "203.0", "127.0"):
        assert secret not in shown


def test_requests_are_not_counted_without_a_token(settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    with pytest.raises(MiddlewareNotUsed):
        CountRequests(lambda _: HttpResponse())


def test_a_mail_server_that_cannot_be_reached_makes_no_message_look_young(client: Client) -> None:
    mail = owe("one")
    Delivery.objects.update(not_before=database_time.now() - 10 * MINUTE)
    delivery_return(delivery=attempt(mail), error=OSError("refused"), wait=MINUTE)
    assert figures(client)["illimat_outbox_oldest_seconds email"] >= 600
    assert delivery_lease(delivery_id=mail.pk) is None  # not before the minute is over


def test_a_hold_of_the_outbox_is_a_figure(client: Client) -> None:
    outbox_hold()
    assert figures(client)["illimat_outbox_held"] == 1


def test_sent_and_failed_messages_are_counted_by_channel_and_kind(client: Client) -> None:
    for key in ("one", "two"):
        delivery_mark_sent(delivery=attempt(owe(key)))
    hopeless = owe("three")
    Delivery.objects.filter(pk=hopeless.pk).update(attempts=8)
    assert delivery_lease(delivery_id=hopeless.pk) is None
    shown = figures(client)
    assert shown["illimat_outbox_sent_total email account"] == 2
    assert shown["illimat_outbox_failed_total email account"] == 1
    assert shown["illimat_outbox_dead_letters"] == 1
    Delivery.objects.all().delete()  # as what is old is
    assert figures(client)["illimat_outbox_sent_total email account"] == 2


def test_figures_take_few_statements_whatever_is_in_the_outbox(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for key in range(20):
        owe(str(key))
    Delivery.objects.update(lease_until=Now())
    with django_assert_max_num_queries(STATEMENTS):
        figures(client)


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN])
def test_nobody_sees_figures_without_the_token(client: Client, header: str) -> None:
    answer = client.get("/metrics", headers={"Authorization": header} if header else None)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert b"illimat" not in answer.content


def test_there_are_none_where_no_token_is_set(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    answer = client.get("/metrics", headers={"Authorization": "Bearer "})
    assert answer.status_code == 404


@pytest.mark.parametrize("host", ["10.0.0.7:8000", "testserver"])
def test_prometheus_needs_no_tls_and_no_name(client: Client, settings: Settings, host: str) -> None:
    settings.SECURE_SSL_REDIRECT = True
    headers = {"Authorization": f"Bearer {TOKEN}", "Host": host}
    assert client.get("/metrics", headers=headers).status_code == 200
    asked = client.head("/metrics", headers=headers)
    assert (asked.status_code, asked.content) == (200, b"")


def test_without_the_database_there_are_no_figures(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    usual = connections["default"]
    away: Any = usual.copy()
    away.settings_dict |= {"NAME": "/nowhere/illimat", "PORT": str(free_port())}
    connections["default"] = away
    try:
        answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    finally:
        connections["default"] = usual
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert [vars(each).get("cause") for each in caplog.records] == ["database_away"]
