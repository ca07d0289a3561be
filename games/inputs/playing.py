"""Requests about what people do in a running game, and the query of its events."""

import re
from typing import Any, NamedTuple

from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from api.inputs import Number, Object, OneOf, QueryNumber, StrictSerializer
from api.paging import MAX_PAGE_SIZE
from games.inputs.tables import EntropyField

MAX_ACTIONS = 32  # in a batch
MAX_NUMBER = 2**31 - 1
EPOCH = re.compile(r"^[0-9a-f]{8}$")
PLACE = re.compile(r"^([0-9a-f]{8}\.)?[0-9]{1,10}$")


@extend_schema_field({"$ref": "#/components/schemas/Action"})
class ActionField(Object):
    """An action."""


class ChoiceSerializer(StrictSerializer):
    """What to do when the opponent has left."""

    choice = OneOf(
        ["win", "go_on"],
        help_text="`win`: the game is over, and you have won; `go_on`: the house plays the seat.",
    )


class EpochField(serializers.RegexField):
    """The epoch that a client knows."""

    default_error_messages = {"invalid": gettext_lazy("Take the epoch from an answer unchanged.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(EPOCH, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Return the epoch; raises ValidationError for anything but a string of its form."""
        if not isinstance(data, str) or not EPOCH.fullmatch(data):
            self.fail("invalid")
        return data


class TrialSerializer(StrictSerializer):
    """An action to preview."""

    action = ActionField(help_text="An action, with `type` and its members.")
    expected_version = Number(
        min_value=0, max_value=MAX_NUMBER, required=False, help_text="The version you saw."
    )


class ActionsSerializer(StrictSerializer):
    """Actions to submit; all of them are played or none."""

    expected_version = Number(min_value=0, max_value=MAX_NUMBER, help_text="The version you saw.")
    epoch = EpochField(
        required=False,
        help_text="The epoch in which you saw it; if it is over, the action is refused.",
    )
    action = ActionField(required=False, help_text="A single action.")
    actions = serializers.ListField(
        child=ActionField(),
        min_length=1,
        max_length=MAX_ACTIONS,
        required=False,
        help_text="Several, up to the first that tells you something new.",
    )
    entropy = EntropyField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the members with all actions in `actions`."""
        single = attrs.pop("action", None)
        if (single is None) == ("actions" not in attrs):
            raise ValidationError({"action": [gettext("Send either `action` or `actions`.")]})
        return {"actions": [single], **attrs}


class LogPoint(NamedTuple):
    """An event of a log by its sequence, and the epoch in which it was read, empty if unknown."""

    epoch: str
    sequence: int

    def __str__(self) -> str:
        return f"{self.epoch}.{self.sequence}" if self.epoch else str(self.sequence)


BEGINNING = LogPoint("", 0)


@extend_schema_field({"type": "string", "pattern": PLACE.pattern})
class LogPointField(serializers.Field[Any, Any, Any, Any]):
    """A place in a log."""

    default_error_messages = {
        "invalid": gettext_lazy("Send {{epoch}}.{{sequence}}, or the sequence of an event.")
    }

    def to_internal_value(self, data: Any) -> LogPoint:
        if not PLACE.fullmatch(str(data)):
            self.fail("invalid")
        epoch, _, sequence = str(data).rpartition(".")
        return LogPoint(epoch, int(sequence))

    def to_representation(self, value: LogPoint) -> str:
        return str(value)


class EventsQuerySerializer(StrictSerializer):
    """The range of events to return."""

    after = LogPointField(
        default=BEGINNING,
        help_text="The last event you know, as `{epoch}.{sequence}`. Its sequence alone does not "
        "show whether the history is still the same.",
    )
    limit = QueryNumber(
        min_value=1, max_value=MAX_PAGE_SIZE, default=MAX_PAGE_SIZE, help_text="How many at most."
    )
