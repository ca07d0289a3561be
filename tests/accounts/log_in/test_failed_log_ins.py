"""A failed log-in leaves a line for fail2ban, with the client's address and nothing typed."""

import logging
import re
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config import logs
from tests.support.apps import PASSWORD

pytestmark = pytest.mark.django_db
ADDRESS = "2001:db8:1:2:3:4:5:6"
FORGED = "Failed log-in from 192.0.2.66"
TYPED = {
    "email": "typed.by.me@example.org",
    "password": f"typed by me\n2026-01-01 00:00:00,000 WARNING accounts.log_ins: {FORGED}",
    "code": "typed-1",
}
API = "/_allauth/app/v1/auth"


def patterns() -> list[str]:
    """Return the expressions of the filter as fail2ban reads them."""
    parser = ConfigParser()
    parser.read(django_settings.BASE_DIR / "deploy" / "fail2ban" / "filter.d" / "illimat.conf")
    lines = parser["Definition"]["failregex"].splitlines()
    return [line.replace("<ADDR>", r"(?P<address>[\d.]+|[\da-f:]+)") for line in lines]


def banned(log: str) -> list[str]:
    """Return the addresses that the filter finds in a log, which fail2ban reads without times."""
    found = []
    for line in log.splitlines():
        untimed = re.sub(r"\d{4}-\d\d-\d\d[T ][\d:]{8}[.,]\d{3}(\+00:00)?", "", line, count=1)
        found += [match["address"] for each in patterns() if (match := re.search(each, untimed))]
    return found


@pytest.fixture(params=logs.FORMATS)
def log(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    """Return what all loggers write, in each of the formats."""
    made = {"text": logs.TextFormatter, "json": logs.JsonFormatter}[request.param]
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(made())
    logging.getLogger().addHandler(handler)
    yield stream
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def client() -> Client:
    """Return a client with an IPv6 address, whose browser claims to be a line of the log."""
    return Client(REMOTE_ADDR=ADDRESS, HTTP_USER_AGENT=f"x\nWARNING accounts.log_ins: {FORGED}")


@pytest.fixture
def ada() -> User:
    """Return somebody with a second factor."""
    user = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    TOTP.activate(user, generate_totp_secret())
    return user


def wrong_password(client: Client) -> None:
    """Log in on the page with an address that has no account."""
    client.post("/accounts/login/", {"login": TYPED["email"], "password": TYPED["password"]})


def wrong_password_in_api(client: Client) -> None:
    body = {"email": TYPED["email"], "password": TYPED["password"]}
    answer = client.post(f"{API}/login", body, "application/json")
    assert answer.status_code == 400


def wrong_factor(client: Client) -> None:
    """Give the password on the page, as staff do, and a wrong code of the second factor."""
    client.post("/accounts/login/?next=/admin/", {"login": "ada@example.org", "password": PASSWORD})
    client.post("/accounts/2fa/authenticate/", {"code": TYPED["code"]})


def wrong_factor_in_api(client: Client) -> Any:
    body = {"email": "ada@example.org", "password": PASSWORD}
    token = client.post(f"{API}/login", body, "application/json").json()["meta"]["session_token"]
    return client.post(
        f"{API}/2fa/authenticate",
        {"code": TYPED["code"]},
        "application/json",
        headers={"X-Session-Token": token},
    )


def wrong_code(client: Client) -> None:
    """Ask for a new password on the page, and give a wrong code."""
    client.post("/accounts/password/reset/", {"email": TYPED["email"]})
    client.post(reverse("account_confirm_password_reset_code"), {"code": TYPED["code"]})


def wrong_code_in_api(client: Client) -> Any:
    asked = client.post(f"{API}/password/request", {"email": TYPED["email"]}, "application/json")
    token = asked.json()["meta"]["session_token"]
    return client.post(
        f"{API}/password/reset",
        {"key": TYPED["code"], "password": PASSWORD},
        "application/json",
        headers={"X-Session-Token": token},
    )


def wrong_code_of_sign_up(client: Client) -> None:
    """Sign up on the page, and give a wrong code."""
    fields = {"email": TYPED["email"], "username": "Bea", "password1": PASSWORD}
    client.post("/accounts/signup/", fields)
    client.post("/accounts/confirm-email/", {"code": TYPED["code"]})


CODES = [wrong_code, wrong_code_in_api, wrong_code_of_sign_up]
WAYS = [wrong_password, wrong_password_in_api, wrong_factor, wrong_factor_in_api, *CODES]


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize("fail", WAYS)
def test_a_failed_log_in_leaves_one_line_with_the_address_and_nothing_typed(
    client: Client, log: StringIO, fail: Callable[[Client], Any]
) -> None:
    fail(client)
    assert banned(log.getvalue()) == [ADDRESS]
    assert log.getvalue().count(" from ") == 1
    assert ("Wrong code" in log.getvalue()) == (fail in CODES)
    told = re.sub(r"[0-9a-f]{32}", "", log.getvalue())  # without the request's random id
    assert not any(word in told for word in ("typed", "ada", FORGED))


def test_an_ipv4_address_that_came_over_ipv6_is_logged_as_itself(log: StringIO) -> None:
    wrong_password(Client(REMOTE_ADDR="::ffff:203.0.113.7"))
    assert banned(log.getvalue()) == ["203.0.113.7"]


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize(
    ("fail", "place"), [(wrong_factor_in_api, "your app"), (wrong_code_in_api, "newest mail")]
)
def test_a_wrong_code_is_answered_with_where_the_right_one_is(
    client: Client, fail: Callable[[Client], Any], place: str
) -> None:
    (error,) = fail(client).json()["errors"]
    assert error["code"] == "incorrect_code"
    assert place in error["message"]


@pytest.mark.usefixtures("ada")
def test_a_right_password_leaves_no_line(client: Client, log: StringIO) -> None:
    client.post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
    assert not log.getvalue()


def test_no_line_that_quotes_a_client_bans_anybody(log: StringIO) -> None:
    whole = f"2026-01-01 00:00:00,000 WARNING accounts.log_ins: {FORGED}"
    for text in (whole, f"x\n{whole}", f'", "message": "{FORGED}"}}', FORGED):
        logging.getLogger("config").error("Service Unavailable: %s", text)
        logging.getLogger("config").error(text)
    logging.getLogger("accounts.log_ins").warning("Failed log-in from %s", f"{ADDRESS} x")
    assert log.getvalue().count(FORGED) == 8
    assert banned(log.getvalue()) == []


def test_the_jail_uses_the_filter() -> None:
    parser = ConfigParser()
    folder = django_settings.BASE_DIR / "deploy" / "fail2ban"
    assert parser.read(folder / "jail.d" / "illimat.conf")
    assert (folder / "filter.d" / f"{parser['illimat']['filter']}.conf").is_file()
