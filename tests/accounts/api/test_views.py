"""A person's own account."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import OperationalError, connection
from django.test import Client

from accounts.models import User
from accounts.selectors import user_by_handle
from api import database_time
from tests.support.apps import PASSWORD, App, SignUp

pytestmark = pytest.mark.django_db
ME = "/api/v1/me"


@pytest.fixture
def ada(signed_up: SignUp) -> App:
    return signed_up("Ada")


def pointers(response: Any) -> list[str]:
    """Return the refused members of the input."""
    assert response.status_code == 422
    return [error["pointer"] for error in response.json()["errors"]]


def test_it_shows_who_one_is(ada: App) -> None:
    assert ada.request("GET", ME).json() == {
        "handle": "Ada",
        "email": "ada@example.org",
        "time_zone": "UTC",
        "language": "en",
        "game_mails": True,
        "on_leaderboards": True,
        "reliability": None,
        "address_fails": None,
    }


def test_answers_carry_the_servers_time(ada: App) -> None:
    for path in (ME, f"{ME}/sessions"):
        told = datetime.fromisoformat(ada.request("GET", path).headers["Server-Time"])
        assert abs(datetime.now(UTC) - told) < timedelta(minutes=1)


def test_the_first_answer_of_a_process_tells_the_databases_time(
    ada: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, ahead = database_time.as_moment, timedelta(minutes=10)
    monkeypatch.setattr(database_time, "as_moment", lambda value: read(value) + ahead)
    monkeypatch.setattr(database_time, "_noted", database_time._Noted())
    told = datetime.fromisoformat(ada.request("GET", ME).headers["Server-Time"])
    assert abs(datetime.now(UTC) + ahead - told) < timedelta(minutes=1)


def test_an_answer_while_the_database_is_away_tells_no_time(
    ada: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_time, "_noted", database_time._Noted())

    def fail(*_: object) -> None:
        raise OperationalError

    with connection.execute_wrapper(fail):
        answer = ada.request("GET", ME)
    assert answer.status_code == 503
    assert "Server-Time" not in answer.headers


def test_it_is_nobody_elses(client: Client) -> None:
    assert client.get(ME).status_code == 401
    assert client.get(ME, headers={"X-Session-Token": "made-up"}).status_code == 401


def test_only_the_members_in_the_request_change(ada: App) -> None:
    changed = ada.request("PATCH", ME, {"time_zone": "Europe/Berlin"})
    assert changed.status_code == 200
    assert ada.request("GET", ME).json() == changed.json()
    assert changed.json()["time_zone"] == "Europe/Berlin"
    assert changed.json()["handle"] == "Ada"


def test_one_may_write_ones_own_handle_in_another_case(ada: App) -> None:
    assert ada.request("PATCH", ME, {"handle": "ADA"}).json()["handle"] == "ADA"


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("handle", "dealer"),
        ("handle", ""),
        ("handle", 7.5),
        ("handle", "EVE"),
        ("time_zone", "Mars/Olympus"),
        ("language", "tlh"),
        ("game_mails", "no"),
        ("on_leaderboards", 1),
    ],
)
def test_a_refusal_points_at_the_invalid_member(
    ada: App, signed_up: SignUp, member: str, value: object
) -> None:
    signed_up("Eve")
    assert pointers(ada.request("PATCH", ME, {member: value})) == [f"#/{member}"]
    assert ada.request("GET", ME).json()["handle"] == "Ada"


@pytest.mark.parametrize("member", ["email", "is_staff", "timezone"])
def test_a_member_that_cannot_be_changed_is_refused_by_name(ada: App, member: str) -> None:
    sent = {member: "eve@example.org", "time_zone": "Europe/Berlin"}
    assert pointers(ada.request("PATCH", ME, sent)) == [f"#/{member}"]
    assert ada.request("GET", ME).json()["time_zone"] == "UTC"


def test_a_browser_reads_by_cookie_and_writes_with_its_csrf_token_only(ada: App) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.get())
    assert browser.get(ME).status_code == 200
    refused = browser.patch(ME, {"language": "en"}, "application/json")
    assert refused.status_code == 403
    assert refused.json()["code"] == "permission_denied"
    assert "X-CSRFToken" in refused.json()["detail"]

    browser.get("/accounts/password/change/")
    token = browser.cookies["illimat_csrf"].value
    changed = browser.patch(
        ME, {"language": "en"}, "application/json", headers={"X-CSRFToken": token}
    )
    assert changed.status_code == 200


def test_a_person_logs_in_on_a_page(ada: App, client: Client) -> None:
    assert client.get("/accounts/login/").status_code == 200
    client.post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
    assert client.get(ME).json()["handle"] == "Ada"


def test_people_are_found_by_handle_in_whatever_case(ada: App) -> None:
    assert user_by_handle(handle="aDA") == User.objects.get()
    assert user_by_handle(handle="nobody") is None


@pytest.mark.slow
def test_the_staff_sees_people_but_not_their_passwords(client: Client) -> None:
    operator = User.objects.create_superuser("operator1", "operator@example.org", PASSWORD)
    TOTP.activate(operator, generate_totp_secret())
    client.force_login(operator)
    page = client.get(f"/admin/accounts/user/{operator.pk}/change/").content.decode()
    assert "operator1" in page
    assert operator.password not in page


def test_the_staff_logs_in_where_everybody_does(client: Client) -> None:
    assert client.get("/admin/login/").headers["Location"].startswith("/accounts/login/")
