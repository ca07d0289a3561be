"""System checks of the database: events must be protected, and SQLite must queue its writers."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

from games import immutability


@register(Tags.database)
def check_immutability(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Check that the triggers that protect events exist and are enabled."""
    return [
        Error(complaint, hint=immutability.REMEDY, id="games.E001")
        for alias in databases or []
        for complaint in immutability.check(connections[alias])
    ]


@register(Tags.database)
def check_writers_queue(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Check that SQLite transactions lock at their first statement; others fail under load."""
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
