"""Requests of organisers about a season."""

import unicodedata
from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from api.inputs import Flag, Moment, Number, OneOf, StrictSerializer, StructSerializer, Text
from games.inputs.tables import ClockField, OptionsField
from games.models import Game
from leagues.inputs.leagues import LeagueNameField
from leagues.office.transfers import LONGEST_REASON
from leagues.rules import MOST_ENTRANTS, MOST_POINTS, SeasonRules

LONGEST_MESSAGE = 2000
LINE_BREAK = "\n"


class RulesSerializer(StructSerializer):
    """The rules of a season; those that are left out have their usual values."""

    points = serializers.ListField(
        child=Number(min_value=0, max_value=MOST_POINTS),
        max_length=4,
        allow_null=True,
        default=None,
    )
    options = OptionsField(default=dict)
    clock = ClockField(required=False)
    leavers = OneOf(Game.Leavers.choices, default="substitute")

    class Meta:
        struct = SeasonRules

    def validate(self, attrs: dict[str, Any]) -> Any:
        """Return the rules."""
        if attrs["points"] is not None:
            attrs["points"] = tuple(attrs["points"])
        return SeasonRules(**attrs)


class SeasonSerializer(StrictSerializer):
    """A season to declare."""

    name = LeagueNameField(help_text="Its name.")
    rules = RulesSerializer(help_text="How it is played.")
    registration_opens_at = Moment(
        required=False, allow_null=True, help_text="Null or left out: when an organiser opens it."
    )
    starts_at = Moment(help_text="When it starts, by itself.")
    ends_at = Moment(help_text="When games that are still open are adjudicated.")


class DatesSerializer(StrictSerializer):
    """Dates to which a season is moved; those that are left out do not change."""

    starts_at = Moment(required=False, help_text="When it starts; until it has started.")
    ends_at = Moment(required=False, help_text="When games that are still open are adjudicated.")
    round = Number(
        min_value=1,
        max_value=MOST_ENTRANTS,
        required=False,
        help_text="While it runs: a round to come that begins later, as do those after it.",
    )
    round_starts_at = Moment(required=False, help_text="When this round begins at the latest.")
    reason = Text(
        max_length=LONGEST_REASON,
        required=False,
        allow_blank=True,
        help_text="What everybody is told. It is kept for ever, so name nobody.",
    )


class TrySerializer(StrictSerializer):
    """A step that can be tried first."""

    dry_run = Flag(required=False, help_text="True: only show what it would do.")


class ReasonSerializer(TrySerializer):
    """Why a season is called off."""

    reason = Text(
        max_length=LONGEST_REASON,
        required=False,
        allow_blank=True,
        help_text="What entrants are told. It is kept for ever, so name nobody.",
    )


class PlainTextField(Text):
    """Plain text of several lines, without control characters."""

    default_error_messages = {
        "control": gettext_lazy("Leave out control characters; line breaks are allowed.")
    }

    def to_internal_value(self, data: Any) -> str:
        """Return the text with line breaks of one kind; raises ValidationError."""
        text: str = super().to_internal_value(data).replace("\r\n", LINE_BREAK)
        if any(unicodedata.category(each) == "Cc" and each != LINE_BREAK for each in text):
            self.fail("control")
        return text


class SeasonMessageSerializer(StrictSerializer):
    """A message to all who take part in a season."""

    text = PlainTextField(max_length=LONGEST_MESSAGE, help_text="Plain text; line breaks are kept.")


class StartSerializer(StrictSerializer):
    """Trying or confirming the start of a season."""

    dry_run = Flag(required=False, help_text="True: only show the plan.")
    token = Text(max_length=64, required=False, help_text="The token of the plan to carry out.")
