"""Request bodies and query parameters of the leagues' API."""

import unicodedata
from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from api.inputs import Choice, Flag, Moment, Number, StrictSerializer
from api.paging import PageQuerySerializer
from games.api.inputs import ClockField, OptionsField
from games.clocks.leavers import MOST_EXCUSES
from games.models import Game
from leagues.exports import TABLES
from leagues.formats import FORMATS
from leagues.formats.designs import SIZES
from leagues.models import Entrant, League
from leagues.rules import MOST_CONFIRM_DAYS, MOST_ENTRANTS, WHOLE, SeasonRules
from leagues.spelling import NAME_LENGTH, read_name
from leagues.standings.presets import BYES, TIES, USUAL_BYE, USUAL_TIES
from leagues.transfers import LONGEST_REASON

MOST_ROUNDS = 30
MOST_DAYS = 366
MOST_POINTS = 1000
MOST_RATING = 10_000
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


class RulesSerializer(StrictSerializer):
    """The rules of a season; what is left out has its usual value."""

    format = Choice(list(FORMATS), default="groups", help_text="Who plays whom.")
    at_table = Number(min_value=2, max_value=4, default=4, help_text="Entrants at a table.")
    partners = Flag(default=False, help_text="Whether entrants are teams of two people.")
    games = Number(
        min_value=0,
        max_value=MOST_ROUNDS,
        default=0,
        help_text="In groups: how many games everybody plays. 4, 6 or 8 at tables of two, 2 to 6 "
        "at tables of three, 2 to 6 or 8 at tables of four; 0: as many as is usual. The games of "
        "all entrants together have to fill the tables.",
    )
    group_size = Number(
        min_value=2,
        max_value=SIZES[-1],
        default=SIZES[-1],
        help_text="Above this size, a division is split into groups.",
    )
    rounds = Number(min_value=0, max_value=MOST_ROUNDS, default=0, help_text="In Swiss.")
    days_per_round = Number(
        min_value=0,
        max_value=MOST_DAYS,
        default=0,
        help_text="In Swiss and round robins: after how many days the next round begins, if not "
        "all games are over before. 0 in a round robin: all games begin at once.",
    )
    division_size = Number(
        min_value=0,
        max_value=MOST_ENTRANTS,
        default=0,
        help_text="About how many entrants a division has. 0: there is one division.",
    )
    promoted = Number(min_value=0, max_value=MOST_ENTRANTS, default=0, help_text="How many go up.")
    relegated = Number(
        min_value=0, max_value=MOST_ENTRANTS, default=0, help_text="How many go down."
    )
    points = serializers.ListField(
        child=Number(min_value=0, max_value=MOST_POINTS),
        max_length=4,
        allow_null=True,
        default=None,
        help_text="The points by place at a table; tables of another size get the same points in "
        "the mean. Null: the usual ones.",
    )
    drawn = Number(
        min_value=0,
        max_value=MOST_POINTS,
        allow_null=True,
        default=None,
        help_text="The points for all at a table who share the first place. Null: the mean.",
    )
    substitute_share = Number(
        min_value=0,
        max_value=WHOLE,
        default=WHOLE,
        help_text="The percentage of a place's points that a substitute gets.",
    )
    ties = Choice(
        list(TIES),
        default=USUAL_TIES,
        help_text="What decides between entrants who are level on points. `direct`: what they took "
        "from each other, the mean share of the best score, wins, the points of opponents, a lot. "
        "`opponents`, in Swiss only: first the points of opponents, then the others in this order.",
    )
    bye = Choice(
        list(BYES),
        default=USUAL_BYE,
        help_text="What a bye is worth, and a game of two in Swiss whose other entrant drops out. "
        "`mean`: the mean of the points at a table. `win`, not in groups, which have no byes: the "
        "points for the first place.",
    )
    options = OptionsField(default=dict, help_text="How to play, as for a table, without players.")
    clock = ClockField(required=False, help_text="The time control. Left out: `standard`.")
    leavers = Choice(
        Game.Leavers.choices, default="substitute", help_text="What follows when somebody leaves."
    )
    excuses = Number(
        min_value=0, max_value=MOST_EXCUSES, default=1, help_text="Missed decisions forgiven."
    )
    pauses = Flag(default=False, help_text="Whether those who play may agree to pause a game.")
    open_games = Choice(
        ["by_score", "by_place", "void"],
        default="by_score",
        help_text="What becomes of games that are open when the season ends.",
    )
    confirm_days = Number(
        min_value=0,
        max_value=MOST_CONFIRM_DAYS,
        default=0,
        help_text="In the last days before the start, so many, entrants confirm that they will "
        "play; who waits gets the places of those who have not. 0: nobody needs to confirm.",
    )
    late_entry_until = Moment(
        allow_null=True, default=None, help_text="In Swiss: until when people may still register."
    )
    capacity = Number(
        min_value=2,
        max_value=MOST_ENTRANTS,
        default=MOST_ENTRANTS,
        help_text="Beyond so many entrants, people wait for a place.",
    )
    min_reliability = Number(
        min_value=0, max_value=100, default=0, help_text="The percentage that people need."
    )
    max_running_games = Number(
        min_value=0,
        max_value=MOST_POINTS,
        allow_null=True,
        default=None,
        help_text="The most running games that people have when they register.",
    )
    min_rating = Number(
        min_value=0,
        max_value=MOST_RATING,
        allow_null=True,
        default=None,
        help_text="The least rating in the season's mode that people need; a provisional one does "
        "not do.",
    )
    max_rating = Number(
        min_value=0,
        max_value=MOST_RATING,
        allow_null=True,
        default=None,
        help_text="The greatest rating in the season's mode that people may have; a provisional "
        "one does.",
    )

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
