"""Leagues, and invitations to them."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import msgspec

from accounts.models import User
from api.schemas import Moment, NextPage, refers_to
from illimat_core.annotations import says
from leagues import models
from leagues.entering.league_invitations import KEPT


class League(msgspec.Struct, frozen=True, kw_only=True):
    """A series of seasons."""

    id: UUID
    name: Annotated[str, says("Its name.")]
    about: Annotated[str, says("What it is about.")]
    access: Annotated[str, refers_to("AccessEnum", "Who may see it and register.")]
    created_at: Annotated[Moment, says("When it was created.")]
    closed_at: Annotated[Moment | None, says("Since when it has no more seasons.")]
    organisers: Annotated[list[str], says("The handles of those who run it.")]
    organised: Annotated[bool, says("Whether you are one of them.")]


class LeaguePage(msgspec.Struct, frozen=True):
    """A page of a list of leagues."""

    results: list[League]
    next: NextPage


class LeagueInvitation(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation to a league."""

    league: Annotated[UUID, says("The id of the league.")]
    name: Annotated[str, says("The name of the league.")]
    role: Annotated[
        str, says("`player`: see it and register; `organiser`: run it, once you accept.")
    ]
    by: Annotated[str | None, says("Who invites you; null for a deleted account.")]
    at: Annotated[Moment, says("When it was made.")]
    expires_at: Annotated[
        Moment, says("When it is deleted, unless you take part in a season of the league.")
    ]


class LeagueInvitationPage(msgspec.Struct, frozen=True):
    """A page of the list of invitations."""

    results: list[LeagueInvitation]
    next: NextPage


class LeagueInvitee(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who is invited to a league, whether they have declined or not."""

    handle: Annotated[str, says("Who is invited.")]
    role: Annotated[str, says("`player`: see it and register; `organiser`: run it.")]
    at: Annotated[Moment, says("When they were invited.")]


class LeagueInviteePage(msgspec.Struct, frozen=True):
    """A page of the list of those invited."""

    results: list[LeagueInvitee]
    next: NextPage


def leagues(user: User, rows: Sequence[models.League]) -> list[League]:
    """Return leagues as `user` sees them, with one query for all organisers."""
    organisers = models.Organiser.objects.filter(league__in=rows).select_related("user")
    by_league: dict[UUID, list[models.Organiser]] = {}
    for each in organisers:
        by_league.setdefault(each.league_id, []).append(each)
    return [
        League(
            id=row.pk,
            name=str(row.name),
            about=row.about,
            access=row.access,
            created_at=row.created_at,
            closed_at=row.closed_at,
            organisers=[each.user.handle for each in by_league.get(row.pk, [])],
            organised=any(each.user_id == user.pk for each in by_league.get(row.pk, [])),
        )
        for row in rows
    ]


def invitations(rows: Sequence[models.LeagueInvitation]) -> list[LeagueInvitation]:
    """Return invitations, whose leagues and people were read with them."""
    return [
        LeagueInvitation(
            league=row.league_id,
            name=str(row.league.name),
            role=row.role,
            by=row.by.handle if row.by else None,
            at=row.at,
            expires_at=row.at + KEPT[models.LeagueInvitation.Role(row.role)],
        )
        for row in rows
    ]


def invitees(rows: Sequence[models.LeagueInvitation]) -> list[LeagueInvitee]:
    """Return whom invitations are for; the people were read with them."""
    return [LeagueInvitee(handle=row.user.handle, role=row.role, at=row.at) for row in rows]
