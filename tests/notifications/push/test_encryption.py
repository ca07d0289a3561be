"""Messages are encrypted as RFC 8291 says, and the server names itself as RFC 8292 says."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from notifications.push.encryption import encrypt
from notifications.push.keys import (
    authorization,
    decode_base64url,
    encode_base64url,
    new_key,
    private_key,
    public_key,
    public_text,
)

TEXT = b"When I grow up, I want to be a watermelon"
TO = decode_base64url(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
AUTH = decode_base64url("BTBZMqHH6r4Tts7J_aSIgg")


def test_the_example_of_the_specification_is_encrypted_as_there() -> None:
    made = encrypt(
        TEXT,
        to=TO,
        auth=AUTH,
        own=private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=decode_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
        padded=len(TEXT),
    )
    assert encode_base64url(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_length_of_a_message_tells_nothing() -> None:
    lengths = {len(encrypt(text, to=TO, auth=AUTH)) for text in (b"", TEXT, b"x" * 1024)}
    assert len(lengths) == 1
    assert lengths.pop() < 4096


def test_no_two_messages_look_alike() -> None:
    assert encrypt(TEXT, to=TO, auth=AUTH) != encrypt(TEXT, to=TO, auth=AUTH)


def test_a_longer_message_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 1024 bytes, not 1025"):
        encrypt(b"x" * 1025, to=TO, auth=AUTH)


@pytest.mark.parametrize("wrong", [b"", TO[:-1], bytes(65), b"\x04" + bytes(64)])
def test_a_key_that_is_no_point_of_the_curve_is_refused(wrong: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        encrypt(TEXT, to=wrong, auth=AUTH)


def test_the_server_signs_for_the_service_and_for_twelve_hours() -> None:
    key = new_key()
    value = authorization(key, "https://push.example.org:8443/a?b", "mailto:me@example.org", 1000)
    scheme, _, members = value.partition(" ")
    token, public = (part.split("=", 1)[1] for part in members.split(", "))
    header, claims, signature = token.split(".")
    assert scheme == "vapid"
    assert public == public_text(key)
    assert json.loads(decode_base64url(header)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decode_base64url(claims)) == {
        "aud": "https://push.example.org:8443",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:me@example.org",
    }
    raw = decode_base64url(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    signed = f"{header}.{claims}".encode()
    public_key(decode_base64url(public)).verify(pair, signed, ec.ECDSA(SHA256()))


@pytest.mark.parametrize("wrong", ["", "AAAA", "no base64url!", encode_base64url(bytes(32))])
def test_a_text_that_is_no_key_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        private_key(wrong)
