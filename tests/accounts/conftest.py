"""People as their apps see the server: sign-up and log-in over HTTP, codes read from the mail."""

import json
import re
from collections.abc import Callable
from typing import Any, Protocol

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from notifications.models import OutboxMail
from notifications.tasks import send

PASSWORD = "correct horse battery"
AUTH = "/_allauth/app/v1/auth/"


class App:
    """An app on a phone: it keeps the session token that the server hands out."""

    def __init__(self) -> None:
        self.client = Client()
        self.token = ""

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Send a request, with the token if there is one, and keep the new token."""
        response = self.client.generic(
            method,
            path,
            b"" if body is None else json.dumps(body).encode(),
            "application/json",
            headers={"X-Session-Token": self.token} if self.token else None,
        )
        self._keep_token(response)
        return response

    def auth(self, step: str, **body: str) -> Any:
        """Take a step of sign-up or log-in."""
        return self.request("POST", AUTH + step, body)

    def _keep_token(self, response: Any) -> None:
        if "json" in response.headers.get("Content-Type", ""):
            meta = json.loads(response.content).get("meta", {})
            self.token = meta.get("session_token", self.token)


class SignUp(Protocol):
    """Makes a person with a verified address, logged in."""

    def __call__(self, handle: str) -> App: ...


@pytest.fixture
def app() -> App:
    """An app in which nobody has logged in."""
    return App()


@pytest.fixture
def code_mailed_to() -> Callable[[str], str]:
    """Have the outbox sent, and read the code in the newest mail to an address."""

    def read(address: str) -> str:
        return codes_mailed_to(address)[-1]

    return read


@pytest.fixture
def signed_up(code_mailed_to: Callable[[str], str]) -> SignUp:
    """Sign somebody up and verify the address through the mail."""

    def sign_up(handle: str) -> App:
        app = App()
        email = f"{handle.lower()}@example.org"
        app.auth("signup", email=email, username=handle, password=PASSWORD)
        assert app.auth("email/verify", key=code_mailed_to(email)).status_code == 200
        return app

    return sign_up


def mails_to(address: str) -> list[str]:
    """Send what the outbox owes and return the texts mailed to `address`, oldest first."""
    for owed in OutboxMail.objects.due(timezone.now()).values_list("pk", flat=True):
        send(owed)
    return [str(message.body) for message in mail.outbox if message.to == [address]]


def codes_mailed_to(address: str) -> list[str]:
    """Return the codes mailed to `address`, oldest first."""
    found = [re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", text, re.M) for text in mails_to(address)]
    return [match[1] for match in found if match]
