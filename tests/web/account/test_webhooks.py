"""Webhooks on their pages: made, tested, switched off, changed and deleted as by the API."""

import re
from html import unescape
from typing import Any

import pytest

from accounts.models import User
from api.models import IdempotencyKey
from notifications.models import Delivery
from notifications.models.webhooks import Webhook
from notifications.webhooks import services
from notifications.webhooks.services import deliveries_of
from tests.support.pages import browser_of
from web.frame.keyed_forms import SHOWN_FOR

pytestmark = pytest.mark.django_db
PAGE = "/settings/webhooks"
URL = "https://hooks.example.org/illimat"


def send(person: User, address: str, key: str = "0" * 8, **filled: Any) -> Any:
    return browser_of(person).post(address, {"key": key} | filled)


def made(person: User) -> Webhook:
    send(person, PAGE, url=URL)
    return person.webhooks.get()


def address(webhook: Webhook) -> str:
    return f"{PAGE}/{webhook.pk}"


def secret_on(answer: Any) -> str:
    (secret,) = re.findall(
        r'id="secret" readonly value="([^"]+)"', unescape(answer.content.decode())
    )
    return str(secret)


def test_a_webhook_is_made_and_shows_its_secret_once(people: list[User]) -> None:
    answer = send(people[0], PAGE, url=URL)
    webhook = people[0].webhooks.get()
    assert secret_on(answer) == webhook.secret
    assert answer.headers["Cache-Control"] == "no-store"
    later = browser_of(people[0]).get(address(webhook)).content.decode()
    assert webhook.secret not in later
    assert "Its program has not answered a test message yet." in later
    assert URL in browser_of(people[0]).get(PAGE).content.decode()


def test_a_button_pressed_twice_makes_one_secret_which_both_answers_show(
    people: list[User],
) -> None:
    answers = [send(people[0], PAGE, url=URL) for _ in range(2)]
    webhook = people[0].webhooks.get()
    assert [secret_on(each) for each in answers] == [webhook.secret] * 2
    answers = [send(people[0], address(webhook), key="1" * 8, act="roll") for _ in range(2)]
    webhook.refresh_from_db()
    assert [secret_on(each) for each in answers] == [webhook.secret] * 2
    assert webhook.secret not in str(list(IdempotencyKey.objects.values()))


def test_minutes_later_the_form_shows_no_secret_any_more(people: list[User]) -> None:
    webhook = made(people[0])
    people[0].webhooks.update(created_at=webhook.created_at - SHOWN_FOR)
    assert send(people[0], PAGE, url=URL).status_code == 302
    send(people[0], address(webhook), key="1" * 8, act="roll")
    webhook.refresh_from_db()
    assert webhook.rolled_at
    people[0].webhooks.update(rolled_at=webhook.rolled_at - SHOWN_FOR)
    assert send(people[0], address(webhook), key="1" * 8, act="roll").status_code == 302


def test_a_form_shows_no_secret_that_another_has_made(people: list[User]) -> None:
    webhook = made(people[0])
    send(people[0], address(webhook), key="1" * 8, act="roll")
    assert send(people[0], PAGE, url=URL).headers["Location"] == address(webhook)
    send(people[0], address(webhook), key="2" * 8, act="roll")
    assert send(people[0], address(webhook), key="1" * 8, act="roll").status_code == 302


def test_an_address_that_cannot_be_used_is_refused_and_kept(people: list[User]) -> None:
    answer = send(people[0], PAGE, url="http://example.org/")
    assert answer.status_code == 422
    assert 'value="http://example.org/"' in answer.content.decode()
    assert not people[0].webhooks.exists()


def test_a_webhook_is_tested_and_the_message_is_listed(people: list[User]) -> None:
    webhook = made(people[0])
    for _ in range(2):  # sent twice
        send(people[0], address(webhook), key="1" * 8, act="ping")
    assert deliveries_of(webhook=webhook).count() == 2  # one when it was made
    page = browser_of(people[0]).get(address(webhook)).content.decode()
    assert page.count("A test message") == 2


def test_a_message_is_sent_again_once_it_no_longer_waits(people: list[User]) -> None:
    webhook = made(people[0])
    sent = deliveries_of(webhook=webhook).get()
    waiting = send(people[0], address(webhook), key="1" * 8, act="replay", delivery=sent.pk)
    assert waiting.status_code == 409
    Delivery.objects.filter(pk=sent.pk).update(state=Delivery.State.FAILED)
    send(people[0], address(webhook), key="2" * 8, act="replay", delivery=sent.pk)
    assert deliveries_of(webhook=webhook).get().state == Delivery.State.WAITING
    gone = send(people[0], address(webhook), key="3" * 8, act="replay", delivery="9" * 40)
    assert gone.status_code == 404


def test_a_webhook_is_switched_off_and_on(people: list[User]) -> None:
    webhook = made(people[0])
    send(people[0], address(webhook), key="1" * 8, act="disable")
    assert "You have switched it off." in browser_of(people[0]).get(PAGE).content.decode()
    send(people[0], address(webhook), key="2" * 8, act="enable")
    webhook.refresh_from_db()
    assert not webhook.disabled


def test_its_address_and_its_secret_are_changed(people: list[User]) -> None:
    webhook = made(people[0])
    send(people[0], address(webhook), key="1" * 8, act="move", url=f"{URL}/2")
    answer = send(people[0], address(webhook), key="2" * 8, act="roll")
    before = webhook.secret
    webhook.refresh_from_db()
    assert (webhook.url, webhook.secret) == (f"{URL}/2", secret_on(answer))
    assert webhook.secret != before


def test_a_new_address_that_cannot_be_used_is_refused_beside_the_field(
    people: list[User],
) -> None:
    webhook = made(people[0])
    answer = send(people[0], address(webhook), key="1" * 8, act="move", url="http://x.example/")
    assert answer.status_code == 422
    field = re.search(r'<input id="url"[^>]*>', answer.content.decode())
    assert field
    assert 'value="http://x.example/"' in field[0]
    assert 'aria-invalid="true" aria-describedby="wrong"' in field[0]
    webhook.refresh_from_db()
    assert webhook.url == URL


def test_a_webhook_is_deleted(people: list[User]) -> None:
    webhook = made(people[0])
    answer = send(people[0], address(webhook), key="1" * 8, act="delete")
    assert answer.headers["Location"] == PAGE
    assert not people[0].webhooks.exists()
    assert send(people[0], address(webhook), key="1" * 8, act="delete").headers["Location"] == PAGE


def test_a_form_that_comes_while_the_webhook_is_deleted_leads_to_the_list(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook = made(people[0])
    find = services.webhook_get

    def find_late(**of: Any) -> Webhook | None:
        found = find(**of)
        if found:
            services.webhook_delete(webhook=Webhook.objects.get(pk=found.pk))
        return found

    monkeypatch.setattr(services, "webhook_get", find_late)
    answer = send(people[0], address(webhook), key="1" * 8, act="roll")
    assert answer.headers["Location"] == PAGE


def test_webhooks_of_others_are_hidden(people: list[User]) -> None:
    webhook = made(people[0])
    assert browser_of(people[1]).get(address(webhook)).status_code == 404
    assert send(people[1], address(webhook), act="delete").headers["Location"] == PAGE
    assert send(people[0], address(webhook), act="nothing").status_code == 404
    assert people[0].webhooks.exists()
