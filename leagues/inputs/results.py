"""Results, as organisers enter them."""

from typing import Any, Final

from rest_framework import serializers

from api.inputs import Flag, Number, OneOf, StrictSerializer, Text
from leagues.contest.standings.records import ResultKind
from leagues.office.corrections import LONGEST_REASON, Entered, EnteredSeat

MOST_AT_TABLE = 4
MOST_SCORE = 1000

KINDS: Final = list(ResultKind)


class EnteredSeatSerializer(StrictSerializer):
    """How a seat finished."""

    place = Number(
        min_value=1, max_value=MOST_AT_TABLE, help_text="Its place; level seats share one."
    )
    score = Number(min_value=-MOST_SCORE, max_value=MOST_SCORE, default=0, help_text="Its score.")
    left = Flag(
        default=None,
        allow_null=True,
        help_text=(
            "Whether its entrant left the game; a no-show who did stays one. Null: as in the "
            "result that counts. Entrants who withdrew before the game ended have left."
        ),
    )
    substituted = Flag(
        default=None,
        allow_null=True,
        help_text=(
            "Whether the season's substitute for this entrant played to the end. Null: as in the "
            "result that counts."
        ),
    )


class EnteredSerializer(StrictSerializer):
    """A result, as an organiser enters it."""

    kind = OneOf(KINDS, default=ResultKind.FINISHED, help_text="A `void` game has no seats.")
    seats = serializers.ListField(
        child=EnteredSeatSerializer(),
        max_length=MOST_AT_TABLE,
        default=list,
        help_text="The seats, in the order of the fixture's entrants.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the result as `entered`, and all other members."""
        seats = tuple(EnteredSeat(**seat) for seat in attrs.pop("seats"))
        entered = Entered(ResultKind(attrs.pop("kind")), seats)
        return {**attrs, "entered": entered}


class CorrectionSerializer(EnteredSerializer):
    """A correction of a result."""

    reason = Text(
        max_length=LONGEST_REASON,
        help_text="Why it is corrected. It is kept for ever, so name nobody.",
    )
