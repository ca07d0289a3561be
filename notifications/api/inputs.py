"""Request bodies about what people want to be told."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from api.inputs import Flag, StrictSerializer
from games.api.inputs import TimeOfDayField
from notifications.channels import CHANNELS
from notifications.choices import CHOSEN
from notifications.manners import MOST_QUIET, QuietHours


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


class QuietHoursSerializer(StrictSerializer):
    """Hours in which you get no mail about games; they may span midnight."""

    start = TimeOfDayField(help_text="In your time zone: `22:00`.")
    end = TimeOfDayField(help_text="At most 16 hours later.")

    def validate(self, attrs: dict[str, int]) -> Any:
        """Return the quiet hours; raises ValidationError if they last too long."""
        quiet = QuietHours(**attrs)
        if not 0 < quiet.minutes <= MOST_QUIET:
            detail = gettext("Quiet hours last more than none and at most {limit} hours.")
            raise ValidationError({"end": [detail.format(limit=MOST_QUIET // 60)]})
        return quiet


class NotificationsSerializer(StrictSerializer):
    """Changes to what you are told, and when; members that are left out stay as they are."""

    choices = ChoicesSerializer(required=False)
    quiet_hours = QuietHoursSerializer(required=False, allow_null=True, help_text="Null for none.")
    digest_at = TimeOfDayField(
        required=False,
        allow_null=True,
        help_text="When one mail a day tells of all your games: `18:00`. Null for single mails.",
    )


class GameNotificationsSerializer(StrictSerializer):
    """Changes to what you are told about one game."""

    choices = ChoicesSerializer(required=False)
