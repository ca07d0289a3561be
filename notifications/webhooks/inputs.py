"""Input of the endpoints about webhooks."""

from rest_framework import serializers

from api.inputs import Flag, StrictSerializer, Text
from notifications.models.webhooks import MAX_URL
from notifications.posting.destinations import parse


class WebhookSerializer(StrictSerializer):
    """A webhook to create."""

    url = Text(
        help_text=f"An address that begins with https://, of at most {MAX_URL} characters. "
        "Its host must be public.",
        trim_whitespace=False,
    )

    def validate_url(self, url: str) -> str:
        """Return the address; raises Django's ValidationError for one that cannot be used."""
        parse(url)
        return url


class WebhookChangeSerializer(WebhookSerializer):
    """Changes to a webhook."""

    enabled = Flag(
        required=False, help_text="Whether anything is sent there; true starts a failed one afresh."
    )

    def get_fields(self) -> dict[str, "serializers.Field[object, object, object, object]"]:
        """Return the members, none of which is required."""
        fields = super().get_fields()
        fields["url"].required = False
        return fields
