"""Request bodies about what people want to be told."""

from typing import Any

from rest_framework import serializers

from api.inputs import Flag, StrictSerializer
from notifications.channels import CHANNELS
from notifications.choices import CHOSEN


class ChannelsSerializer(StrictSerializer):
    """Whether you want notices of a kind, by channel; null goes back to the default."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return a member for each channel."""
        return {
            key: Flag(required=False, allow_null=True, help_text=f"By {channel.label}.")
            for key, channel in CHANNELS.items()
        }


class ChoicesSerializer(StrictSerializer):
    """Whether you want notices, by kind and channel; what is left out stays as it is."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return a member for each kind that can be declined."""
        return {key: ChannelsSerializer(required=False) for key in CHOSEN}


class NotificationsSerializer(StrictSerializer):
    """Changes to what you are told; members that are left out stay as they are."""

    choices = ChoicesSerializer(required=False)


class GameNotificationsSerializer(StrictSerializer):
    """Changes to what you are told about one game."""

    choices = ChoicesSerializer(required=False)
