"""Request bodies and query parameters of the games API."""

import re
from typing import Any

from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from api.inputs import Choice, Flag, Moment, Number, Object, StrictSerializer
from api.paging import MAX_PAGE_SIZE, PageQuerySerializer
from games.clocks.calendars import Sleep
from games.clocks.controls import KINDS, LENGTHS, PRESETS, Control, read_control
from games.clocks.errors import ClockError
from games.clocks.leavers import MOST_EXCUSES
from games.invitations import MOST_INVITED
from games.language import detail_of
from games.models import Game
from illimat_core.messages import LANGUAGES
from illimat_core.picture import THEMES, WIDTHS
from illimat_core.players.levels import LEVELS

MAX_ACTIONS = 32  # in a batch
MAX_NUMBER = 2**31 - 1
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TIME_OF_DAY = re.compile("([01][0-9]|2[0-3]):([0-5][0-9])")
ENTROPY = re.compile("^[0-9a-f]{64}$")


@extend_schema_field({"$ref": "#/components/schemas/Action"})
class ActionField(Object):
    """An action."""


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


class PictureQuerySerializer(StrictSerializer):
    """How a game is drawn."""

    theme = Choice(list(THEMES), default="light", help_text="The colours.")
    width = Choice(
        list(WIDTHS),
        default="phone",
        help_text="`phone`: higher than wide; `desk`: wider than high, with the seats at the side.",
    )
    language = Choice(
        list(LANGUAGES),
        required=False,
        help_text="The language of what is written. Left out: that of `Accept-Language`.",
    )


class TableSerializer(StrictSerializer):
    """A table to create."""

    options = OptionsField(help_text='How to play, as GET /meta lists it: `{"mode": "beginner"}`.')
    visibility = Choice(
        Game.Visibility.choices,
        required=False,
        help_text="Left out: `link` for a game for one person, else `public`.",
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
    leavers = Choice(
        Game.Leavers.choices,
        default=Game.Leavers.SUBSTITUTE,
        help_text="When a player leaves the running game: `substitute`: the seat is open to a "
        "substitute; `house`: the house plays on; `forfeit`: the hand goes out of play.",
    )
    excuses = Number(
        min_value=0,
        max_value=MOST_EXCUSES,
        default=1,
        help_text="How many missed decisions of a player are excused before they count as a "
        "leaver.",
    )
    pauses = Flag(default=True, help_text="Whether all who play may agree to pause the game.")
    min_reliability = Number(
        min_value=0,
        max_value=100,
        default=0,
        help_text="The share of decisions in time, in percent, that people need to sit down; those "
        "with fewer than ten decisions and those invited need none.",
    )
    rated = Flag(
        required=False,
        help_text="Whether the game counts in ratings. Left out: true for a public game between "
        "people who have an hour for a decision at least, else false. Games with house players, "
        "for one person or with less time cannot be rated.",
    )
    seat = Number(min_value=0, max_value=3, required=False, help_text="Your own, where chosen.")
    invited = serializers.ListField(
        child=serializers.CharField(max_length=32),
        max_length=MOST_INVITED,
        required=False,
        help_text="Handles of people who may see and join a private table.",
    )
    house = serializers.ListField(
        child=Choice(list(LEVELS)),
        required=False,
        help_text="The levels of house players who sit down with you. If they take all other "
        "seats, this is a practice game: it starts at once, is not listed and has hints.",
    )
    clock = ClockField(
        required=False,
        help_text="How much time people have: a preset that GET /meta lists, or a `kind` with its "
        "lengths in seconds. Left out: `standard`; `no_clock` for a game for one person.",
    )
    entropy = EntropyField(required=False)


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

    level = Choice(list(LEVELS), help_text="How well it plays.")


class InvitationSerializer(StrictSerializer):
    """A person to invite."""

    handle = serializers.CharField(max_length=32, help_text="The handle of the person.")


class ChoiceSerializer(StrictSerializer):
    """What to do when the opponent has left."""

    choice = Choice(
        ["win", "go_on"],
        help_text="`win`: the game is over, and you have won; `go_on`: the house plays the seat.",
    )


class TrialSerializer(StrictSerializer):
    """An action to preview."""

    action = ActionField(help_text="An action, with `type` and its members.")
    expected_version = Number(
        min_value=0, max_value=MAX_NUMBER, required=False, help_text="The version you saw."
    )


class ActionsSerializer(StrictSerializer):
    """Actions to submit; all of them are played or none."""

    expected_version = Number(min_value=0, max_value=MAX_NUMBER, help_text="The version you saw.")
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


class GamesQuerySerializer(PageQuerySerializer):
    """Filters of the list of public games."""

    state = Choice(Game.State.choices, required=False)
    players = serializers.IntegerField(
        min_value=1, max_value=4, required=False, help_text="How many play."
    )
    mode = serializers.CharField(max_length=16, required=False)
    mine = serializers.BooleanField(
        required=False, help_text="Those you sit at, whatever their visibility, instead."
    )


class MyGamesQuerySerializer(PageQuerySerializer):
    """Filters of the list of one's own games."""

    state = Choice(
        ["my_turn", "waiting", "invited", *Game.State.values],
        required=False,
        help_text=(
            "`my_turn`: those that wait for you; `waiting`: those that wait for others (a frozen "
            "game waits for nobody); `invited`: "
            "tables with a seat for you."
        ),
    )


class EventsQuerySerializer(StrictSerializer):
    """The range of events to return."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=MAX_NUMBER,
        default=0,
        help_text="The sequence of the last event you know.",
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MAX_PAGE_SIZE, default=MAX_PAGE_SIZE, help_text="How many at most."
    )


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
    """Changes to your calendar; members that are left out stay as they are."""

    time_zone = serializers.CharField(
        max_length=64, required=False, help_text="An IANA time zone, such as `Europe/Berlin`."
    )
    weekend = serializers.ListField(
        child=Choice(WEEKDAYS),
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

    start = Moment(required=False, help_text="Left out: now. At most a year ahead.")
    end = Moment(help_text="When you are back.")


class VacationEndSerializer(StrictSerializer):
    """The new end of a vacation."""

    end = Moment(help_text="When you are back.")
