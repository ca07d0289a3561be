"""Sending the forms of pages, as a browser without scripts does."""

import uuid
from typing import Any

from django.test import Client


def send(browser: Client, path: str, key: str = "", **filled: Any) -> Any:
    """Send a form with a key of its own, or with the `key` of an earlier one."""
    return browser.post(path, {"key": key or str(uuid.uuid4()), **filled})
