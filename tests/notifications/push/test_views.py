"""People look after the browsers to which messages are pushed through the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Session, User
from notifications.models import Delivery
from notifications.models.push import PushSubscription
from notifications.push.keys import encode_base64url, public_text
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db
PUSH = "/api/v1/me/push"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENT = {
    "endpoint": "https://push.example.org/send/abc",
    "expirationTime": None,
    "keys": {"p256dh": KEY, "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
}


@pytest.fixture
def ada(db: None) -> Person:
    return Person("ada")


def test_a_browser_learns_the_servers_key(ada: Person, settings: Settings) -> None:
    assert ada.get(PUSH).json() == {"key": public_text(settings.PUSH_KEY), "results": []}


def test_a_subscription_is_taken_as_the_browser_writes_it_and_pinged(ada: Person) -> None:
    answer = ada.post(PUSH, SENT)
    assert answer.status_code == 201
    made = answer.json()
    assert (made["endpoint"], made["confirmed"]) == (SENT["endpoint"], False)
    assert ada.get(PUSH).json()["results"] == [made]
    assert [each.notice.kind for each in Delivery.objects.all()] == ["ping"]


def test_the_same_subscription_is_renewed_and_not_pinged_again(ada: Person) -> None:
    made = ada.post(PUSH, SENT).json()
    past = timezone.now() - timedelta(days=100)
    PushSubscription.objects.update(renewed_at=past)
    again = ada.post(PUSH, SENT)
    assert (again.status_code, again.json()["id"]) == (200, made["id"])
    assert PushSubscription.objects.get().renewed_at > past
    assert Delivery.objects.count() == 1


def test_a_browser_pushes_to_the_last_who_switched_it_on(ada: Person) -> None:
    bob = Person("bob")
    ada.post(PUSH, SENT)
    bob.post(PUSH, SENT)
    assert ada.get(PUSH).json()["results"] == []
    assert len(bob.get(PUSH).json()["results"]) == 1


def test_an_ended_subscription_is_gone(ada: Person) -> None:
    path = f"{PUSH}/{ada.post(PUSH, SENT).json()['id']}"
    assert problem(Person("bob").delete(path)) == (404, "not_found")
    assert ada.delete(path).status_code == 204
    assert problem(ada.delete(path)) == (404, "not_found")


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        ({"endpoint": "http://push.example.org/1"}, "endpoint"),
        ({"endpoint": "https://10.0.0.1/1"}, "endpoint"),
        ({"endpoint": "https://push.example.org/" + "x" * 1000}, "endpoint"),
        ({"keys": {"p256dh": "AAAA", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}, "keys"),
        (
            {"keys": {"p256dh": encode_base64url(bytes(65)), "auth": "BTBZMqHH6r4Tts7J_aSIgg"}},
            "keys",
        ),
        ({"keys": {"p256dh": KEY, "auth": "AAAA"}}, "keys"),
        ({"keys": {"p256dh": KEY, "auth": "no base64url"}}, "keys"),
        ({"more": 1}, "more"),
    ],
)
def test_what_is_no_subscription_is_refused(ada: Person, wrong: Any, at: str) -> None:
    answer = ada.post(PUSH, SENT | wrong)
    assert answer.status_code == 422
    assert all(error["pointer"].startswith(f"#/{at}") for error in answer.json()["errors"])
    assert not PushSubscription.objects.exists()


def test_a_server_without_a_key_says_so(ada: Person, settings: Settings) -> None:
    settings.PUSH_KEY = ""
    assert ada.get(PUSH).json() == {"key": None, "results": []}
    assert problem(ada.post(PUSH, SENT)) == (409, "push_off")


def test_a_person_has_only_so_many_browsers(ada: Person, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"push_subscriptions": 2}
    for number in range(2):
        assert ada.post(PUSH, SENT | {"endpoint": f"https://p.example/{number}"}).status_code == 201
    refused = ada.post(PUSH, SENT)
    assert (refused.status_code, refused.json()["quota"]) == (429, "push_subscriptions")
    assert PushSubscription.objects.count() == 2


def test_a_person_subscribes_so_often_a_day(ada: Person, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"push_requests_a_day": 2}
    assert [ada.post(PUSH, SENT).status_code for _ in range(3)] == [201, 200, 429]


def logged_in(person: User) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


def test_a_log_out_ends_what_was_switched_on_in_that_browser(ada: Person) -> None:
    browser, other = logged_in(ada.user), logged_in(ada.user)
    for number, each in enumerate((browser, other)):
        sent = SENT | {"endpoint": f"https://push.example.org/{number}"}
        answer = each.post(PUSH, sent, content_type="application/json")
        assert answer.status_code == 201
    browser.post("/accounts/logout/")
    assert [each.endpoint[-1] for each in PushSubscription.objects.all()] == ["1"]


def test_a_log_out_ends_what_an_older_session_of_that_browser_switched_on(ada: Person) -> None:
    logged_in(ada.user).post(PUSH, SENT, content_type="application/json")
    browser = logged_in(ada.user)
    browser.post("/accounts/logout/", {"push": "https://push.example.org/of-another"})
    assert PushSubscription.objects.exists()
    browser = logged_in(ada.user)
    browser.post("/accounts/logout/", {"push": SENT["endpoint"]})
    assert not PushSubscription.objects.exists()


def test_a_subscription_belongs_to_the_session_that_renewed_it_last(ada: Person) -> None:
    logged_in(ada.user).post(PUSH, SENT, content_type="application/json")
    browser = logged_in(ada.user)
    browser.post(PUSH, SENT, content_type="application/json")
    browser.session.delete()  # as when it is ended elsewhere
    assert not PushSubscription.objects.exists()


def test_a_session_that_expires_ends_nothing(ada: Person) -> None:
    logged_in(ada.user).post(PUSH, SENT, content_type="application/json")
    stored = PushSubscription.objects.get()
    found = Session.objects.get(pk=stored.session)
    found.expire_date = timezone.now() - timedelta(seconds=1)
    found.save()
    found.delete()
    assert PushSubscription.objects.exists()
