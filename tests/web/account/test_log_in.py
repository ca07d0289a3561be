"""Signing up, logging in and out, and forgetting one's password, on the pages."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from accounts.models import User
from notifications.models import Notice
from tests.support.pages import Outline, browser_of

pytestmark = pytest.mark.django_db
PASSWORD = "wheat-and-rye-7"
BACK = "/games/0188e7a4-0000-7000-8000-000000000000"
FORMS = ["login", "signup", "password/reset"]
OWN_FORMS = ["logout", "password/change", "email", "reauthenticate", "2fa", "2fa/totp/activate"]


def code_in_mail() -> str:
    """Return the code in the last mail that was queued."""
    (code,) = re.findall(r"^\w{4}-\w{4}$", Notice.objects.latest("pk").body_text, re.MULTILINE)
    return str(code)


def prove(person: User) -> None:
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)


def check(response: Any) -> str:
    """Return the text of a page, all of whose fields have labels and whose ids are unique."""
    assert response.status_code == 200
    page: str = response.content.decode()
    outline = Outline()
    outline.feed(page)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    for control in re.findall(r"<input [^>]*>", page):
        if 'type="hidden"' not in control:
            (name,) = re.findall(r'\bid="([^"]+)"', control)
            assert f'<label for="{name}">' in page or f'for="{name}"' in page, control
    assert "style=" not in page
    assert re.findall(r'<script(?! type="module" src="/static/)', page) == []
    return page


@pytest.mark.parametrize("path", FORMS)
def test_the_forms_of_strangers_are_in_the_pages_own_look(client: Client, path: str) -> None:
    page = check(client.get(f"/accounts/{path}/"))
    assert 'class="form sheet"' in page
    assert '<button class="go"' in page


@pytest.mark.parametrize("path", OWN_FORMS)
def test_the_forms_of_ones_account_are_in_the_pages_own_look(people: list[User], path: str) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": people[0].email, "password": PASSWORD})
    page = check(browser_of(people[0]).get(f"/accounts/{path}/", follow=True))
    assert 'href="/static/web/illimat.css"' in page


def test_after_the_sign_up_people_come_back_to_where_they_were(client: Client) -> None:
    page = check(client.get(f"/accounts/signup/?next={BACK}"))
    assert f'name="next" value="{BACK}"' in page
    filled = {"email": "eve@example.org", "username": "eve", "password1": PASSWORD, "next": BACK}
    led = client.post("/accounts/signup/", filled)
    assert led.status_code == 302
    page = check(client.get(led.headers["Location"]))
    answered: Any = client.post(led.headers["Location"], {"code": code_in_mail()})
    assert answered.headers["Location"] == BACK
    assert User.objects.filter(handle="eve").exists()


@pytest.mark.parametrize(
    ("given", "kept"), [("Europe/Berlin", "Europe/Berlin"), ("Nowhere/Else", "UTC"), ("", "UTC")]
)
def test_after_the_sign_up_people_have_the_time_zone_of_their_browser(
    client: Client, given: str, kept: str
) -> None:
    page = check(client.get("/accounts/signup/"))
    assert '<input type="hidden" name="time_zone"' in page
    filled = {"email": "eve@example.org", "username": "eve", "password1": PASSWORD}
    client.post("/accounts/signup/", filled | {"time_zone": given})
    assert User.objects.get(handle="eve").time_zone == kept


def test_after_the_log_in_people_come_back_to_where_they_were(
    people: list[User], client: Client
) -> None:
    person = people[0]
    prove(person)
    page = check(client.get(f"/accounts/login/?next={BACK}"))
    assert f'href="/accounts/signup/?next={BACK}"' in page.replace("%2F", "/")
    filled = {"login": person.email, "password": PASSWORD, "next": BACK}
    assert client.post("/accounts/login/", filled).headers["Location"] == BACK


def test_the_sign_up_says_before_what_it_asks_of_handles_and_passwords(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    for name, rule in (("username", "3 to 20 characters"), ("password1", "at least 8 characters")):
        assert rule in page.partition(f'<label for="id_{name}"')[2].partition("<input")[0]
        assert re.search(rf'name="{name}"[^>]* aria-describedby="id_{name}_helptext"', page)
    assert "3 to 20 characters" in client.post("/accounts/signup/", {}).content.decode()


def test_password_managers_find_whose_password_is_changed(people: list[User]) -> None:
    page = browser_of(people[0]).get("/accounts/password/change/").content.decode()
    assert re.search(r'autocomplete="username" value="ada@example.org" readonly', page)


WITHOUT_SETTINGS = {*FORMS, "inactive", "reauthenticate"}
LANGUAGES = {
    "en": {
        "login": "Log in",
        "signup": "Sign up",
        "password/reset": "Forgotten password",
        "inactive": "Inactive account",
        "email": "Mail address",
        "password/change": "Change the password",
        "logout": "Log out",
        "reauthenticate": "Show that it is you",
        "2fa": "Second factor",
        "2fa/totp/activate": "Add an authenticator app",
        "2fa/recovery-codes/generate": "Recovery codes",
        "sessions": "Where you are logged in",
    },
    "de": {
        "login": "Anmelden",
        "signup": "Registrieren",
        "password/reset": "Passwort vergessen",
        "inactive": "Konto nicht aktiv",
        "email": "Mailadresse",
        "password/change": "Passwort ändern",
        "logout": "Abmelden",
        "reauthenticate": "Zeig, dass du es bist",
        "2fa": "Zweiter Faktor",
        "2fa/totp/activate": "Authenticator-App hinzufügen",
        "2fa/recovery-codes/generate": "Ersatzcodes",
        "sessions": "Wo du angemeldet bist",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_an_account_has_its_title_and_heading_in_the_language_of_its_reader(
    people: list[User], client: Client, language: str
) -> None:
    prove(people[0])
    own = Client()
    own.post("/accounts/login/", {"login": people[0].email, "password": PASSWORD})
    for path, title in LANGUAGES[language].items():
        browser = client if path in {*FORMS, "inactive"} else own
        answer = browser.get(f"/accounts/{path}/", headers={"Accept-Language": language})
        page = " ".join(answer.content.decode().split())
        assert re.search(rf"<title>\s?{title}\s?–", page), path  # noqa: RUF001 - as shown
        assert re.search(rf"<h1[^>]*>\s?{title}\s?</h1>", page), path
        assert ('href="/settings">' in page.partition("<main")[2]) == (path not in WITHOUT_SETTINGS)


def test_a_refused_sign_up_keeps_what_was_typed_and_says_why(client: Client) -> None:
    filled = {"email": "eve@example.org", "username": "e", "password1": "rye"}
    page = check(client.post("/accounts/signup/", filled))
    assert 'value="eve@example.org"' in page
    assert 'aria-invalid="true"' in page
    assert re.search(r'aria-describedby="[^"]*id_username_error"', page)
    assert 'id="id_username_error"' in page


def test_nobody_is_led_to_another_server(people: list[User], client: Client) -> None:
    person = people[0]
    prove(person)
    filled = {"login": person.email, "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post("/accounts/login/", filled).headers["Location"] == "/"


def test_a_forgotten_password_is_replaced_by_a_code(people: list[User], client: Client) -> None:
    person = people[0]
    prove(person)
    led = client.post("/accounts/password/reset/", {"email": person.email})
    page = check(client.get(led.headers["Location"]))
    assert person.email in page
    led = client.post(led.headers["Location"], {"code": code_in_mail()})
    check(client.get(led.headers["Location"]))
    new = "barley-and-oats-8"
    done = client.post(led.headers["Location"], {"password1": new, "password2": new})
    assert done.status_code == 302
    person.refresh_from_db()
    assert person.check_password(new)


def test_a_log_out_tells_a_shared_browser_to_forget_what_it_keeps(people: list[User]) -> None:
    browser = browser_of(people[0])
    assert "Clear-Site-Data" not in browser.get("/").headers
    assert browser.post("/accounts/logout/").headers["Clear-Site-Data"] == '"cache", "storage"'
    assert "Clear-Site-Data" not in browser.get("/").headers


def test_a_wrong_code_of_a_first_authenticator_names_no_recovery_codes(people: list[User]) -> None:
    browser = Client()
    prove(people[0])
    browser.post("/accounts/login/", {"login": people[0].email, "password": PASSWORD})
    page = check(browser.post("/accounts/2fa/totp/activate/", {"code": "wrong"}))
    assert "This code is not right. Enter the one that your app shows now." in page
    assert "recovery code" not in page


def test_an_authenticator_on_the_same_phone_is_opened_or_given_the_secret(
    people: list[User],
) -> None:
    browser = Client()
    prove(people[0])
    browser.post("/accounts/login/", {"login": people[0].email, "password": PASSWORD})
    page = check(browser.get("/accounts/2fa/totp/activate/"))
    (secret,) = re.findall(r'<a class="quiet" href="otpauth://totp/[^"]*secret=(\w+)', page)
    assert f">{' '.join(re.findall('.{1,4}', secret))}</code>" in page


def test_the_recovery_codes_that_are_unused_can_be_read(people: list[User]) -> None:
    browser = Client()
    prove(people[0])
    browser.post("/accounts/login/", {"login": people[0].email, "password": PASSWORD})
    TOTP.activate(people[0], generate_totp_secret())
    browser.post("/accounts/2fa/recovery-codes/generate/")
    page = check(browser.get("/accounts/2fa/recovery-codes/"))
    codes = RecoveryCodes.activate(people[0]).get_unused_codes()
    assert len(codes) == 10
    assert re.findall(r"<li><code>(\w+)</code></li>", page) == codes
