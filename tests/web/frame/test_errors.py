"""Pages of errors, which say what to do."""

import re
from collections.abc import Iterable
from html import unescape
from typing import Any, Final
from urllib.parse import urlencode, urljoin
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory

from accounts.models import User
from api.handlers import server_error
from quotas.records.accounts import LOG_INS_A_DAY
from quotas.services import limit_of
from tests.support.api_games import ApiGame
from tests.support.pages import Outline, browser_of, routes
from tests.support.people import Person
from web.urls import urlpatterns

pytestmark = [pytest.mark.django_db]
FORM: Final = re.compile(
    r'<form[^>]*method="post"[^>]*?(?:action="(?P<at>[^"]*)")?[^>]*>(?P<inside>.*?)</form>', re.S
)
NAME: Final = re.compile(r'name="([^"]+)"')
MALFORMED: Final = (
    "[" * 2_000,
    '{"a":' * 2_000,
    "9" * 5_000,
    "\0",
    "%ED%A0%80",
    "-",
    "NaN",
    "I" * 60_000,
)
WITHOUT: Final = {"csrfmiddlewaretoken", "key"}


def check(response: Any, status: int) -> str:
    """Return the text of a well-formed page with a status."""
    assert response.status_code == status
    page: str = response.content.decode()
    outline = Outline()
    outline.feed(page)
    assert outline.open == []
    assert 'href="/static/web/illimat.css"' in page
    return page


def page_after(error: Exception, path: str) -> Any:
    """Return the answer to a request that an error has ended."""
    try:
        raise error
    except type(error):
        return server_error(RequestFactory().get(path))


def test_a_stranger_at_an_unknown_page_may_log_in_and_come_back(client: Client) -> None:
    page = check(client.get("/no-such-page"), 404)
    assert 'class="go" href="/accounts/login/?next=/no-such-page"' in page


def test_a_member_at_an_unknown_page_is_led_home(people: list[User]) -> None:
    page = check(browser_of(people[0]).get("/no-such-page"), 404)
    assert 'class="go" href="/"' in page


def test_a_page_without_the_database_says_to_wait(
    django_assert_num_queries: Any,
) -> None:
    with django_assert_num_queries(0):
        answer = page_after(OperationalError("gone"), "/games/x")
    page = check(answer, 503)
    assert "Wait a minute" in page
    assert answer.headers["Retry-After"]


def test_a_mistake_of_the_program_is_admitted() -> None:
    page = check(page_after(ValueError("secret"), "/"), 500)
    assert "it has been noted" in page
    assert "secret" not in page


def test_programs_get_text_and_no_page() -> None:
    answer = page_after(OperationalError("gone"), "/api/v1/me")
    assert answer.headers["Content-Type"] == "text/plain"


def test_without_cookies_a_form_says_how_to_allow_them() -> None:
    browser = Client(enforce_csrf_checks=True)
    page = check(browser.post("/accounts/login/", {"login": "ada"}), 403)
    assert "Allow cookies for this site" in page
    browser.get("/accounts/login/")
    page = check(browser.post("/accounts/login/", {"login": "ada"}), 403)
    assert "The form was too old" in page


def test_too_many_log_ins_get_a_page(client: Client, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {LOG_INS_A_DAY.name: 1}
    assert limit_of(LOG_INS_A_DAY) == 1
    wrong = {"login": "ada@example.org", "password": "no"}
    assert client.post("/accounts/login/", wrong).status_code == 200
    answer = client.post("/accounts/login/", wrong)
    check(answer, 429)
    assert answer.headers["Retry-After"]


def forms_of(browser: Client, paths: Iterable[str]) -> dict[str, set[str]]:
    """Return the names of the fields of all forms of some pages, by where the forms are sent."""
    found: dict[str, set[str]] = {}
    for path in paths:
        page = browser.get(path)
        kind = page.headers.get("Content-Type", "")
        text = page.content.decode() if kind.startswith("text/html") else ""
        for form in FORM.finditer(text):
            address = urljoin(path, unescape(form["at"] or "")).partition("?")[0]
            found.setdefault(address, set()).update(NAME.findall(form["inside"]))
    return found


@pytest.mark.slow
@pytest.mark.both_databases
def test_no_form_of_any_page_can_be_filled_so_that_it_fails() -> None:
    table = ApiGame([Person(), Person()])
    values = {"game_id": str(table.id), "version": "5"}
    browser = browser_of(table.awaited.user)
    browser.raise_request_exception = False
    paths = [path for path in routes(urlpatterns, values) if "logout" not in path]
    of_account = [
        f"/accounts/{each}/" for each in ("email", "password/change", "2fa/totp/activate")
    ]
    forms = forms_of(browser, [*paths, *of_account])
    forms |= forms_of(
        Client(), [f"/accounts/{each}/" for each in ("login", "signup", "password/reset")]
    )
    forms.setdefault(f"/games/{table.id}", set()).update({"version", "actions"})
    assert len(forms) > 10
    failed = []
    for address, names in forms.items():
        for value in MALFORMED:
            filled = urlencode(
                dict.fromkeys(names - WITHOUT, value), safe="%" if "%" in value else ""
            )
            body = f"key={uuid4()}&{filled}"
            answer = browser.post(address, body, "application/x-www-form-urlencoded")
            if answer.status_code >= 500:
                failed.append((address, value[:9]))
    assert failed == []
