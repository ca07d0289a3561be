"""People who are logged in, and what the API answers them."""

import itertools
import uuid
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from rest_framework.test import APIClient

from accounts.models import User

NAMES = itertools.count()


class Person:
    """A person who is logged in."""

    def __init__(self, handle: str = "") -> None:
        handle = handle or f"player-{next(NAMES)}-{uuid.uuid4().hex[:6]}"
        self.user = User.objects.create_user(handle, f"{handle}@example.org")
        self.client = APIClient()
        self.client.force_login(self.user)

    def get(self, path: str, etag: str | None = None) -> Any:
        return self.client.get(path, headers={"If-None-Match": etag} if etag else None)

    def post(self, path: str, body: Any = None, key: str | None = None) -> Any:
        headers = {"Idempotency-Key": key} if key else None
        return self.client.post(path, {} if body is None else body, headers=headers)

    def delete(self, path: str) -> Any:
        return self.client.delete(path)


def staff(handle: str = "chief", *, factor: bool = True, **rights: bool) -> Person:
    """Return a member of the staff who is logged in."""
    person = Person(handle)
    person.user.is_staff = True
    person.user.is_superuser = rights.get("superuser", True)
    person.user.save()
    if factor:
        TOTP.activate(person.user, generate_totp_secret())
    return person


def problem(answer: Any) -> tuple[int, str]:
    """Return the status and the problem code of a refusal."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]
