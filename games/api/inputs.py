"""What the games' API takes: unknown members are refused, never ignored."""

import re
from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from accounts.serializers import Choice, StrictSerializer
from games.models import Game

MOST_ACTIONS = 32  # in a batch
MOST_INVITED = 8
PAGE = 20
LARGEST_PAGE = 100
LONGEST_CURSOR = 2_000
LARGEST_NUMBER = 2**31 - 1
ENTROPY = re.compile("[0-9a-f]{64}")
BAD_CURSOR = "Take the cursor from `next` as it is."


class Number(serializers.IntegerField):
    """A whole number; not a text that looks like one, as in a body everything has its type."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number; raises ValidationError for anything else."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field(OpenApiTypes.OBJECT)
class Object(serializers.Field[Any, Any, Any, Any]):
    """A JSON object that the core reads, and refuses in its own words."""

    default_error_messages = {"invalid": "This must be an object."}

    def to_internal_value(self, data: Any) -> Mapping[str, Any]:
        """Return the object as it is."""
        if not isinstance(data, dict):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the object as it is."""
        return value


@extend_schema_field({"$ref": "#/components/schemas/Action"})
class ActionField(Object):
    """An action, which `config.openapi` describes."""


@extend_schema_field({"$ref": "#/components/schemas/Options"})
class OptionsField(Object):
    """The options of a game, which the core reads."""


class EntropyField(serializers.RegexField):
    """What a client adds to chance."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            ENTROPY,
            help_text="32 random bytes of the client's own, as 64 hexadecimal digits in lower "
            "case: they go into every deal from now on.",
            error_messages={"invalid": "This must be 64 hexadecimal digits in lower case."},
            **kwargs,
        )

    def to_internal_value(self, data: Any) -> str:
        """Return the digits; raises ValidationError for anything but a string of them."""
        if not isinstance(data, str) or not ENTROPY.fullmatch(data):
            self.fail("invalid")
        return data


class TableSerializer(StrictSerializer):
    """A table to be made."""

    options = OptionsField(help_text='How to play, as GET /meta lists it: `{"mode": "beginner"}`.')
    visibility = Choice(
        Game.Visibility.choices,
        required=False,
        help_text="Left out: `link` for a game for one player, else `public`.",
    )
    seating = Choice(
        Game.Seating.choices,
        default=Game.Seating.DRAWN,
        help_text="`drawn`: all seats are drawn at the start; `chosen`: people may choose theirs.",
    )
    start = Choice(
        Game.Start.choices,
        default=Game.Start.WHEN_FULL,
        help_text="`when_full`: with the last seat taken; `by_hand`: when its creator says so.",
    )
    seat = Number(min_value=0, max_value=3, required=False, help_text="Your own, where chosen.")
    invited = serializers.ListField(
        child=serializers.CharField(max_length=32),
        max_length=MOST_INVITED,
        required=False,
        help_text="Handles of people who may see and join a private table.",
    )
    entropy = EntropyField(required=False)


class SeatSerializer(StrictSerializer):
    """A wish to sit down."""

    seat = Number(
        min_value=0, max_value=3, required=False, help_text="Which one, where seats are chosen."
    )
    entropy = EntropyField(required=False)


class EmptySerializer(StrictSerializer):
    """Nothing."""


class TrialSerializer(StrictSerializer):
    """An action to be tried."""

    action = ActionField(help_text="An action, with `type` and its members.")
    expected_version = Number(
        min_value=0, max_value=LARGEST_NUMBER, required=False, help_text="The version you saw."
    )


class ActionsSerializer(StrictSerializer):
    """Actions to be made, all or none."""

    expected_version = Number(
        min_value=0, max_value=LARGEST_NUMBER, help_text="The version you saw."
    )
    action = ActionField(required=False, help_text="A single action.")
    actions = serializers.ListField(
        child=ActionField(),
        min_length=1,
        max_length=MOST_ACTIONS,
        required=False,
        help_text="Several, up to the first that tells you something new.",
    )
    entropy = EntropyField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the members with all actions in `actions`."""
        single = attrs.pop("action", None)
        if (single is None) == ("actions" not in attrs):
            raise ValidationError({"action": ["Send either `action` or `actions`."]})
        return {"actions": [single], **attrs}


class PageQuerySerializer(StrictSerializer):
    """Which part of a list."""

    limit = serializers.IntegerField(
        min_value=1, max_value=LARGEST_PAGE, default=PAGE, help_text="How many at most."
    )
    cursor = serializers.CharField(
        required=False, max_length=LONGEST_CURSOR, help_text="From `next` of the page before."
    )


class GamesQuerySerializer(PageQuerySerializer):
    """Which public games."""

    state = Choice(Game.State.choices, required=False)
    players = serializers.IntegerField(
        min_value=1, max_value=4, required=False, help_text="How many play."
    )
    mode = serializers.CharField(max_length=16, required=False)
    mine = serializers.BooleanField(
        required=False, help_text="Those you sit at, whatever their visibility, instead."
    )


class MyGamesQuerySerializer(PageQuerySerializer):
    """Which games of one's own."""

    state = Choice(
        ["my_turn", "invited", *Game.State.values],
        required=False,
        help_text="`my_turn`: those that wait for you; `invited`: tables with a seat for you.",
    )


class EventsQuerySerializer(StrictSerializer):
    """Which events."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        default=0,
        help_text="The sequence of the last event you know.",
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=LARGEST_PAGE, default=LARGEST_PAGE, help_text="How many at most."
    )
