"""Closing one's account on its page, which asks for the password as the API does."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import User
from notifications.models import Notice
from tests.support.pages import PASSWORD, browser_of, logged_in
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db
PAGE = "/settings/close"


def closed(user: User) -> bool:
    return User.objects.get(pk=user.pk).closed_at is not None


def test_the_page_names_the_games_and_what_follows_in_each(people: list[User]) -> None:
    ServiceGame(people)
    page = browser_of(people[0]).get(PAGE).content.decode()
    assert "bob and cy" in page or "cy and bob" in page
    assert "The seat is open to a substitute for three days." in page
    assert "For 7 days" in page
    assert not closed(people[0])


def test_the_page_says_if_it_names_only_some_of_the_games(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.account.closing.LISTED", 1)
    ServiceGame(people)
    assert "These are the latest ones" not in browser_of(people[0]).get(PAGE).content.decode()
    latest = ServiceGame(people)
    page = browser_of(people[0]).get(PAGE).content.decode()
    assert "These are the latest ones" in page
    assert re.findall(r'href="/games/([^"]{36})"', page) == [str(latest.id)]


def test_a_person_who_has_just_logged_in_closes_it_by_one_button(people: list[User]) -> None:
    browser = logged_in(people[0])
    answer: Any = browser.post(PAGE, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Your account is closed." in answer.content.decode()
    assert closed(people[0])
    assert "_auth_user_id" not in browser.session
    notice = Notice.objects.latest("pk")
    assert "/accounts/undo/" in notice.body_text
    assert mail.outbox == []


def test_anybody_else_is_asked_for_the_password_first(people: list[User]) -> None:
    ada = people[0]
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    browser = browser_of(people[0])
    asked: Any = browser.post(PAGE)
    assert asked.status_code == 302
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    assert not closed(people[0])
    again: Any = browser.post(asked.headers["Location"], {"password": "wrong-password"})
    assert again.status_code == 200
    assert not closed(people[0])
    done: Any = browser.post(asked.headers["Location"], {"password": PASSWORD}, follow=True)
    assert closed(people[0])
    assert "Your account is closed." in done.content.decode()


def test_a_form_sent_twice_closes_the_account_once(people: list[User]) -> None:
    browser = logged_in(people[0])
    browser.post(PAGE)
    again: Any = browser.post(PAGE)
    assert again.headers["Location"] == f"/accounts/login/?next={PAGE}"
    assert Notice.objects.filter(body_text__contains="/accounts/undo/").count() == 1
