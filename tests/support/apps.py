"""Sign-up and log-in over HTTP, as an app does them, with codes read from mails."""

import json
import re
from typing import Any, Protocol

from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail
from django.test import Client

from notifications.models import Delivery
from notifications.tasks import send

PASSWORD = "correct horse battery"
AUTH = "/_allauth/app/v1/auth/"
ACCOUNT = "/_allauth/app/v1/account/"


class App:
    """A client app, which keeps the session token that the server issues."""

    def __init__(self) -> None:
        self.client = Client()
        self.token = ""

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Send a request, with the session token if known, and keep a new token."""
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
        """Send a request of the sign-up or log-in API."""
        return self.request("POST", AUTH + step, body)

    def _keep_token(self, response: Any) -> None:
        if "json" in response.headers.get("Content-Type", ""):
            meta = json.loads(response.content).get("meta", {})
            self.token = meta.get("session_token", self.token)


class SignUp(Protocol):
    """Create a person with a verified address, and return the app in which they are logged in."""

    def __call__(self, handle: str) -> App: ...


def mails_to(address: str) -> list[str]:
    """Send the outbox and return the texts mailed to `address`, oldest first."""
    for owed in Delivery.objects.due().values_list("pk", flat=True):
        send(owed)
    return [str(message.body) for message in mail.outbox if message.to == [address]]


def codes_mailed_to(address: str) -> list[str]:
    """Return the codes mailed to `address`, oldest first."""
    found = [re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", text, re.M) for text in mails_to(address)]
    return [match[1] for match in found if match]


def add_second_factor(app: App) -> Any:
    path = ACCOUNT + "authenticators/totp"
    secret = app.request("GET", path).json().get("meta", {}).get("secret", "A" * 32)
    return app.request("POST", path, {"code": code_of(secret)})


def code_of(secret: str) -> str:
    """Return the code that an authenticator app shows now."""
    (counter,) = yield_hotp_counters_from_time()
    code: str = format_hotp_value(hotp_value(secret, counter))
    return code
