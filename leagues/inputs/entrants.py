"""Requests about entrants of a season, and the query of their list."""

from api.inputs import Flag, Id, Number, OneOf, QueryNumber, StrictSerializer, Text
from api.paging import PageQuerySerializer
from leagues.inputs.leagues import LeagueNameField
from leagues.models import Entrant
from leagues.office.transfers import LONGEST_REASON
from leagues.rules import MOST_ENTRANTS


class EntrantSerializer(StrictSerializer):
    """Registering for a season."""

    partner = Text(
        max_length=64,
        required=False,
        help_text="The handle of your partner, where teams play; they have to name you, too.",
    )
    team = LeagueNameField(required=False, allow_blank=True, help_text="The team's name.")
    substitute = Flag(
        required=False,
        help_text="Wait, while the season runs, to take over from somebody who withdraws.",
    )


class SubstituteSerializer(StrictSerializer):
    """Naming a substitute."""

    entrant = Id(help_text="The entrant who withdrew.")
    substitute = Id(help_text="An entrant who waits, and takes over.")


class MoveSerializer(StrictSerializer):
    """Moving an entrant to another division."""

    division = Number(
        min_value=1, max_value=MOST_ENTRANTS, help_text="Where they are to play, counted from 1."
    )
    reason = Text(
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


class EntrantsQuerySerializer(PageQuerySerializer):
    """Filters of the list of entrants."""

    state = OneOf(Entrant.State.choices, required=False)
    division = QueryNumber(
        min_value=1, max_value=MOST_ENTRANTS, required=False, help_text="Counted from 1."
    )
