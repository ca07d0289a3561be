"""Requests about tables, and the queries of their lists."""

import re
from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from api.inputs import (
    Flag,
    Moment,
    Number,
    Object,
    OneOf,
    QueryFlag,
    QueryNumber,
    StrictSerializer,
    StructSerializer,
    Text,
)
from api.paging import PageQuerySerializer
from games.clocks.controls import KINDS, LENGTHS, PRESETS, Control, read_control
from games.clocks.errors import ClockError
from games.language import detail_of
from games.making.invitations import MOST_INVITED
from games.models import Game
from games.terms import TableTerms
from illimat_core.modes import MODES
from illimat_core.players.levels import LEVELS

ENTROPY = re.compile("^[0-9a-f]{64}$")


@extend_schema_field({"$ref": "#/components/schemas/Options"})
class OptionsField(Object):
    """The options of a game."""


class EntropyField(serializers.RegexField):
    """Entropy that a client contributes to chance."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            ENTROPY,
            help_text="32 random bytes of the client's own, as 64 hexadecimal digits in lower "
            "case: they go into every deal from now on.",
            error_messages={
                "invalid": gettext_lazy("This must be 64 hexadecimal digits in lower case.")
            },
            **kwargs,
        )

    def to_internal_value(self, data: Any) -> str:
        """Return the digits; raises ValidationError for anything but a string of 64 digits."""
        if not isinstance(data, str) or not ENTROPY.fullmatch(data):
            self.fail("invalid")
        return data


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": [preset.name for preset in PRESETS]},
            {
                "type": "object",
                "required": ["kind"],
                "additionalProperties": False,
                "properties": {
                    "kind": {"type": "string", "enum": list(KINDS)},
                    **{name: {"type": "integer", "minimum": 0} for name in LENGTHS},
                },
            },
        ]
    }
)
class ClockField(serializers.Field[Any, Any, Any, Any]):
    """A time control: the name of a preset, or an object with its lengths in seconds."""

    default_error_messages = {
        "invalid": gettext_lazy("This must be the name of a preset, or an object.")
    }

    def to_internal_value(self, data: Any) -> Control:
        """Return the time control; raises ValidationError for an invalid one."""
        if not isinstance(data, str | dict):
            self.fail("invalid")
        try:
            return read_control(data)
        except ClockError as error:
            detail = detail_of(error)
            raise ValidationError(
                [detail] if error.member == "clock" else {error.member: [detail]}
            ) from error


class TableSerializer(StructSerializer):
    """A table to create."""

    options = OptionsField()
    visibility = OneOf(Game.Visibility.choices, required=False)
    seating = OneOf(Game.Seating.choices, default=Game.Seating.DRAWN)
    start = OneOf(Game.Start.choices, default=Game.Start.WHEN_FULL)
    leavers = OneOf(Game.Leavers.choices, default=Game.Leavers.SUBSTITUTE)
    invited = serializers.ListField(
        child=Text(max_length=32), max_length=MOST_INVITED, required=False
    )
    house = serializers.ListField(child=OneOf(list(LEVELS)), required=False)
    clock = ClockField(required=False)
    entropy = EntropyField(required=False)

    class Meta:
        struct = TableTerms


class PauseSerializer(StrictSerializer):
    """A pause to propose or to agree to."""

    until = Moment(
        required=False,
        help_text="When it ends, at most 14 days ahead. Left out: agree to the proposed pause.",
    )


class SeatSerializer(StrictSerializer):
    """A seat to take."""

    seat = Number(
        min_value=0, max_value=3, required=False, help_text="Which one, where seats are chosen."
    )
    entropy = EntropyField(required=False)


class HousePlayerSerializer(StrictSerializer):
    """A house player to seat."""

    level = OneOf(list(LEVELS), help_text="How well it plays.")


class CallOffSerializer(StrictSerializer):
    """A table or a game to call off."""

    only_open = Flag(
        default=False,
        help_text="Whether only an open table is meant: if the game has begun, the request is "
        "refused with `not_open`, and is no wish to end it.",
    )


class InvitationSerializer(StrictSerializer):
    """A person to invite."""

    handle = Text(max_length=32, help_text="The handle of the person.")


class GamesQuerySerializer(PageQuerySerializer):
    """Filters of the list of public games."""

    state = OneOf(Game.State.choices, required=False)
    players = QueryNumber(min_value=1, max_value=4, required=False, help_text="How many play.")
    mode = OneOf(list(MODES), required=False)
    mine = QueryFlag(
        required=False, help_text="Those you sit at, whatever their visibility, instead."
    )


class MyGamesQuerySerializer(PageQuerySerializer):
    """Filters of the list of one's own games."""

    state = OneOf(
        ["my_turn", "waiting", "invited", *Game.State.values],
        required=False,
        help_text=(
            "`my_turn`: those that wait for you; `waiting`: those that wait for others (a frozen "
            "game waits for nobody); `invited`: "
            "tables with a seat for you."
        ),
    )
