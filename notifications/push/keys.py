"""The key with which the server names itself to push services (VAPID, RFC 8292).

A browser binds a subscription to the public key, so a server that changes its key loses all
subscriptions. Keys are on the curve P-256 and written as base64url without padding, as all tools
for web push write them: the private key as 32 bytes, the public one as 65.
"""

import base64
import binascii
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
PRIVATE_BYTES: Final = 32
PUBLIC_BYTES: Final = 65  # an uncompressed point
GOOD_FOR: Final = 12 * 3600  # seconds; RFC 8292 allows a day


def encode_base64url(raw: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Return the bytes that base64url stands for, padded or not; raises ValueError."""
    bare = text.rstrip("=")
    try:
        raw = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("This is no base64url.") from error
    return raw


def new_key() -> str:
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encode_base64url(number.to_bytes(PRIVATE_BYTES))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key that a text stands for; raises ValueError if it is none."""
    raw = decode_base64url(text)
    if len(raw) != PRIVATE_BYTES:
        raise ValueError(f"A private key has {PRIVATE_BYTES} bytes.")
    return ec.derive_private_key(int.from_bytes(raw), CURVE)


def public_key(raw: bytes) -> ec.EllipticCurvePublicKey:
    """Return the public key of a subscription; raises ValueError if it is not on the curve."""
    if len(raw) != PUBLIC_BYTES:
        raise ValueError(f"A public key has {PUBLIC_BYTES} bytes.")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_text(key: str) -> str:
    """Return the public key of a private one, as browsers take it; raises ValueError."""
    return encode_base64url(point(private_key(key).public_key()))


def authorization(key: str, endpoint: str, subject: str, now: int) -> str:
    """Return the header Authorization of a message to an endpoint.

    `subject` is where the service reaches the operator, an https: or mailto: address; `now` is in
    seconds since 1970. Raises ValueError if `key` is none.
    """
    private, parts = private_key(key), urlsplit(endpoint)
    audience = f"{parts.scheme}://{parts.netloc}"
    claims = {"aud": audience, "exp": now + GOOD_FOR, "sub": subject}
    header = {"typ": "JWT", "alg": "ES256"}
    signed = ".".join(encode_base64url(msgspec.json.encode(part)) for part in (header, claims))
    r, s = decode_dss_signature(private.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = encode_base64url(r.to_bytes(PRIVATE_BYTES) + s.to_bytes(PRIVATE_BYTES))
    return f"vapid t={signed}.{signature}, k={encode_base64url(point(private.public_key()))}"
