"""How many games wait for somebody: in titles, in the icon, and for the script that asks."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import SeatAssignment
from tests.support.pages import browser_of
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db


def title(page: str) -> str:
    found = re.search("<title>(.*?)</title>", page)
    assert found
    return found[1]


def test_titles_and_the_icon_say_how_many_games_wait(people: list[User]) -> None:
    asked = ServiceGame(people[:2]).awaited
    browser = browser_of(asked)
    for address in ("/", "/settings", "/leagues/"):
        page = browser.get(address).content.decode()
        assert title(page).startswith("(1) ")
        assert '<link rel="icon" href="/turns/1.svg"' in page
    icon = browser.get("/turns/1.svg")
    assert ">1</text>" in icon.content.decode()
    assert icon.headers["Content-Type"] == "image/svg+xml"


def test_nothing_is_counted_while_no_game_waits(people: list[User]) -> None:
    browser = browser_of(people[0])
    page = browser.get("/").content.decode()
    assert not title(page).startswith("(")
    assert "/turns/" not in page
    assert browser.get("/turns").json() == {"waiting": ""}


@pytest.mark.parametrize("address", ["/turns/0.svg", "/turns/100.svg", "/turns/x.svg"])
def test_there_is_no_icon_of_another_number(people: list[User], address: str) -> None:
    assert browser_of(people[0]).get(address).status_code == 404


def test_the_script_is_answered_at_the_same_cost_whatever_waits(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    browser = browser_of(table.awaited)
    with CaptureQueriesContext(connection) as one:
        answer = browser.get("/turns")
    assert answer.json() == {"waiting": "1"}
    for _ in range(5):
        ServiceGame(people)
    SeatAssignment.objects.update(awaited=True)
    with CaptureQueriesContext(connection) as several:
        answer = browser.get("/turns")
    assert answer.json() == {"waiting": "6"}
    assert len(one) == len(several) <= 3
    known = browser.get("/turns", headers={"If-None-Match": answer.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")


def test_a_look_at_a_game_that_changes_nothing_costs_hardly_more(people: list[User]) -> None:
    table = ServiceGame(people)
    browser, address = browser_of(table.awaited), f"/games/{table.id}"
    etag = unescape(browser.get(address).content.decode().partition('data-etag="')[2])
    etag = f'"{etag.split(chr(34))[1]}"'
    with CaptureQueriesContext(connection) as looks:
        assert browser.get(address, headers={"If-None-Match": etag}).status_code == 304
    assert len(looks) <= 6
