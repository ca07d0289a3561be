"""Refusals to start on a database that would let events be changed."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

from games import immutability


@register(Tags.database)
def events_immutable(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """The triggers that refuse every change of an event are there and switched on."""
    return [
        Error(complaint, hint=immutability.REMEDY, id="games.E001")
        for alias in databases or []
        for complaint in immutability.check(connections[alias])
    ]


@register(Tags.database)
def writers_queue(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Transactions on SQLite lock from their first statement; others fail under load."""
    return [
        Error(
            "Transactions on SQLite do not begin IMMEDIATE.",
            hint='Set OPTIONS["transaction_mode"] to "IMMEDIATE".',
            id="games.E002",
        )
        for alias in databases or []
        if connections[alias].vendor == "sqlite"
        and connections[alias].settings_dict["OPTIONS"].get("transaction_mode") != "IMMEDIATE"
    ]
