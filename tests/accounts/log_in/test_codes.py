"""Codes for an address that nobody has proven: what one network can use of them."""

import time
from typing import Any

import pytest
from allauth.account.internal.flows.email_verification_by_code import (
    EMAIL_VERIFICATION_CODE_SESSION_KEY,
)
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from accounts.sessions import SessionStore
from config.settings import base
from quotas.records.messages import CODES_FROM_A_NETWORK_A_DAY, UNPROVEN_MAILS_A_DAY
from tests.support.apps import AUTH, PASSWORD, App, SignUp, codes_mailed_to

pytestmark = pytest.mark.django_db
ADDRESS = "new@example.org"
WRONG = {"key": "WRNG-CDES"}
STEPS: list[Any] = [("email/verify", WRONG), ("email/verify/resend", {})]


@pytest.fixture(autouse=True)
def _limit(settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"codes_from_a_network_a_day": 1}


def sign_up(handle: str, network: str, address: str = ADDRESS) -> App:
    app = App()
    app.client = Client(REMOTE_ADDR=network)
    app.auth("signup", email=address, username=handle, password=PASSWORD)
    return app


def test_one_network_uses_one_code_of_an_address_a_day() -> None:
    for number in range(3):
        sign_up(f"Eve-{number}", f"2001:db8::{number}")
    assert len(codes_mailed_to(ADDRESS)) == 1
    sign_up("Eve-3", "2001:db8::1", "another@example.org")
    assert len(codes_mailed_to("another@example.org")) == 1


def test_the_owner_gets_a_code_from_elsewhere() -> None:
    for number in range(3):
        sign_up(f"Eve-{number}", "192.0.2.1")
    owner = sign_up("Ada", "192.0.2.2")
    code = codes_mailed_to(ADDRESS)[-1]
    assert owner.auth("email/verify", key=code).status_code == 200


def test_a_code_stays_right_if_another_is_asked_for_and_none_is_sent() -> None:
    app = sign_up("Ada", "192.0.2.1")
    refused = app.auth("email/verify/resend")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert app.auth("email/verify/resend").status_code == 429  # not yet the third
    assert app.auth("email/verify/resend").status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 24 * 60 * 60
    assert "The last one that came is still good" in refused.json()["detail"]
    (code,) = codes_mailed_to(ADDRESS)
    assert app.auth("email/verify", key=code).status_code == 200


def test_after_three_codes_no_more_are_sent_and_the_last_stays_right(settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"codes_from_a_network_a_day": 9}
    app = sign_up("Ada", "192.0.2.1")
    assert [app.auth("email/verify/resend").status_code for _ in range(2)] == [200, 200]
    refused = app.auth("email/verify/resend")
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"]) == (400, "no_more_codes")
    assert app.auth("email/verify", key=codes_mailed_to(ADDRESS)[-1]).status_code == 200


def test_a_refused_code_does_not_tell_who_is_registered(signed_up: SignUp) -> None:
    signed_up("Ada")
    apps = [sign_up("Eve", "192.0.2.1", "ada@example.org"), sign_up("Nell", "192.0.2.1")]
    refused, other = (app.auth("email/verify/resend") for app in apps)
    assert refused.status_code == other.status_code == 429
    assert refused.content == other.content


def test_somebody_who_asks_for_another_code_at_once_reads_how_soon_they_may(
    settings: Settings,
) -> None:
    settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS
    settings.QUOTAS = settings.QUOTAS | {"codes_from_a_network_a_day": 9}
    app = sign_up("Ada", "192.0.2.1", "ada@example.net")
    refused = App().auth("login", email="ada@example.net", password=PASSWORD)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"]) == (400, "code_just_mailed")
    assert "try again in 10 seconds" in error["message"]
    refused = app.auth("email/verify/resend")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "10")
    assert "try again in 10 seconds" in refused.json()["detail"]


