"""Refusals about accounts are in the language that Accept-Language asks for."""

import json
import re

import pytest
from django.test import Client

from accounts.models import User

pytestmark = [pytest.mark.django_db]
SIGN_UP = {"email": "ada@example.org", "username": "ada", "password": "correct horse battery"}
WRONG = [
    {"email": "ädä@example.org"},
    {"email": "nonsense"},
    {"username": "a"},
    {"username": "admin"},
    {"username": "bob"},
    {"password": "1234"},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_refused_sign_up_has_no_words_of_another_language(
    wrong: dict[str, str], client: Client, wordless: str
) -> None:
    User.objects.create_user("bob", "bob@example.org")
    refused = client.post(
        "/_allauth/app/v1/auth/signup",
        SIGN_UP | wrong,
        "application/json",
        headers={"Accept-Language": wordless},
    )
    assert refused.status_code == 400
    errors = json.loads(refused.content)["errors"]
    assert errors
    assert re.findall("[a-z]+", " ".join(error["message"] for error in errors), re.I) == []


@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("PATCH", {"handle": "admin"}),
        ("PATCH", {"handle": "a b"}),
        ("PATCH", {"time_zone": "Mars/Base"}),
        ("PATCH", {"language": "tlh"}),
        ("DELETE", None),
    ],
)
def test_a_refused_change_has_none(
    method: str, body: object, client: Client, wordless: str
) -> None:
    client.force_login(User.objects.create_user("ada", "ada@example.org"))
    headers = {"Accept-Language": wordless}
    sent = json.dumps(body)
    refused = client.generic(method, "/api/v1/me", sent, "application/json", headers=headers)
    assert refused.status_code >= 400
    problem = refused.json()
    said = [problem["title"], problem["detail"]]
    said += [error["detail"] for error in problem.get("errors", [])]
    assert re.findall(r"\b(?!(?:en|de|xx)\b)[a-z]+", " ".join(said), re.I) == []


def test_a_lost_session_is_told_of_in_the_language_too(client: Client, wordless: str) -> None:
    headers = {"Accept-Language": wordless, "X-Session-Token": "lost"}
    refused = client.get("/api/v1/me", headers=headers).json()
    assert re.findall("[a-z]+", refused["title"] + refused["detail"], re.I) == []


@pytest.mark.parametrize(("asked", "language"), [("de-AT,de;q=0.9", "de"), ("tlh", "en")])
def test_a_new_account_has_the_language_of_its_sign_up(
    asked: str, language: str, client: Client
) -> None:
    path = "/_allauth/app/v1/auth/signup"
    client.post(path, SIGN_UP, "application/json", headers={"Accept-Language": asked})
    assert User.objects.get().language == language
