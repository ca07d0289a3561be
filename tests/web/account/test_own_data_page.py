"""The page on which people have the file of their own data made, and download it."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.models.own_data import DataFile
from accounts.own_data import services as own_data
from tests.support.pages import PASSWORD, browser_of, logged_in

pytestmark = pytest.mark.django_db
PAGE = "/settings/data"


def test_a_file_is_made_downloaded_and_deleted(people: list[User]) -> None:
    browser = logged_in(people[0])
    assert "Have the file made" in browser.get(PAGE).content.decode()
    asked = browser.post(PAGE, {"make": "yes"}, follow=True).content.decode()
    assert "Your file is being made: 0 % of its sections are done." in asked
    assert "Have the file made" not in asked
    assert (waits := browser.get(PAGE)).headers["Refresh"] == "5"
    assert f'href="{PAGE}">Look again' in waits.content.decode()
    while own_data.make_next_slice():
        pass
    with CaptureQueriesContext(connection) as queries:
        ready = browser.get(PAGE)
    page = ready.content.decode()
    assert len(queries) <= 8
    assert "Your file is ready" in page
    assert "Refresh" not in ready.headers
    answer: Any = browser.get(f"{PAGE}/file")
    assert json.loads(b"".join(answer.streaming_content))["about"]["handle"] == "ada"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "is deleted" in browser.post(PAGE, {"end": "yes"}, follow=True).content.decode()
    assert browser.get(f"{PAGE}/file").status_code == 404


def test_anybody_who_has_not_just_logged_in_is_asked_for_the_password(people: list[User]) -> None:
    own_data.data_ask(user=people[0])
    while own_data.make_next_slice():
        pass
    browser = browser_of(people[0])
    for asked in (browser.post(PAGE, {"make": "yes"}), browser.get(f"{PAGE}/file")):
        assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    assert DataFile.objects.get().ready_at is not None


def test_after_the_password_the_file_is_asked_for(people: list[User]) -> None:
    logged_in(people[0])  # which proves the address
    browser = browser_of(people[0])
    asked: Any = browser.post(PAGE, {"make": "yes"})
    done: Any = browser.post(asked.headers["Location"], {"password": PASSWORD}, follow=True)
    assert "The file is being made." in done.content.decode()


def test_the_password_for_a_download_leads_back_to_the_page_with_the_link(
    people: list[User],
) -> None:
    logged_in(people[0])  # which proves the address
    own_data.data_ask(user=people[0])
    while own_data.make_next_slice():
        pass
    browser = browser_of(people[0])
    asked: Any = browser.get(f"{PAGE}/file")
    done: Any = browser.post(asked.headers["Location"], {"password": PASSWORD}, follow=True)
    assert done.redirect_chain == [(PAGE, 302)]
    # With the attribute `download`, a browser would save the form that asks for the password.
    assert f'<a class="go" href="{PAGE}/file">Download it' in done.content.decode()
    answer: Any = browser.get(f"{PAGE}/file")
    assert "attachment" in answer.headers["Content-Disposition"]


def test_the_page_says_how_often_a_file_is_made(people: list[User]) -> None:
    browser = logged_in(people[0])
    for _ in range(2):
        browser.post(PAGE, {"make": "yes"})
        while own_data.make_next_slice():
            pass
    refused = browser.post(PAGE, {"make": "yes"})
    assert refused.status_code == 429
    assert "2 times a day" in refused.content.decode()
