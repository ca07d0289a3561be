"""The log-in API answers as its own document says."""

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.api.openapi import log_in_document
from accounts.log_in.api_routes import NOT_HERE
from tests.support.apps import PASSWORD, App, SignUp, add_second_factor

# `tests.support.known_answers` holds each answer against the document
pytestmark = [pytest.mark.django_db, pytest.mark.slow]
BODIES: list[Any] = [{}, {"email": "eve@example.org"}, [], None]


def operations() -> Iterator[tuple[str, str]]:
    """Yield method and path of each operation of the document, for apps."""
    for path, described in log_in_document()["paths"].items():
        for method in described:
            yield method.upper(), path.replace("{client}", "app")


def test_all_operations_are_here(app: App) -> None:
    assert len(list(operations())) > 25
    for method, path in operations():
        answer = app.client.generic(method, path)
        assert answer.resolver_match is not None, path
        assert answer.status_code != 405, (method, path)


def test_what_is_not_served_is_not_described(app: App) -> None:
    described = {path for _, path in operations()}
    for route in NOT_HERE:
        path = f"/_allauth/app/v1/{route}"
        assert path not in described
        assert app.request("POST", path, {}).status_code == 405


def test_recovery_codes_are_made_anew_as_described(signed_up: SignUp) -> None:
    signed_up("Ada")
    ada = App()
    ada.auth("login", email="ada@example.org", password=PASSWORD)
    add_second_factor(ada)
    answer = ada.request("POST", "/_allauth/app/v1/account/authenticators/recovery-codes", {})
    assert answer.status_code == 200
    assert len(answer.json()["data"]["unused_codes"]) == 10


def test_people_are_described_to_log_in_by_address_alone() -> None:
    log_in = log_in_document()["components"]["schemas"]["Login"]
    assert list(log_in["properties"]) == ["email", "password"]


@pytest.mark.parametrize("body", BODIES, ids=repr)
def test_strangers_are_answered_as_described(body: Any) -> None:
    for method, path in operations():
        App().request(method, path, body)


@pytest.mark.parametrize("body", BODIES, ids=repr)
def test_somebody_who_is_logged_in_is_answered_as_described(body: Any, signed_up: SignUp) -> None:
    signed_up("Ada")
    ada = App()
    ada.auth("login", email="ada@example.org", password=PASSWORD)
    for factor in (False, True):
        if factor:
            add_second_factor(ada)
        for method, path in operations():
            if (method, path) != ("DELETE", "/_allauth/app/v1/auth/session"):
                ada.request(method, path, body)


def test_whose_session_has_ended_is_answered_as_described() -> None:
    app = App()
    app.token = "of-no-session"
    for method, path in operations():
        app.request(method, path, {})
