"""Requests about rulings, and the query of their list."""

from typing import Any

from rest_framework import serializers

from api.inputs import Id, Number, OneOf, QueryFlag, StrictSerializer, Text
from api.paging import PageQuerySerializer
from games.play.adjudication import LONGEST_RULING
from leagues.inputs.results import MOST_AT_TABLE
from leagues.models.rulings import LONGEST_QUESTION
from leagues.office.rulings import Effect, RulingAnswer


class RulingsQuerySerializer(PageQuerySerializer):
    """Filters of the list of questions."""

    open = QueryFlag(default=False, help_text="Only those that nobody has answered yet.")
    fixture = Id(required=False, help_text="Only those about this fixture.")


class QuestionSerializer(StrictSerializer):
    """A question about a game."""

    fixture = Id(help_text="The id of the game's fixture.")
    question = Text(
        max_length=LONGEST_QUESTION, help_text="What the organisers are to decide, and why."
    )


class AnswerSerializer(StrictSerializer):
    """The answer to a question."""

    reasons = Text(max_length=LONGEST_RULING, help_text="The answer, and the reasons for it.")
    effect = OneOf(
        Effect.choices,
        default=Effect.NONE,
        help_text="What it does to the game: `none`, end it with `places`, or end it as `void`.",
    )
    places = serializers.ListField(
        child=Number(min_value=1, max_value=MOST_AT_TABLE),
        max_length=MOST_AT_TABLE,
        default=list,
        help_text="With the effect `places`: the place of each seat of the game; level seats "
        "share one, and so do partners.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the members as `answer`."""
        effect, places = Effect(attrs["effect"]), tuple(attrs["places"])
        return {"answer": RulingAnswer(attrs["reasons"], effect, places)}
