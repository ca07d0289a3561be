"""Requests to report something."""

from api.inputs import OneOf, StrictSerializer, Text
from leagues.inputs.seasons import PlainTextField
from moderation.kinds import KINDS
from moderation.models import LONGEST_COMMENT, Complaint


class AboutSerializer(StrictSerializer):
    """What is reported."""

    kind = OneOf(sorted(KINDS), help_text="What kind of thing it is.")
    id = Text(
        max_length=36,
        help_text="Of a person, the handle; of a correction, the id of its fixture; of a team and "
        "of a move, that of the entrant; of a question and of a ruling, that of the ruling; "
        "otherwise its own.",
    )


class ReportSerializer(StrictSerializer):
    """A report to the moderators."""

    about = AboutSerializer(help_text="What is reported.")
    reason = OneOf(Complaint.Reason.values, help_text="What is wrong with it.")
    comment = PlainTextField(
        max_length=LONGEST_COMMENT,
        required=False,
        allow_blank=True,
        help_text="What moderators should know. They do not learn who wrote it.",
    )
