"""Webhooks are signed as Standard Webhooks says."""

import base64

import pytest

from notifications.webhooks.signing import headers, new_secret, sign

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MESSAGE = ("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_specifications_example_is_signed_as_in_the_specification() -> None:
    assert sign(SECRET, *MESSAGE) == SIGNATURE


def test_a_message_carries_its_id_its_time_and_a_signature_for_each_secret() -> None:
    other = new_secret()
    assert dict(headers([SECRET, other], *MESSAGE)) == {
        "webhook-id": MESSAGE[0],
        "webhook-timestamp": "1614265330",
        "webhook-signature": f"{SIGNATURE} {sign(other, *MESSAGE)}",
    }


def test_every_secret_is_new_and_as_long_as_the_specification_wants() -> None:
    first, second = new_secret(), new_secret()
    assert first != second
    assert first.startswith("whsec_")
    assert 24 <= len(base64.b64decode(first.removeprefix("whsec_"), validate=True)) <= 64


@pytest.mark.parametrize(
    "changed",
    [
        ("msg_other", *MESSAGE[1:]),
        (MESSAGE[0], 1614265331, MESSAGE[2]),
        (*MESSAGE[:2], b'{"test": 2432232315}'),
    ],
)
def test_another_message_has_another_signature(changed: tuple[str, int, bytes]) -> None:
    assert sign(SECRET, *changed) != SIGNATURE


def test_an_invalid_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="no secret"):
        sign("whsec_***", *MESSAGE)
