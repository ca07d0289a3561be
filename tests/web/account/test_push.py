"""People see and end on a page to which browsers messages are pushed, also without scripts."""

import uuid
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from notifications.models.push import PushSubscription
from notifications.push.keys import public_text
from tests.support.pages import browser_of

SETTINGS = "/settings/delivery"
END = "/accounts/push/end"


@pytest.fixture
def subscription(people: list[User]) -> PushSubscription:
    return PushSubscription.objects.create(
        user=people[0], endpoint="https://push.example.org/1", digest="1"
    )


def test_the_page_lists_the_browsers_and_has_the_key(
    people: list[User], subscription: PushSubscription, settings: Settings
) -> None:
    page = browser_of(people[0]).get(SETTINGS).text
    assert f'data-key="{public_text(settings.PUSH_KEY)}"' in page
    assert f'value="{subscription.pk}"' in page
    assert str(subscription.pk) not in browser_of(people[1]).get(SETTINGS).text


def test_a_browser_is_ended_without_scripts(
    people: list[User], subscription: PushSubscription
) -> None:
    answer: Any = browser_of(people[0]).post(END, {"browser": subscription.pk}, follow=True)
    assert "Push messages are off in that browser." in answer.text
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"browser": "x"}, {"browser": uuid.uuid4()}])
def test_what_names_no_browser_changes_nothing(
    people: list[User], subscription: PushSubscription, sent: Any
) -> None:
    answer: Any = browser_of(people[0]).post(END, sent, follow=True)
    assert answer.status_code == 200
    assert PushSubscription.objects.exists()


def test_nobody_ends_the_browser_of_somebody_else(
    people: list[User], subscription: PushSubscription
) -> None:
    browser_of(people[1]).post(END, {"browser": subscription.pk})
    assert PushSubscription.objects.exists()


def test_a_server_without_a_key_says_so(people: list[User], settings: Settings) -> None:
    settings.PUSH_KEY = ""
    page = browser_of(people[0]).get(SETTINGS).text
    assert "This server sends no push messages." in page
    assert "data-push" not in page
