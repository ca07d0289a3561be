"""Entrants as the API shows them, and who they are wherever an answer names one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated
from uuid import UUID

import msgspec

from api.schemas import NextPage
from illimat_core.annotations import says
from leagues import models
from leagues.season.people import Name, names_of
from leagues.season.substitutes import last_of, replaced_by, substitutes_in

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
    """An organiser's move of an entrant to another division than they would have had."""

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
            "or were on hiatus and offered to substitute. A claim on hiatus is kept anyway."
        ),
    ]
    division: Annotated[
        int | None,
        says(
            "The division, counted from 1; null before the start. A substitute has the division "
            "and group of the entrant they play for."
        ),
    ]
    group: Annotated[int | None, says("The group in the division, counted from 1.")]
    move: Annotated[Move | None, says("The division to which they are moved, if they are.")]


class EntrantPage(msgspec.Struct, frozen=True):
    """A page of the list of entrants."""

    results: list[EntrantSummary]
    next: NextPage


class Registration(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a registration."""

    entrant: Annotated[
        EntrantSummary | None, says("Your entry; null until your partner has named you, too.")
    ]


def entrants(rows: Iterable[models.Entrant]) -> list[EntrantSummary]:
    rows = list(rows)
    names, paired = names_of(row.pk for row in rows), _paired_entrants(rows)
    return [
        EntrantSummary(
            id=row.pk,
            players=list(names[str(row.pk)].players),
            team=str(row.team),
            state=row.state,
            confirmed=row.confirmed,
            keeps_claim=row.keeps_claim,
            division=_from_one(paired[row.pk].division),
            group=_from_one(paired[row.pk].group),
            move=move_of(row),
        )
        for row in rows
    ]


def _from_one(number: int | None) -> int | None:
    return None if number is None else number + 1


def _paired_entrants(rows: Sequence[models.Entrant]) -> Mapping[UUID, models.Entrant]:
    """Return each entrant by their id, or, for a substitute, whom they play for."""
    if all(row.division is not None for row in rows):
        return {row.pk: row for row in rows}
    replaced = replaced_by(substitutes_in(rows[0].season_id))
    first = models.Entrant.objects.in_bulk({last_of(row.pk, replaced) for row in rows})
    return {row.pk: first[last_of(row.pk, replaced)] for row in rows}


def move_of(row: models.Entrant) -> Move | None:
    """Return to where an entrant is moved; what nobody agreed to before the start is no move."""
    asked = row.move_agreed is False
    if row.moved_to is None or (asked and row.state != models.Entrant.State.REGISTERED):
        return None
    return Move(division=row.moved_to + 1, reason=row.move_reason, agreed=row.move_agreed)


def named(entrant: str, names: Mapping[str, Name]) -> NamedEntrant:
    name = names[entrant]
    return NamedEntrant(id=UUID(entrant), players=list(name.players), team=str(name.team))
