"""The time zone of the browser is offered to accounts that are in UTC."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.support.browsing import Opener, logged_in, seeded
from tests.support.pages import browser_of
from tests.support.programs import Embedded

OFFER = 'data-offer="zone"'


def home_of(user: User) -> str:
    return browser_of(user).get("/").content.decode()


@pytest.mark.slow
@pytest.mark.django_db
def test_the_zone_is_taken_by_the_form_of_the_home_page(people: list[User]) -> None:
    ada = people[0]
    assert f'{OFFER} aria-labelledby="zone" hidden>' in home_of(ada)
    answer: Any = browser_of(ada).post(
        "/settings/zone", {"time_zone": "Europe/Berlin"}, follow=True
    )
    assert answer.redirect_chain == [("/", 302)]
    page = answer.content.decode()
    assert "Times are now shown to you in the time zone Europe/Berlin." in page
    assert OFFER not in page
    ada.refresh_from_db()
    assert ada.time_zone == "Europe/Berlin"


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["Europe/Atlantis", "", "x" * 5_000])
def test_a_zone_that_is_unknown_is_left_to_the_settings(people: list[User], zone: str) -> None:
    answer: Any = browser_of(people[0]).post("/settings/zone", {"time_zone": zone}, follow=True)
    assert answer.redirect_chain == [("/settings", 302)]
    assert '<li class="error">' in answer.content.decode()
    assert User.objects.get(pk=people[0].pk).time_zone == "UTC"


@pytest.mark.django_db
def test_a_person_who_logs_in_first_is_led_to_the_settings(people: list[User]) -> None:
    answer: Any = browser_of(people[0]).get("/settings/zone")
    assert answer.headers["Location"] == "/settings"


@pytest.mark.thorough
def test_one_tap_takes_the_zone_or_keeps_utc_for_good(server: Embedded, opened: Opener) -> None:
    seeded(server, "long")

    def visit(name: str, zone: str, **how: Any) -> Page:
        page = opened(timezone_id=zone, **how)
        return logged_in(page, f"{server.url}/", name)

    offer = "form[data-offer=zone]"
    for page in visit("ada", "UTC"), visit("ada", "Asia/Tokyo", java_script_enabled=False):
        expect(page.locator(offer)).to_be_hidden()
    kept = visit("bob", "Asia/Tokyo")
    kept.get_by_role("button", name="Keep UTC").click()
    expect(kept.locator(offer)).to_be_hidden()
    kept.reload(wait_until="networkidle")
    expect(kept.locator(offer)).to_be_hidden()
    tokyo = visit("ada", "Asia/Tokyo")
    expect(tokyo.locator(offer)).to_contain_text("your browser is set to Asia/Tokyo")
    tokyo.get_by_role("button", name="Use this time zone").click()
    expect(tokyo.get_by_role("status")).to_contain_text("in the time zone Asia/Tokyo.")
    expect(tokyo.locator(offer)).to_have_count(0)
