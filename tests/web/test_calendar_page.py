"""The address of one's deadlines for a calendar program, on its page."""

import re

import pytest
from django.test import Client

from accounts.feeds import has_feed
from accounts.models import User
from tests.web.conftest import browser_of

pytestmark = pytest.mark.django_db
PAGE = "/settings/calendar"


def address_on(page: str) -> str:
    """Return the path and query of the address that a page shows."""
    (address,) = re.findall(r'id="address" value="https?://[^/]+([^"]+)"', page)
    return str(address)


def test_an_address_is_made_and_shown_once(people: list[User]) -> None:
    browser = browser_of(people[0])
    made = browser.post(PAGE, {"make": "yes"})
    assert made.headers["Cache-Control"] == "no-store"
    page = made.content.decode()
    assert 'href="webcal://' in page
    calendar = Client().get(address_on(page))
    assert calendar.status_code == 200
    assert b"BEGIN:VCALENDAR" in calendar.content
    later = browser.get(PAGE).content.decode()
    assert "token=" not in later
    assert "It cannot be shown again" in later


def test_a_new_address_ends_the_one_before(people: list[User]) -> None:
    browser = browser_of(people[0])
    before, after = (
        address_on(browser.post(PAGE, {"make": "yes"}).content.decode()) for _ in range(2)
    )
    assert Client().get(before).status_code == 404
    assert Client().get(after).status_code == 200


def test_an_address_is_ended(people: list[User]) -> None:
    browser = browser_of(people[0])
    address = address_on(browser.post(PAGE, {"make": "yes"}).content.decode())
    page = browser.post(PAGE, {"end": "yes"}, follow=True).content.decode()
    assert "The address is not valid any more." in page
    assert not has_feed(user=people[0])
    assert Client().get(address).status_code == 404
