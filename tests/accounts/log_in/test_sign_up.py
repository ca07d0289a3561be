"""Sign-up, log-in, log-out and a forgotten password, as an app does it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.support.apps import PASSWORD, App, SignUp, codes_mailed_to, mails_to

pytestmark = pytest.mark.django_db
ADA = {"email": "ada@example.org", "username": "Ada", "password": PASSWORD}
CodeMailedTo = Callable[[str], str]


def complaints(response: Any) -> dict[str, str]:
    assert response.status_code == 400
    return {error["param"]: error["code"] for error in response.json()["errors"]}


def test_one_signs_up_and_proves_the_address_by_a_code(
    app: App, code_mailed_to: CodeMailedTo
) -> None:
    pending = app.auth("signup", **ADA)
    assert pending.status_code == 401
    refused = app.request("GET", "/api/v1/me")
    assert (refused.status_code, refused.json()["code"]) == (401, "log_in_unfinished")
    assert "mailed code" in refused.json()["detail"]

    assert app.auth("email/verify", key=code_mailed_to("ada@example.org")).status_code == 200
    assert app.request("GET", "/api/v1/me").json()["handle"] == "Ada"


def test_the_mail_is_owed_with_the_account_and_sent_afterwards(app: App) -> None:
    app.auth("signup", **ADA)
    assert mail.outbox == []
    assert len(mails_to("ada@example.org")) == 1


def test_a_wrong_code_proves_nothing(app: App) -> None:
    app.auth("signup", **ADA)
    assert complaints(app.auth("email/verify", key="AAAA-AAAA")) == {"key": "incorrect_code"}
    assert app.request("GET", "/api/v1/me").status_code == 401


@pytest.mark.parametrize(
    ("member", "value", "code"),
    [
        ("username", "dealer", "handle_reserved"),
        ("username", "no spaces", "handle_malformed"),
        ("email", "nowhere", "invalid"),
        ("password", "abc-1x", "password_too_short"),
    ],
)
def test_a_sign_up_that_cannot_be_taken_says_why(
    app: App, member: str, value: str, code: str
) -> None:
    assert complaints(app.auth("signup", **(ADA | {member: value})))[member] == code
    assert not User.objects.exists()


def test_a_handle_is_taken_in_whatever_case(app: App, signed_up: SignUp) -> None:
    signed_up("Ada")
    taken = app.auth("signup", **(ADA | {"email": "another@example.org", "username": "aDa"}))
    assert "username" in complaints(taken)


def test_one_logs_in_by_address_and_logs_out(app: App, signed_up: SignUp) -> None:
    signed_up("Ada")
    assert app.auth("login", email="ADA@example.org", password=PASSWORD).status_code == 200
    assert app.request("GET", "/api/v1/me").status_code == 200

    assert app.request("DELETE", "/_allauth/app/v1/auth/session").status_code == 401
    refused = app.request("GET", "/api/v1/me")
    assert refused.status_code == 401
    assert refused.json()["code"] == "authentication_failed"


def test_confirming_an_identity_needs_a_log_in(app: App, signed_up: SignUp) -> None:
    assert app.auth("reauthenticate", password=PASSWORD).status_code == 401
    app = signed_up("Ada")
    confirmed = app.auth("reauthenticate", password=PASSWORD).json()["data"]["methods"][-1]
    assert (confirmed["method"], confirmed["reauthenticated"]) == ("password", True)


def test_a_session_that_has_ended_is_gone(signed_up: SignUp) -> None:
    app = signed_up("Ada")
    app.request("DELETE", "/_allauth/app/v1/auth/session")
    gone = app.auth("login", email="ada@example.org", password=PASSWORD)
    assert (gone.status_code, gone.json()["meta"]) == (410, {"is_authenticated": None})


def test_a_suspended_person_is_out_at_once(signed_up: SignUp) -> None:
    app = signed_up("Ada")
    User.objects.update(is_active=False)
    assert app.request("GET", "/api/v1/me").status_code == 401


def test_a_forgotten_password_is_replaced_by_a_code(
    app: App, signed_up: SignUp, code_mailed_to: CodeMailedTo
) -> None:
    signed_up("Ada")
    app.auth("password/request", email="ada@example.org")
    code = code_mailed_to("ada@example.org")
    app.auth("password/reset", key=code, password="another horse battery")

    login = {"email": "ada@example.org", "password": "another horse battery"}
    assert App().auth("login", **login).status_code == 200
    assert complaints(App().auth("login", **(login | {"password": PASSWORD})))


def same(known: Any, unknown: Any) -> bool:
    """Return whether two answers are equal except for their session tokens."""

    def shown(response: Any) -> object:
        body = response.json()
        body.get("meta", {}).pop("session_token", None)
        return response.status_code, body

    return shown(known) == shown(unknown)


def test_sign_up_does_not_tell_who_is_registered(signed_up: SignUp) -> None:
    signed_up("Ada")
    known = App().auth("signup", **(ADA | {"username": "Eve"}))
    unknown = App().auth("signup", email="new@example.org", username="Nell", password=PASSWORD)
    assert same(known, unknown)


def test_signing_up_with_a_known_address_opens_no_part_of_that_account(
    app: App, signed_up: SignUp, code_mailed_to: CodeMailedTo
) -> None:
    signed_up("Ada")
    app.auth("signup", **(ADA | {"username": "Eve"}))
    assert complaints(app.auth("email/verify", key=code_mailed_to("ada@example.org")))
    assert app.request("GET", "/api/v1/me").status_code == 401


def test_a_reset_does_not_tell_who_is_registered(signed_up: SignUp) -> None:
    signed_up("Ada")
    known = App().auth("password/request", email="ada@example.org")
    unknown = App().auth("password/request", email="nobody@example.org")
    assert same(known, unknown)
    assert len(codes_mailed_to("nobody@example.org")) == 0


def test_log_in_does_not_tell_who_is_registered(signed_up: SignUp) -> None:
    signed_up("Ada")
    known = App().auth("login", email="ada@example.org", password="wrong horse")
    unknown = App().auth("login", email="nobody@example.org", password="wrong horse")
    assert same(known, unknown)


def test_log_in_is_limited(settings: Settings, signed_up: SignUp) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}  # django-allauth's own
    signed_up("Ada")
    attempts = [App().auth("login", email="ada@example.org", password="x") for _ in range(7)]
    assert complaints(attempts[0]) == {"password": "email_password_mismatch"}
    refused = App().auth("login", email="ada@example.org", password=PASSWORD)
    assert refused.status_code in {400, 429}
    assert "too_many_login_attempts" in str(refused.json()) or refused.status_code == 429


def test_signing_up_costs_few_queries(app: App) -> None:
    with CaptureQueriesContext(connection) as queries:
        app.auth("signup", **ADA)
    assert len(queries) < 40
