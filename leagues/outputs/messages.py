"""Messages of organisers to all who take part in a season."""

from typing import Annotated

import msgspec

from api.schemas import Moment, NextPage
from illimat_core.annotations import says
from leagues import models
from leagues.office import messages


class SeasonMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message of an organiser."""

    id: Annotated[int, says("Its number.")]
    author: Annotated[str, says("The handle of the organiser who wrote it.")]
    text: Annotated[str, says("What they wrote: plain text.")]
    at: Annotated[Moment, says("When they wrote it.")]
    expires_at: Annotated[Moment, says("When it is deleted.")]


class SeasonMessagePage(msgspec.Struct, frozen=True):
    """A page of the list of messages."""

    results: list[SeasonMessage]
    next: NextPage


def message(row: models.SeasonMessage) -> SeasonMessage:
    """Return a message, whose author was read with it."""
    return SeasonMessage(
        id=row.pk,
        author=row.author.handle,
        text=row.text,
        at=row.at,
        expires_at=row.at + messages.KEPT,
    )