def test_on_pages_they_read_it_too(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS
    settings.QUOTAS = settings.QUOTAS | {"codes_from_a_network_a_day": 9}
    browser = Client()
    fields = {"email": "bob@example.net", "username": "Bob", "password1": PASSWORD}
    browser.post("/accounts/signup/", fields)
    refused = browser.post("/accounts/confirm-email/", {"action": "resend"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "10")
    page = refused.content.decode()
    assert "try again in 10 seconds" in page
    assert 'href="/accounts/confirm-email/">Back' in page


@pytest.mark.parametrize("address", ["ada@example.org", ADDRESS])
def test_a_sign_up_too_soon_after_another_is_told_so_and_makes_no_account(
    address: str, signed_up: SignUp, settings: Settings
) -> None:
    signed_up("Ada")
    settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS
    sign_up("Dora", "192.0.2.1", address)
    body = {"email": address, "username": "Dora-2", "password": PASSWORD}
    refused = App().auth("signup", **body)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"]) == (400, "code_just_mailed")
    page = Client().post("/accounts/signup/", body | {"password1": PASSWORD})
    assert "try again in 10 seconds" in page.content.decode()
    assert not User.objects.filter(handle="Dora-2").exists()


def page_after_sign_up(address: str, handle: str) -> Any:
    fields = {"email": address, "username": handle, "password1": PASSWORD}
    page = Client(REMOTE_ADDR="192.0.2.9").post("/accounts/signup/", fields, follow=True)
    return page.content.decode().replace(address, "").partition("<main")[2]


def test_the_page_tells_everybody_alike_how_many_come(
    signed_up: SignUp, settings: Settings
) -> None:
    signed_up("Ada")
    settings.QUOTAS = base.QUOTAS
    for address in ("ada@example.org", ADDRESS):
        page = page_after_sign_up(address, f"Eve-{address[:2]}")
        assert "at most 6 codes a day, 3 of them from one network" in page


def test_where_no_more_come_it_tells_everybody_so_and_what_to_do(signed_up: SignUp) -> None:
    signed_up("Ada")
    for address in ("ada@example.org", ADDRESS):
        page = page_after_sign_up(address, f"Eve-{address[:2]}")
        assert "No more codes are mailed to this address from your network today. The last" in page
        page = page_after_sign_up(address, f"Dan-{address[:2]}")
        assert "Try again from another network, or tomorrow." in page


def test_the_pages_say_what_became_of_codes() -> None:
    browser, address = Client(), "/accounts/confirm-email/"
    fields = {"email": ADDRESS, "username": "Ada", "password1": PASSWORD}
    browser.post("/accounts/signup/", fields, follow=True)
    page = browser.post(address, {"action": "resend"}, follow=True).content.decode()
    assert "The last one that came is still good." in page
    for _ in range(3):
        page = browser.post(address, {"code": "WRNG-CDES"}, follow=True).content.decode()
    assert "That was the third wrong code" in page
    assert "Log in to have another one mailed" in page
    assert "No more codes are mailed to this address from your network today. Try again" in page


def log_in(network: str = "192.0.2.1") -> tuple[App, Any]:
    """Return another app of the person who signed up, and how their log-in was answered."""
    app = App()
    app.client = Client(REMOTE_ADDR=network)
    return app, app.auth("login", email=ADDRESS, password=PASSWORD)


def enter_wrong_codes(app: App) -> list[int]:
    return [app.auth("email/verify", key="WRNG-CDES").status_code for _ in range(3)]


def test_the_code_is_good_where_its_owner_logs_in_next() -> None:
    first = sign_up("Ada", "192.0.2.1")
    app, answer = log_in()
    (code,) = codes_mailed_to(ADDRESS)
    assert answer.status_code == 401
    assert app.auth("email/verify", key=code).status_code == 200
    (error,) = first.auth("email/verify", key=code).json()["errors"]
    assert "proven already" in error["message"]


def proven_elsewhere() -> App:
    """Return an app that waits for a code, while another of the same person proved the address."""
    first = sign_up("Ada", "192.0.2.1")
    app, _ = log_in()
    assert app.auth("email/verify", key=codes_mailed_to(ADDRESS)[-1]).status_code == 200
    return first


def test_a_log_in_whose_address_was_proven_elsewhere_is_no_longer_unfinished() -> None:
    answer = proven_elsewhere().request("GET", "/api/v1/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")


@pytest.mark.parametrize(("step", "body"), STEPS)
def test_where_it_waits_it_is_told_to_log_in_and_can(step: str, body: dict[str, str]) -> None:
    app = proven_elsewhere()
    (error,) = app.auth(step, **body).json()["errors"]
    assert error["message"] == "This address is proven already. Log in."
    assert app.auth("login", email=ADDRESS, password=PASSWORD).status_code == 200


def test_a_page_that_waits_leads_to_the_log_in() -> None:
    browser = Client()
    fields = {"email": ADDRESS, "username": "Ada", "password1": PASSWORD}
    browser.post("/accounts/signup/", fields)
    app, _ = log_in()
    app.auth("email/verify", key=codes_mailed_to(ADDRESS)[-1])
    shown = browser.get("/accounts/login/", follow=True)
    assert shown.redirect_chain[-1][0] == "/accounts/login/"
    assert "This address is proven already. Log in." in shown.content.decode()


def test_no_more_codes_are_kept_than_an_address_gets(settings: Settings) -> None:
    own = {"unproven_mails_a_day": 2, "codes_from_a_network_a_day": 9}
    settings.QUOTAS = settings.QUOTAS | own
    app = sign_up("Ada", "192.0.2.1")
    for _ in range(2):
        app.auth("email/verify/resend")
    _, second = codes_mailed_to(ADDRESS)
    third = SessionStore(app.token)[EMAIL_VERIFICATION_CODE_SESSION_KEY]["code"]
    assert app.auth("email/verify", key=third).status_code == 400
    assert app.auth("email/verify", key=second).status_code == 200


def statements_of_a_wrong_code(app: App) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert app.auth("email/verify", key="WRNG-CDES").status_code == 400
    return len(queries)


def test_a_code_takes_as_many_statements_however_many_were_mailed(settings: Settings) -> None:
    first = statements_of_a_wrong_code(sign_up("Ada", "192.0.2.1"))
    settings.QUOTAS = settings.QUOTAS | {"codes_from_a_network_a_day": 9}
    app = log_in()[0]
    for _ in range(2):
        app.auth("email/verify/resend")
    assert statements_of_a_wrong_code(app) == first <= 20


def test_it_is_good_for_its_own_account_alone() -> None:
    sign_up("Ada", "192.0.2.1")
    other = sign_up("Eve", "192.0.2.1")
    (code,) = codes_mailed_to(ADDRESS)
    assert other.auth("email/verify", key=code).status_code == 400


def test_three_wrong_codes_end_it_over_all_sessions() -> None:
    first = sign_up("Ada", "192.0.2.1")
    apps = [first, *(log_in()[0] for _ in range(2))]
    (code,) = codes_mailed_to(ADDRESS)
    assert [app.auth("email/verify", key="WRNG-CDES").status_code for app in apps] == [400] * 3
    assert [app.auth("email/verify", key=code).status_code for app in apps] == [400] * 3


def test_the_third_wrong_code_tells_at_once_how_to_get_another(signed_up: SignUp) -> None:
    signed_up("Ada")
    forgetful = App()
    forgetful.auth("password/request", email="ada@example.org")
    proving = sign_up("Eve", "192.0.2.1")
    reset = WRONG | {"password": PASSWORD}
    for app, step, body in ((proving, "email/verify", WRONG), (forgetful, "password/reset", reset)):
        answers = [app.auth(step, **body) for _ in range(3)]
        *before, last = ([error["code"] for error in each.json()["errors"]] for each in answers)
        assert before == [["incorrect_code"]] * 2
        assert last == ["incorrect_code", "no_code_awaited"]


@pytest.mark.parametrize(("step", "body"), STEPS)
def test_once_it_is_over_one_is_told_how_to_get_another(step: str, body: dict[str, str]) -> None:
    app = sign_up("Ada", "192.0.2.1")
    enter_wrong_codes(app)
    refused = app.auth(step, **body)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"]) == (409, "no_code_awaited")
    assert "Log in with address and password" in error["message"]


def test_one_for_a_new_password_is_asked_for_anew() -> None:
    app = App()
    app.auth("password/request", email=ADDRESS)
    for _ in range(4):
        refused = app.auth("password/reset", key="WRNG-CDES", password=PASSWORD)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"]) == (409, "no_code_awaited")
    assert "Ask for another" in error["message"]


@pytest.mark.parametrize("step", ["email/verify", "email/verify/resend", "password/reset"])
def test_an_app_that_sends_no_token_is_told_so(step: str) -> None:
    body = {} if step.endswith("resend") else {"key": "WRNG-CDES"}
    refused = App().auth(step, **body)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"]) == (409, "no_code_awaited")
    assert "X-Session-Token is missing" in error["message"]


@pytest.mark.parametrize(("step", "more"), [("login", {}), ("signup", {"username": "Ada-2"})])
def test_somebody_who_is_logged_in_is_told_what_to_do_instead(
    step: str, more: dict[str, str], signed_up: SignUp
) -> None:
    refused = signed_up("Ada").auth(step, email="ada@example.org", password=PASSWORD, **more)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"]) == (409, "logged_in_already")
    assert "/auth/reauthenticate" in error["message"]


def test_without_a_good_code_a_log_in_says_that_none_comes_from_this_network() -> None:
    assert enter_wrong_codes(sign_up("Ada", "192.0.2.1")) == [400] * 3
    _, refused = log_in()
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"]) == (400, "no_more_codes")
    assert "another network, or tomorrow" in error["message"]
    app, _ = log_in("192.0.2.2")
    assert app.auth("email/verify", key=codes_mailed_to(ADDRESS)[-1]).status_code == 200


def test_after_three_wrong_codes_a_log_in_from_the_same_network_mails_another(
    settings: Settings,
) -> None:
    settings.QUOTAS = base.QUOTAS
    assert enter_wrong_codes(sign_up("Ada", "192.0.2.1")) == [400] * 3
    app, _ = log_in()
    _, newest = codes_mailed_to(ADDRESS)
    assert app.auth("email/verify", key=newest).status_code == 200


def test_one_network_leaves_some_of_the_codes_to_others() -> None:
    assert CODES_FROM_A_NETWORK_A_DAY.default < UNPROVEN_MAILS_A_DAY.default


def test_who_does_not_know_the_password_does_not_learn_that() -> None:
    enter_wrong_codes(sign_up("Ada", "192.0.2.1"))
    stranger = App()
    stranger.client = Client(REMOTE_ADDR="192.0.2.1")
    answer = stranger.auth("login", email=ADDRESS, password="wrong horse battery")
    assert answer.json()["errors"][0]["code"] == "email_password_mismatch"


def test_a_request_without_a_code_is_no_attempt() -> None:
    app = sign_up("Ada", "192.0.2.1")
    assert app.auth("email/verify", code="WRNG-CDES").status_code == 422
    for body in ({}, {"key": ""}, {"key": None}):
        assert app.request("POST", f"{AUTH}email/verify", body).status_code == 400
    assert app.request("GET", f"{AUTH}email/verify").status_code == 400
    (code,) = codes_mailed_to(ADDRESS)
    assert app.auth("email/verify", key=code).status_code == 200


def test_nor_is_one_for_a_new_password(signed_up: SignUp) -> None:
    signed_up("Ada")
    app = App()
    app.auth("password/request", email="ada@example.org")
    for _ in range(3):
        assert app.auth("password/reset", password=PASSWORD).status_code == 400
        assert app.request("GET", f"{AUTH}password/reset").status_code == 400
    code = codes_mailed_to("ada@example.org")[-1]
    assert app.auth("password/reset", key=code, password=PASSWORD).status_code == 401


def test_nor_is_an_empty_field_of_a_page() -> None:
    browser = Client()
    fields = {"email": ADDRESS, "username": "Ada", "password1": PASSWORD}
    browser.post("/accounts/signup/", fields)
    for _ in range(3):
        assert browser.post("/accounts/confirm-email/", {"code": ""}).status_code == 200
    (code,) = codes_mailed_to(ADDRESS)
    browser.post("/accounts/confirm-email/", {"code": code})
    assert EmailAddress.objects.get().verified


def test_a_page_offers_another_code_only_where_one_comes(settings: Settings) -> None:
    assert "Request new code" not in page_after_sign_up(ADDRESS, "Ada")
    settings.QUOTAS = settings.QUOTAS | {"codes_from_a_network_a_day": 2}
    assert "Request new code" in page_after_sign_up("other@example.org", "Eve")


def test_a_page_says_after_a_log_in_that_the_last_code_is_still_good() -> None:
    sign_up("Ada", "127.0.0.1")
    fields = {"login": ADDRESS, "password": PASSWORD}
    page = Client().post("/accounts/login/", fields, follow=True).content.decode()
    assert "The last one that came is still good." in page


def test_a_changed_address_gets_no_false_words_either(signed_up: SignUp) -> None:
    signed_up("Ada")
    app, path = App(), "/_allauth/app/v1/account/email"
    app.auth("login", email="ada@example.org", password=PASSWORD)
    assert app.request("POST", path, {"email": ADDRESS}).status_code == 200
    assert app.request("POST", path, {"email": ADDRESS}).status_code == 200  # it is still good
    assert app.request("PUT", path, {"email": ADDRESS}).status_code == 429
    assert enter_wrong_codes(app) == [400] * 3
    refused = app.request("POST", path, {"email": ADDRESS})
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert len(codes_mailed_to(ADDRESS)) == 1


def test_a_log_in_whose_code_is_over_is_no_longer_unfinished() -> None:
    app = sign_up("Ada", "192.0.2.1")
    assert app.request("GET", "/api/v1/me").json()["code"] == "log_in_unfinished"
    enter_wrong_codes(app)
    over = app.request("GET", "/api/v1/me")
    assert (over.status_code, over.json()["code"]) == (401, "authentication_failed")
    app.client = Client(REMOTE_ADDR="192.0.2.2")
    app.auth("login", email=ADDRESS, password=PASSWORD)
    code = codes_mailed_to(ADDRESS)[-1]
    assert app.auth("email/verify", key=code).status_code == 200


def test_nor_is_one_whose_code_has_expired(monkeypatch: pytest.MonkeyPatch) -> None:
    app = sign_up("Ada", "192.0.2.1")
    later = time.time() + base.CODE_TIMEOUT + 1
    monkeypatch.setattr("accounts.log_in.authentication.time.time", lambda: later)
    assert app.request("GET", "/api/v1/me").json()["code"] == "authentication_failed"


def test_a_wrong_password_tells_everybody_that_the_newest_sign_up_counts(signed_up: SignUp) -> None:
    signed_up("Ada")
    sign_up("Dora", "192.0.2.1")
    for address in (ADDRESS, "ada@example.org", "nobody@example.org"):
        answer = App().auth("login", email=address, password="wrong horse battery")
        (error,) = answer.json()["errors"]
        assert "only the newest sign-up with this address counts" in error["message"]
