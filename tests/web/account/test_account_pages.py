"""The page of one's account says whether mail arrives."""

from datetime import UTC, datetime

import pytest

from accounts.failing import address_fail, failure_of
from accounts.models import FailingAddress, Session, User
from quotas.records.accounts import ADDRESS_RETRIES_A_DAY
from quotas.services import limit_of
from tests.support.pages import browser_of

pytestmark = pytest.mark.django_db
PAGE = "/accounts/sessions/"


def test_a_page_says_nothing_of_an_address_that_works(people: list[User]) -> None:
    assert "mails about games" not in browser_of(people[0]).get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("reason", "words"), [("bounced", "has come back since"), ("complained", "as unwanted on")]
)
def test_a_page_says_that_and_why_mail_does_not_arrive(
    people: list[User], reason: str, words: str
) -> None:
    address_fail(address=people[0].email, reason=reason)
    page = browser_of(people[0]).get(PAGE).content.decode()
    assert f"ail to {people[0].email}" in page
    assert words in page
    assert words not in browser_of(people[1]).get(PAGE).content.decode()


def test_the_times_of_sessions_are_those_of_the_person(people: list[User]) -> None:
    people[0].time_zone = "Asia/Tokyo"
    people[0].save()
    browser = browser_of(people[0])
    browser.get(PAGE)
    Session.objects.update(began_at=datetime(2026, 3, 1, 20, tzinfo=UTC))
    page = browser.get(PAGE).content.decode()
    assert "since 2 March, 05:00" in page
    assert "Times are in your time zone, Asia/Tokyo" in page


def test_mails_are_sent_again_when_their_reader_asks(people: list[User]) -> None:
    address_fail(address=people[0].email, reason=FailingAddress.Reason.BOUNCED)
    browser = browser_of(people[0])
    page = browser.post(PAGE, {"retry": "yes"}, follow=True).content.decode()
    assert "Mails about your games are sent again." in page
    assert failure_of(address=people[0].email) is None


def test_an_address_is_tried_a_few_times_a_day(people: list[User]) -> None:
    browser = browser_of(people[0])
    for _ in range(limit_of(ADDRESS_RETRIES_A_DAY)):
        browser.post(PAGE, {"retry": "yes"})
    address_fail(address=people[0].email, reason=FailingAddress.Reason.BOUNCED)
    page = browser.post(PAGE, {"retry": "yes"}, follow=True).content.decode()
    assert "You may have your address tried again 3 times a day." in page
    assert failure_of(address=people[0].email) is not None
