"""Input of the endpoints about push subscriptions."""

from typing import Any

from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError

from api.inputs import Number, StrictSerializer, Text
from notifications.models.push import MAX_ENDPOINT
from notifications.posting.destinations import parse
from notifications.push.encryption import AUTH_BYTES
from notifications.push.keys import decode_base64url, public_key


class PushKeysSerializer(StrictSerializer):
    """The keys of a browser's subscription, as base64url."""

    p256dh = Text(max_length=100, help_text="Its public key on the curve P-256.")
    auth = Text(max_length=30, help_text="Its secret of 16 bytes.")

    def validate_p256dh(self, text: str) -> str:
        """Return the key; raises ValidationError for a text that is none."""
        try:
            public_key(decode_base64url(text))
        except ValueError as error:
            detail = gettext("Send the p256dh of the browser's subscription.")
            raise ValidationError(detail, "invalid_key") from error
        return text

    def validate_auth(self, text: str) -> str:
        """Return the secret; raises ValidationError for a text that is none."""
        try:
            length = len(decode_base64url(text))
        except ValueError:
            length = 0
        if length != AUTH_BYTES:
            raise ValidationError(
                gettext("Send the auth of the browser's subscription."), "invalid_key"
            )
        return text


class PushSubscriptionSerializer(StrictSerializer):
    """A subscription as a browser writes it: `PushSubscription.toJSON()`."""

    endpoint = Text(
        help_text=f"Where its push service takes messages: an address that begins with https://, "
        f"of at most {MAX_ENDPOINT} characters, at a public host.",
        trim_whitespace=False,
    )
    keys = PushKeysSerializer()
    expirationTime = Number(  # noqa: N815 - the browser's name
        required=False,
        allow_null=True,
        help_text="Ignored: a push service says when a subscription has ended.",
    )

    def validate_endpoint(self, endpoint: str) -> str:
        """Return the address; raises Django's ValidationError for one that cannot be used."""
        parse(endpoint, MAX_ENDPOINT)
        return endpoint

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        keys = attrs["keys"]
        return {
            "endpoint": attrs["endpoint"],
            "public_key": keys["p256dh"],
            "auth": keys["auth"],
        }
