"""Log-in leads back to the page, and all account pages use the same words."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from allauth.account import app_settings
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from notifications.content.mails import game_url
from tests.support.apps import codes_mailed_to
from tests.support.pages import browser_of
from tests.support.service_games import ServiceGame

pytestmark = [pytest.mark.django_db]
PASSWORD = "wheat-and-rye-7"
OTHER_WORDS = re.compile(r"sign(ed|ing)?[- ]?(in|out)\b|user ?name|two-factor|\blogin\b", re.I)
PAGES = [
    "login",
    "signup",
    "logout",
    "email",
    "change_password",
    "reset_password",
    "reauthenticate",
]


@pytest.fixture
def ada() -> User:
    """Return Ada, whose address is proven."""
    ada = User.objects.create_user("Ada", "ada@example.org", PASSWORD)
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    return ada


def text_of(page: bytes) -> str:
    """Return the visible text of a page, including placeholders."""
    html = page.decode()
    shown = re.findall(r'placeholder="([^"]*)"', html)
    return " ".join([re.sub(r"<[^>]*>", " ", html), *shown])


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_link_in_a_mail_leads_through_log_in_to_the_game(ada: User, visibility: str) -> None:
    table = ServiceGame([ada, User.objects.create_user("bob", "bob@example.org")])
    Game.objects.update(visibility=visibility)
    browser = Client()
    led = browser.get(urlsplit(game_url(table.game)).path, follow=True)
    (next_page,) = re.findall(r'name="next" value="([^"]*)"', led.content.decode())
    form = {"login": ada.email, "password": PASSWORD, "next": next_page}
    back = browser.post("/accounts/login/", form, follow=True)
    assert back.redirect_chain[-1][0] == f"/games/{table.id}"
    assert back.status_code == 200


def test_a_sign_up_leads_back_as_well() -> None:
    browser = Client()
    form = {"email": "new@example.org", "username": "Nell", "password1": PASSWORD}
    browser.post("/accounts/signup/", form | {"next": "/api/docs/"})
    code = codes_mailed_to("new@example.org")[-1]
    back = browser.post("/accounts/confirm-email/", {"code": code})
    assert back.headers["Location"] == "/api/docs/"


def test_people_who_never_proved_an_address_read_what_to_do_without_a_password() -> None:
    browser = Client()
    form = {"email": "new@example.org", "username": "Nell", "password1": PASSWORD}
    browser.post("/accounts/signup/", form)
    page = Client().post("/accounts/password/reset/", {"email": form["email"]}, follow=True)
    assert b"No code comes to an address that nobody has proven" in page.content
    assert b'<a href="/accounts/signup/">sign up</a> once more' in page.content


def test_the_page_that_wants_a_code_says_how_long_it_is_good() -> None:
    browser = Client()
    form = {"email": "new@example.org", "username": "Nell", "password1": PASSWORD}
    page = browser.post("/accounts/signup/", form, follow=True)
    said = " ".join(text_of(page.content).split())
    assert "It is good for 15 minutes and three attempts." in said
    assert settings.CODE_TIMEOUT == 15 * 60
    assert app_settings.EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS == 3
    assert app_settings.PASSWORD_RESET_BY_CODE_MAX_ATTEMPTS == 3


def messages_in(page: bytes) -> list[str]:
    """Return the messages of a page about the previous action."""
    return re.findall(r'<ul class="messages"><li class="\w*">(.*?)</li></ul>', page.decode())


def test_the_page_after_log_in_says_so_and_the_next_one_does_not(ada: User) -> None:
    browser = Client()
    form = {"login": ada.email, "password": PASSWORD}
    led = browser.post("/accounts/login/", form, follow=True)
    assert led.redirect_chain[-1][0] == "/"
    assert messages_in(led.content) == ["You are logged in as Ada."]
    assert messages_in(browser.get("/").content) == []


def test_a_page_cached_for_everybody_shows_no_message(ada: User) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": ada.email, "password": PASSWORD})
    assert messages_in(browser.get("/api/guide/").content) == []
    assert len(messages_in(browser.get("/accounts/sessions/").content)) == 1


@pytest.mark.parametrize("path", ["/", "/no-such-page"])
def test_every_page_offers_to_log_in_and_come_back(path: str, client: Client) -> None:
    assert f'href="/accounts/login/?next={path}"' in client.get(path).content.decode()


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "https:evil.example",
        "\thttps://evil.example",
    ],
)
def test_it_leads_nowhere_else(elsewhere: str, ada: User) -> None:
    form = {"login": ada.email, "password": PASSWORD, "next": elsewhere}
    for path in ("/accounts/login/", f"/accounts/login/?next={elsewhere}"):
        answer = Client().post(path, form)
        assert answer.headers["Location"] == "/"


def test_pages_about_accounts_say_log_in_and_handle(ada: User) -> None:
    for browser in (Client(), browser_of(ada)):
        for name in PAGES:
            page = browser.get(reverse(f"account_{name}"), follow=True)
            assert page.status_code == 200
            assert OTHER_WORDS.findall(text_of(page.content)) == [], name
    assert "Handle" in text_of(Client().get("/accounts/signup/").content)
    wrong = Client().post("/accounts/signup/", {"username": "ada"})
    assert OTHER_WORDS.findall(text_of(wrong.content)) == []


def test_pages_about_the_second_factor_do_too(ada: User) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": ada.email, "password": PASSWORD})
    for name in ("mfa_index", "mfa_activate_totp"):
        page = browser.get(reverse(name))
        assert page.status_code == 200
        assert OTHER_WORDS.findall(text_of(page.content)) == [], name


def test_our_own_pages_and_mails_do_too() -> None:
    templates = [
        path
        for folder in ("web", "notifications", "config")
        for path in Path(settings.BASE_DIR, folder, "templates").rglob("*.*")
    ]
    assert len(templates) > 20
    for path in templates:
        text = re.sub(r"{[{%].*?[%}]}", " ", re.sub(r"<[^>]*>", " ", path.read_text()))
        assert OTHER_WORDS.findall(text) == [], path
