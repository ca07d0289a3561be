"""Entrants as the API shows them, and who they are wherever an answer names one."""

from collections.abc import Iterable, Mapping
from typing import Annotated
from uuid import UUID

import msgspec

from api.schemas import NextPage
from illimat_core.annotations import says
from leagues import models
from leagues.naming import Name, names_of

Division = Annotated[int, says("The division, counted from 1, the top one.", minimum=1)]
Group = Annotated[int, says("The group in the division, counted from 1.", minimum=1)]
Round = Annotated[int, says("The round, counted from 1.", minimum=1)]


class NamedEntrant(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant, and who that is."""

    id: UUID
    players: Annotated[
        list[str | None], says("The handles of its people; null for a deleted account.")
    ]
    team: Annotated[str, says("The name of a team; empty for one player.")]


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """That an organiser has moved an entrant to another division than they would have had."""

    division: Division
    reason: Annotated[str, says("Why.")]
    agreed: Annotated[
        bool | None,
        says(
            "Of a lower division, whether the entrant has agreed, without which they are not "
            "moved; null of a higher one."
        ),
    ]


class EntrantSummary(NamedEntrant, frozen=True, kw_only=True):
    """Who takes part in a season."""

    state: Annotated[
        str,
        says(
            "`registered`, `waiting` for a place, on `hiatus`, `playing`, `substitute`, or "
            "`withdrawn`."
        ),
    ]
    confirmed: Annotated[
        bool, says("Whether they have confirmed, before the start, that they will play.")
    ]
    keeps_claim: Annotated[
        bool,
        says(
            "Whether they keep the claim to their division: they withdrew since dates had moved, "
            "or were on hiatus and offered to substitute. That on hiatus is kept anyway."
        ),
    ]
    division: Annotated[int | None, says("The division, counted from 1; null before the start.")]
    group: Annotated[int | None, says("The group in the division, counted from 1.")]
    move: Annotated[Move | None, says("The division to which they are moved, if they are.")]


class EntrantPage(msgspec.Struct, frozen=True):
    """A page of the list of entrants."""

    results: list[EntrantSummary]
    next: NextPage


class Registration(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a registration."""

    entrant: Annotated[
        EntrantSummary | None, says("Your entry; null until your partner has named you, too.")
    ]


def entrants(rows: Iterable[models.Entrant]) -> list[EntrantSummary]:
    """Return entrants, with one query for all their people."""
    rows = list(rows)
    names = names_of(row.pk for row in rows)
    return [
        EntrantSummary(
            id=row.pk,
            players=list(names[str(row.pk)].players),
            team=str(row.team),
            state=row.state,
            confirmed=row.confirmed,
            keeps_claim=row.keeps_claim,
            division=None if row.division is None else row.division + 1,
            group=None if row.group is None else row.group + 1,
            move=move_of(row),
        )
        for row in rows
    ]


def move_of(row: models.Entrant) -> Move | None:
    """Return to where an entrant is moved; what nobody agreed to before the start is no move."""
    asked = row.move_agreed is False
    if row.moved_to is None or (asked and row.state != models.Entrant.State.REGISTERED):
        return None
    return Move(division=row.moved_to + 1, reason=row.move_reason, agreed=row.move_agreed)


def named(entrant: str, names: Mapping[str, Name]) -> NamedEntrant:
    """Return an entrant's id, players and team."""
    name = names[entrant]
    return NamedEntrant(id=UUID(entrant), players=list(name.players), team=str(name.team))
