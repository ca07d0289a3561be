"""Queries of what people read of a season."""

from api.inputs import Id, OneOf, QueryNumber, StrictSerializer
from api.paging import PageQuerySerializer
from leagues.reading.exports import SHEETS
from leagues.rules import MOST_ENTRANTS


class StandingsQuerySerializer(PageQuerySerializer):
    """Filters of the standings."""

    division = QueryNumber(
        min_value=1, max_value=MOST_ENTRANTS, required=False, help_text="Counted from 1."
    )
    group = QueryNumber(
        min_value=1, max_value=MOST_ENTRANTS, required=False, help_text="Counted from 1."
    )


class FixturesQuerySerializer(StandingsQuerySerializer):
    """Filters of the list of fixtures."""

    round = QueryNumber(
        min_value=1, max_value=MOST_ENTRANTS, required=False, help_text="Counted from 1."
    )
    entrant = Id(
        required=False, help_text="Only those of this entrant, or that this substitute plays."
    )


class ExportQuerySerializer(StrictSerializer):
    """What is exported."""

    table = OneOf(list(SHEETS), default="standings", help_text="Which rows.")
