"""Secrets and signatures of webhooks, in the form of Standard Webhooks.

The specification: https://github.com/standard-webhooks/standard-webhooks (version 1, symmetric).
"""

import base64
import binascii
import hmac
import secrets
from collections.abc import Iterable
from typing import Final

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32  # the specification allows 24 to 64


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sign(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a message, `v1,` and the base64 of an HMAC with SHA-256.

    `timestamp` is in seconds since 1970. Raises ValueError if `secret` is none.
    """
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error as error:
        raise ValueError("This is no secret of a webhook.") from error
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()


def headers(
    keys: Iterable[str], message_id: str, timestamp: int, body: bytes
) -> list[tuple[str, str]]:
    """Return the headers of a message that is signed with each of the secrets `keys`.

    While a secret is being replaced there are two, and a receiver accepts either signature.
    """
    return [
        ("webhook-id", message_id),
        ("webhook-timestamp", str(timestamp)),
        ("webhook-signature", " ".join(sign(key, message_id, timestamp, body) for key in keys)),
    ]
