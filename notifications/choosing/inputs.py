"""Request bodies about what people want to be told."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from api.inputs import Flag, Number, StrictSerializer
from games.inputs.calendars import TimeOfDayField
from notifications.channels import CHANNELS
from notifications.kinds import kinds_to_choose
from notifications.wishes.hours import MOST_QUIET, QuietSpan
from notifications.wishes.preferences import LONGEST_LEAD, MOST_REMINDERS, SHORTEST_LEAD
from quotas.services import seconds


class ChannelsSerializer(StrictSerializer):
    """Whether you want notices of a kind, by channel; null goes back to the default."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            key: Flag(required=False, allow_null=True, help_text=f"By {channel.label}.")
            for key, channel in CHANNELS.items()
        }


class ChoicesSerializer(StrictSerializer):
    """Whether you want notices, by kind and channel; choices that are left out do not change."""

    of_game = False

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        kinds = kinds_to_choose(of_game=self.of_game)
        return {key: ChannelsSerializer(required=False) for key in kinds}


class QuietHoursSerializer(StrictSerializer):
    """Hours in which you get no mail about games; they may span midnight."""

    start = TimeOfDayField(help_text="In your time zone: `22:00`.")
    end = TimeOfDayField(help_text="At most 16 hours later.")

    def validate(self, attrs: dict[str, int]) -> Any:
        """Return the quiet hours; raises ValidationError if they last too long."""
        quiet = QuietSpan(**attrs)
        if not 0 < quiet.minutes <= MOST_QUIET:
            detail = gettext("Quiet hours must end after they start, at most {limit} hours later.")
            raise ValidationError({"end": [detail.format(limit=MOST_QUIET // 60)]})
        return quiet


class NotificationsSerializer(StrictSerializer):
    """Changes to what you are told, and when; members that are left out do not change."""

    choices = ChoicesSerializer(required=False)
    quiet_hours = QuietHoursSerializer(required=False, allow_null=True, help_text="Null for none.")
    digest_at = TimeOfDayField(
        required=False,
        allow_null=True,
        help_text="When one mail a day tells of all your games: `18:00`. Null for no such mail.",
    )
    combined = Flag(
        required=False,
        help_text="Whether news that was held back comes in one mail; if false, in a mail each, "
        "which also ends `digest_at`.",
    )
    reminders = serializers.ListField(
        child=Number(min_value=seconds(SHORTEST_LEAD), max_value=seconds(LONGEST_LEAD)),
        max_length=MOST_REMINDERS,
        required=False,
        allow_null=True,
        help_text="How many seconds before a deadline you get a reminder, if you have not acted; "
        "none if empty. Null for one when a quarter of the time is left, or a day if that is less.",
    )

    def validate(self, attrs: dict[str, Any]) -> Any:
        """Return the changes; raises ValidationError for a digest that combines nothing."""
        if attrs.get("digest_at") is not None and attrs.get("combined") is False:
            detail = gettext("One mail a day is a combined mail: leave out one of the two.")
            raise ValidationError({"combined": [detail]})
        return attrs

    def validate_reminders(self, value: list[int] | None) -> list[int] | None:
        """Return the reminders; raises ValidationError if one is named twice."""
        if value and len(set(value)) < len(value):
            raise ValidationError(gettext("Name each time once."))
        return value


class GameChoicesSerializer(ChoicesSerializer):
    """Whether you want notices of one game, likewise."""

    of_game = True


class GameNotificationsSerializer(StrictSerializer):
    """Changes to what you are told about one game."""

    choices = GameChoicesSerializer(required=False)
