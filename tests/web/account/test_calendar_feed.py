"""The address of one's deadlines for a calendar program, on its page."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.feeds import has_feed
from accounts.models import User
from tests.support.pages import browser_of
from tests.web.forms import send
from web.frame.keyed_forms import SHOWN_FOR

pytestmark = pytest.mark.django_db
PAGE = "/settings/calendar"


def address_on(page: str) -> str:
    """Return the path and query of the address that a page shows."""
    (address,) = re.findall(r'id="address" value="https?://[^/]+([^"]+)"', page)
    return str(address)


def test_an_address_is_made_and_shown_once(people: list[User]) -> None:
    browser = browser_of(people[0])
    made = send(browser, PAGE, make="yes")
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
    before, after = (address_on(send(browser, PAGE, make="yes").content.decode()) for _ in range(2))
    assert Client().get(before).status_code == 404
    assert Client().get(after).status_code == 200


def test_a_button_pressed_twice_makes_one_address_which_both_answers_show(
    people: list[User],
) -> None:
    browser = browser_of(people[0])
    answers = [send(browser, PAGE, key="1" * 8, make="yes") for _ in range(2)]
    first, second = (address_on(each.content.decode()) for each in answers)
    assert first == second
    assert Client().get(second).status_code == 200


def test_an_old_answer_shows_no_address_and_makes_none(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = browser_of(people[0])
    send(browser, PAGE, key="1" * 8, make="yes")
    later = timezone.now() + SHOWN_FOR
    monkeypatch.setattr("web.account.calendar_feed.timezone.now", lambda: later)
    again = send(browser, PAGE, key="1" * 8, make="yes")
    assert again.status_code == 302


def test_an_address_that_has_ended_is_not_made_again_by_its_form(people: list[User]) -> None:
    browser = browser_of(people[0])
    address = address_on(send(browser, PAGE, key="1" * 8, make="yes").content.decode())
    browser.post(PAGE, {"end": "yes"})
    assert send(browser, PAGE, key="1" * 8, make="yes").status_code == 302
    assert Client().get(address).status_code == 404


def test_two_people_get_different_addresses_by_the_same_key(people: list[User]) -> None:
    pages = [send(browser_of(each), PAGE, key="1" * 8, make="yes") for each in people[:2]]
    assert len({address_on(each.content.decode()) for each in pages}) == 2


def test_an_address_is_ended(people: list[User]) -> None:
    browser = browser_of(people[0])
    address = address_on(send(browser, PAGE, make="yes").content.decode())
    page = browser.post(PAGE, {"end": "yes"}, follow=True).content.decode()
    assert "The address is not valid any more." in page
    assert not has_feed(user=people[0])
    assert Client().get(address).status_code == 404
