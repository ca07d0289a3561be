"""Request bodies and query parameters of the leagues' API."""

import unicodedata
from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from api.inputs import Choice, Flag, Moment, Number, StrictSerializer, StructSerializer
from api.paging import PageQuerySerializer
from games.inputs.tables import ClockField, OptionsField
from games.models import Game
from leagues.exports import TABLES
from leagues.models import Entrant, League
from leagues.rules import MOST_ENTRANTS, MOST_POINTS, SeasonRules
from leagues.spelling import NAME_LENGTH, read_name
from leagues.transfers import LONGEST_REASON

LONGEST_MESSAGE = 2000
LONGEST_ABOUT = 2000
LINE_BREAK = "\n"


class NameField(serializers.CharField):
    """A name that strangers see."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=NAME_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the name; raises ValidationError for one that `leagues.spelling` refuses."""
        name: str = super().to_internal_value(data)
        return name if len(name) > NAME_LENGTH else name and read_name(name)  # long: refused next


class LeagueSerializer(StrictSerializer):
    """A league to create."""

    name = NameField(help_text="Its name; a public league has one that no other public league has.")
    about = serializers.CharField(
        max_length=LONGEST_ABOUT, required=False, allow_blank=True, help_text="What it is about."
    )
    access = Choice(
        League.Access.choices,
        required=False,
        help_text="Who may see it and register. Left out: `public`.",
    )


class LeagueChangeSerializer(LeagueSerializer):
    """Changes to a league; members that are left out stay as they are."""

    name = NameField(required=False, help_text="Its name.")


class LeaguesQuerySerializer(PageQuerySerializer):
    """Filters of the list of leagues."""

    mine = serializers.BooleanField(
        required=False,
        help_text="Those you organise, play in or are invited to, whatever their access, instead.",
    )


class HandleSerializer(StrictSerializer):
    """A person, by their handle."""

    handle = serializers.CharField(max_length=64, help_text="Their handle.")


class RulesSerializer(StructSerializer):
    """The rules of a season; what is left out has its usual value."""

    points = serializers.ListField(
        child=Number(min_value=0, max_value=MOST_POINTS),
        max_length=4,
        allow_null=True,
        default=None,
    )
    options = OptionsField(default=dict)
    clock = ClockField(required=False)
    leavers = Choice(Game.Leavers.choices, default="substitute")

    class Meta:
        struct = SeasonRules

    def validate(self, attrs: dict[str, Any]) -> Any:
        """Return the rules."""
        if attrs["points"] is not None:
            attrs["points"] = tuple(attrs["points"])
        return SeasonRules(**attrs)


class SeasonSerializer(StrictSerializer):
    """A season to declare."""

    name = NameField(help_text="Its name.")
    rules = RulesSerializer(help_text="How it is played.")
    registration_opens_at = Moment(
        required=False, allow_null=True, help_text="Null or left out: when an organiser opens it."
    )
    starts_at = Moment(help_text="When it starts, by itself.")
    ends_at = Moment(help_text="When games that are still open are adjudicated.")


class DatesSerializer(StrictSerializer):
    """Dates to which a season is moved; those that are left out stay as they are."""

    starts_at = Moment(required=False, help_text="When it starts; until it has started.")
    ends_at = Moment(required=False, help_text="When games that are still open are adjudicated.")
    round = Number(
        min_value=1,
        max_value=MOST_ENTRANTS,
        required=False,
        help_text="While it runs: a round to come that begins later, as do those after it.",
    )
    round_starts_at = Moment(required=False, help_text="When this round begins at the latest.")
    reason = serializers.CharField(
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

    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        required=False,
        allow_blank=True,
        help_text="What entrants are told. It is kept for ever, so name nobody.",
    )


class EntrantSerializer(StrictSerializer):
    """Registering for a season."""

    partner = serializers.CharField(
        max_length=64,
        required=False,
        help_text="The handle of your partner, where teams play; they have to name you, too.",
    )
    team = NameField(required=False, allow_blank=True, help_text="The team's name.")
    substitute = Flag(
        required=False,
        help_text="Wait, while the season runs, to take over from somebody who withdraws.",
    )


class PlainTextField(serializers.CharField):
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


class SubstituteSerializer(StrictSerializer):
    """Naming a substitute."""

    entrant = serializers.UUIDField(help_text="The entrant who withdrew.")
    substitute = serializers.UUIDField(help_text="An entrant who waits, and takes over.")


class MoveSerializer(StrictSerializer):
    """Moving an entrant to another division."""

    division = Number(
        min_value=1, max_value=MOST_ENTRANTS, help_text="Where they are to play, counted from 1."
    )
    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        help_text="Why. Everybody who may see the league can read it, and it is kept for ever, so "
        "name nobody.",
    )


class MoveAnswerSerializer(StrictSerializer):
    """Agreeing to play in a lower division, or declining it."""

    agree = Flag(help_text="Whether you agree.")
    division = Number(
        min_value=1,
        max_value=MOST_ENTRANTS,
        help_text="The division that you are asked to play in, as `move` of your entry says.",
    )


class StartSerializer(StrictSerializer):
    """Trying or confirming the start of a season."""

    dry_run = Flag(required=False, help_text="True: only show the plan.")
    token = serializers.CharField(
        max_length=64, required=False, help_text="That of the plan to carry out."
    )


class EntrantsQuerySerializer(PageQuerySerializer):
    """Filters of the list of entrants."""

    state = Choice(Entrant.State.choices, required=False)
    division = serializers.IntegerField(
        min_value=1, max_value=MOST_ENTRANTS, required=False, help_text="Counted from 1."
    )


class StandingsQuerySerializer(PageQuerySerializer):
    """Filters of the table."""

    division = serializers.IntegerField(
        min_value=1, max_value=MOST_ENTRANTS, required=False, help_text="Counted from 1."
    )
    group = serializers.IntegerField(
        min_value=1, max_value=MOST_ENTRANTS, required=False, help_text="Counted from 1."
    )


class FixturesQuerySerializer(StandingsQuerySerializer):
    """Filters of the list of fixtures."""

    round = serializers.IntegerField(
        min_value=1, max_value=MOST_ENTRANTS, required=False, help_text="Counted from 1."
    )
    entrant = serializers.UUIDField(
        required=False, help_text="Only those of this entrant, or that this substitute plays."
    )


class ExportQuerySerializer(StrictSerializer):
    """What is exported."""

    table = Choice(list(TABLES), default="standings", help_text="Which rows.")
