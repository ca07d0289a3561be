"""Requests about when people play, and the query of the calendar of deadlines."""

import re
from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from api.inputs import Moment, OneOf, StrictSerializer, Text
from games.clocks.calendars import WEEKDAYS, Sleep
from games.clocks.errors import ClockError
from games.language import detail_of

TIME_OF_DAY = re.compile("([01][0-9]|2[0-3]):([0-5][0-9])")


@extend_schema_field({"type": "string", "pattern": f"^{TIME_OF_DAY.pattern}$"})
class TimeOfDayField(serializers.Field[int, str, Any, Any]):
    """A time of day, parsed into minutes past midnight."""

    default_error_messages = {
        "invalid": gettext_lazy("This must be a time from 00:00 to 23:59, such as 22:30.")
    }

    def to_internal_value(self, data: Any) -> int:
        """Return the minutes; raises ValidationError for anything but a time of day."""
        found = TIME_OF_DAY.fullmatch(data) if isinstance(data, str) else None
        if found is None:
            self.fail("invalid")
        return int(found[1]) * 60 + int(found[2])


class SleepSerializer(StrictSerializer):
    """Sleeping hours; they may span midnight."""

    start = TimeOfDayField(help_text="In your time zone: `22:30`.")
    end = TimeOfDayField(help_text="At most ten hours later.")

    def validate(self, attrs: dict[str, int]) -> Any:
        """Return the sleeping hours; raises ValidationError if they last too long."""
        try:
            return Sleep(**attrs)
        except ClockError as error:
            raise ValidationError({error.member: [detail_of(error)]}) from error


class CalendarSerializer(StrictSerializer):
    """Changes to your calendar; members that are left out do not change."""

    time_zone = Text(
        max_length=64, required=False, help_text="An IANA time zone, such as `Europe/Berlin`."
    )
    weekend = serializers.ListField(
        child=OneOf(WEEKDAYS),
        max_length=len(WEEKDAYS),
        required=False,
        help_text="The days of the week that you take off, two at most.",
    )
    sleep = SleepSerializer(required=False, allow_null=True, help_text="Null for none.")

    def validate_weekend(self, names: list[str]) -> list[int]:
        """Return the days as numbers, each once; Monday is 0."""
        return sorted({WEEKDAYS.index(name) for name in names})


class VacationSerializer(StrictSerializer):
    """A vacation to take."""

    start = Moment(
        required=False,
        help_text="Left out, or past by five minutes at most: now. At most a year ahead.",
    )
    end = Moment(help_text="When you are back.")


class VacationEndSerializer(StrictSerializer):
    """The new end of a vacation."""

    end = Moment(help_text="When you are back.")


class DeadlinesQuerySerializer(StrictSerializer):
    """The query of the calendar."""

    token = Text(max_length=100, help_text="From POST /me/calendar-feed.")
