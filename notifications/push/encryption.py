"""Encrypts messages so that only the browser can read them, not the push service (RFC 8291)."""

import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from notifications.push.keys import CURVE, point, public_key

SALT_BYTES: Final = 16
AUTH_BYTES: Final = 16  # of the secret that a subscription shares with us
RECORD: Final = 4096  # bytes; push services take no larger message
PADDED: Final = 1024  # bytes, so that the length of a message tells nothing
LAST: Final = b"\x02"  # ends the last record, before the padding (RFC 8188)


def encrypt(
    text: bytes,
    *,
    to: bytes,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
    padded: int = PADDED,
) -> bytes:
    """Return the body of a message, in the content coding aes128gcm (RFC 8188).

    `to` is the public key of the subscription and `auth` its secret. `own` and `salt` are used once
    and random unless given. Raises ValueError if `to` is not on the curve, or if the text is longer
    than `padded`.
    """
    if len(text) > padded:
        raise ValueError(f"A message has at most {padded} bytes, not {len(text)}.")
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    receiver, sender = public_key(to), point(own.public_key())
    shared = own.exchange(ec.ECDH(), receiver)
    secret = _derive(shared, auth, b"WebPush: info\0" + to + sender, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, text + LAST + bytes(padded - len(text)), None)
    return salt + RECORD.to_bytes(4) + bytes([len(sender)]) + sender + sealed


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)
