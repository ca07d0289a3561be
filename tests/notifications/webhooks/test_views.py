"""People look after their webhooks through the API."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from notifications.models import Delivery
from notifications.models.webhooks import Webhook
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db
WEBHOOKS = "/api/v1/me/webhooks"
URL = "https://hooks.example.org/illimat"


@pytest.fixture
def ada(db: None) -> Person:
    return Person("ada")


def create(person: Person, url: str = URL) -> Any:
    """Create a webhook and return the answer's body."""
    answer = person.post(WEBHOOKS, {"url": url})
    assert answer.status_code == 201, answer.content
    return answer.json()


def path_of(webhook: Any) -> str:
    return f"{WEBHOOKS}/{webhook['id']}"


def test_the_secret_is_shown_once(ada: Person) -> None:
    made = create(ada)
    assert made["secret"].startswith("whsec_")
    assert made["enabled"] is True
    (listed,) = ada.get(WEBHOOKS).json()["results"]
    assert listed == ada.get(path_of(made)).json()
    assert listed | {"secret": made["secret"]} == made


def test_a_rolled_secret_is_new_and_the_old_one_still_signs_for_a_day(ada: Person) -> None:
    made = create(ada)
    rolled = ada.post(f"{path_of(made)}/secret").json()
    assert rolled["secret"] not in {made["secret"], None}
    assert rolled["old_secret_until"] is not None
    stored = Webhook.objects.get()
    assert stored.rolled_at is not None
    assert stored.secrets(stored.rolled_at) == [rolled["secret"], made["secret"]]


def test_a_webhook_is_changed_disabled_and_enabled(ada: Person) -> None:
    path = path_of(create(ada))
    changed = ada.client.patch(path, {"url": f"{URL}/2", "enabled": False}).json()
    assert (changed["url"], changed["enabled"]) == (f"{URL}/2", False)
    assert changed["disabled_because"] == "owner"
    enabled = ada.client.patch(path, {"enabled": True}).json()
    assert (enabled["url"], enabled["enabled"]) == (f"{URL}/2", True)
    assert enabled["disabled_because"] is None


def test_a_deleted_webhook_is_gone_with_what_was_sent_there(ada: Person) -> None:
    path = path_of(create(ada))
    ada.post(f"{path}/ping")
    assert ada.delete(path).status_code == 204
    assert problem(ada.get(path)) == (404, "not_found")
    assert not Delivery.objects.exists()


def test_a_ping_waits_in_the_list_of_deliveries(ada: Person) -> None:
    path = path_of(create(ada))
    answer = ada.post(f"{path}/ping")
    assert answer.status_code == 202
    page = ada.get(f"{path}/deliveries").json()
    listed, of_creation = page["results"]
    assert listed == answer.json()
    assert of_creation["type"] == "ping"
    assert (listed["type"], listed["state"], listed["attempts"]) == ("ping", "waiting", 0)
    assert listed["game"] is None
    assert listed["message_id"].startswith("msg_")


def test_the_list_of_deliveries_has_pages_and_costs_the_same_whatever_their_number(
    ada: Person,
) -> None:
    path = path_of(create(ada))
    costs = []
    for number in (1, 4):
        for _ in range(number):
            ada.post(f"{path}/ping")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            first = ada.get(f"{path}/deliveries?limit=2").json()
        costs.append(len(queries))
    assert costs[0] == costs[1]
    assert len(first["results"]) == 2
    second = ada.get(first["next"]).json()
    ids = [each["id"] for each in [*first["results"], *second["results"]]]
    assert ids == sorted(ids, reverse=True)


def test_a_waiting_message_is_not_replayed(ada: Person) -> None:
    path = path_of(create(ada))
    waiting = ada.post(f"{path}/ping").json()
    answer = ada.post(f"{path}/deliveries/{waiting['id']}/replay")
    assert problem(answer) == (409, "still_waiting")


def test_nobody_reaches_the_webhooks_of_others(ada: Person) -> None:
    path = path_of(create(ada))
    sent = ada.post(f"{path}/ping").json()
    eve = Person("eve")
    own = path_of(create(eve))
    assert len(eve.get(WEBHOOKS).json()["results"]) == 1
    for answer in (
        eve.get(path),
        eve.client.patch(path, {"enabled": False}),
        eve.delete(path),
        eve.post(f"{path}/secret"),
        eve.post(f"{path}/ping"),
        eve.get(f"{path}/deliveries"),
        eve.post(f"{path}/deliveries/{sent['id']}/replay"),
        eve.post(f"{own}/deliveries/{sent['id']}/replay"),
        eve.get(f"{WEBHOOKS}/{uuid.uuid4()}"),
    ):
        assert problem(answer) == (404, "not_found")
    assert ada.get(path).json()["enabled"] is True


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({}, "#/url", "required"),
        ({"url": 5}, "#/url", "invalid"),
        ({"url": "http://hooks.example.org/"}, "#/url", "url_invalid"),
        ({"url": "https://127.0.0.1/"}, "#/url", "url_invalid"),
        ({"url": f"https://hooks.example.org/{'a' * 500}"}, "#/url", "url_too_long"),
        ({"url": "https://hooks.example.org/\n"}, "#/url", "url_invalid"),
        ({"url": URL, "secret": "whsec_mine"}, "#/secret", "unknown"),
    ],
)
def test_an_invalid_webhook_is_refused(ada: Person, body: Any, pointer: str, code: str) -> None:
    answer = ada.post(WEBHOOKS, body)
    assert problem(answer) == (422, "invalid")
    error = answer.json()["errors"][0]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert not Webhook.objects.exists()


def test_a_person_has_only_so_many_webhooks(ada: Person, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"webhooks": 2}
    create(ada)
    create(ada)
    answer = ada.post(WEBHOOKS, {"url": URL})
    assert problem(answer) == (429, "quota_reached")
    assert answer.json()["quota"] == "webhooks"
    assert Webhook.objects.count() == 2


def test_a_person_changes_and_tests_webhooks_only_so_often(ada: Person, settings: Settings) -> None:
    path = path_of(create(ada))
    settings.QUOTAS = settings.QUOTAS | {"webhook_requests_a_day": 1}
    for answer in (
        ada.post(WEBHOOKS, {"url": URL}),
        ada.client.patch(path, {"enabled": False}),
        ada.post(f"{path}/secret"),
        ada.post(f"{path}/ping"),
        ada.post(f"{path}/deliveries/1/replay"),
    ):
        assert problem(answer) == (429, "quota_reached")
    assert ada.delete(path).status_code == 204
