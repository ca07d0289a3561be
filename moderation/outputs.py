"""A report as its author is shown it."""

from typing import Annotated

import msgspec

from api.schemas import Moment
from illimat_core.annotations import says
from moderation import models


class NotedReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report, as it was noted."""

    kind: Annotated[str, says("What kind of thing was reported.")]
    text: Annotated[str, says("What it says now, of which the moderators have a copy.")]
    reason: Annotated[str, says("What is wrong with it.")]
    comment: Annotated[str, says("What else the moderators are told.")]
    at: Annotated[Moment, says("When it was reported.")]


def report(row: models.Complaint) -> NotedReport:
    """Return a report, whose row was read with it."""
    return NotedReport(
        kind=row.report.kind,
        text=row.text or row.report.text,
        reason=row.reason,
        comment=row.comment,
        at=row.at,
    )
