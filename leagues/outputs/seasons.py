"""Leagues and seasons as the API shows them."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec

from accounts.models import User
from api.schemas import Moment, NextPage, refers_to
from illimat_core.annotations import says
from leagues import models, planning, previews
from leagues.declared import rules_of
from leagues.declaring import call_off_reasons
from leagues.entering import Occupancy, occupancy_of
from leagues.errors import LeagueError
from leagues.estimating import estimate_of
from leagues.events import Dates
from leagues.inviting import KEPT
from leagues.moving import Moved, moves_of
from leagues.naming import names_of
from leagues.outputs.entrants import Move, NamedEntrant, move_of, named
from leagues.rules import SeasonRules
from leagues.warnings import warnings_of
from leagues.wording import text_of


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


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """What to expect of the games of a season, if everybody takes half a day for a decision."""

    days: Annotated[int, says("How many days a game takes on average.")]
    adjudicated: Annotated[
        int, says("The percentage of games that are still open when the season ends.")
    ]


ExpectedGames = Annotated[
    Estimate | None, says("What to expect of its games; null until it has dates.")
]


class SeasonDates(msgspec.Struct, frozen=True, kw_only=True):
    """Dates of a season."""

    starts_at: Moment
    ends_at: Moment
    rounds: Annotated[
        list[Moment],
        says("When its rounds begin at the latest; empty until it runs, or without dates."),
    ]


class DatesMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a season's dates by an organiser."""

    at: Annotated[Moment, says("When they were moved.")]
    by: Annotated[str | None, says("Who moved them; null for a deleted account.")]
    reason: Annotated[str, says("Why, if a reason was given.")]
    by_player: Annotated[
        bool, says("Whether the organiser plays in the running season: nobody else could decide.")
    ]
    before: Annotated[SeasonDates, says("The dates until then.")]
    after: Annotated[SeasonDates, says("The dates since then.")]


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """A season."""

    id: UUID
    league: Annotated[UUID, says("The id of its league.")]
    number: Annotated[int, says("Which season of the league it is, counted from 1.")]
    name: Annotated[str, says("Its name.")]
    state: Annotated[str, says("`draft`, `registration`, `running`, `finished`, or `called_off`.")]
    rules: Annotated[dict[str, Any], refers_to("RulesRequest", "What was declared.")]
    registration_opens_at: Annotated[
        Moment | None,
        says("When people may register; null: once an organiser opens registration."),
    ]
    asked_at: Annotated[
        Moment | None, says("When entrants were last asked to confirm that they will play.")
    ]
    starts_at: Annotated[Moment | None, says("When it starts by itself.")]
    ends_at: Annotated[Moment | None, says("When games still open are adjudicated.")]
    moves: Annotated[list[DatesMove], says("How its dates were moved, the first move first.")]
    started_at: Annotated[Moment | None, says("When it started.")]
    finished_at: Annotated[Moment | None, says("When it finished, or was called off.")]
    called_off_reason: Annotated[
        str, says("Why it was called off; empty if it was not, or no reason was given.")
    ]
    archived_at: Annotated[Moment | None, says("Since when nothing about it changes.")]
    commitment: Annotated[str, says("The commitment to the seed of its lots.")]
    revealed: Annotated[str, says("The seed, as hexadecimal digits; empty until it is over.")]
    prevented: Annotated[str | None, says("Why it could not start by itself.")]
    taken: Annotated[int, says("How many of the `capacity` of places are taken.")]
    waiting: Annotated[int, says("How many entrants wait for a place, or to substitute.")]
    round: Annotated[int, says("The last round that was paired; 0 before the start.")]
    warnings: Annotated[list[str], says("What its organisers should know.")]
    estimate: ExpectedGames
    version: Annotated[int, says("It rises with every change.")]
    head: Annotated[str, says("The hash of its last event, which covers all earlier events.")]


class SeasonPage(msgspec.Struct, frozen=True):
    """A page of the list of seasons."""

    results: list[Season]
    next: NextPage


class PlannedEntrant(NamedEntrant, frozen=True, kw_only=True):
    """An entrant in the plan of a start."""

    raised: Annotated[bool, says("Whether they fill a vacancy above their claim.")]
    move: Annotated[Move | None, says("The division to which they are moved, if they are.")]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a season's start; lots are drawn when it is carried out."""

    token: Annotated[str, says("Send it to carry out this very plan.")]
    divisions: Annotated[
        list[list[PlannedEntrant]], says("The entrants of each division, the top one first.")
    ]
    groups: Annotated[
        list[list[int]],
        says("The sizes of the groups of each division; lots decide who plays in which."),
    ]
    absent: Annotated[
        list[NamedEntrant], says("Who has not confirmed that they will play, and would not.")
    ]
    admitted: Annotated[
        list[NamedEntrant], says("Who would get their places from the waiting list.")
    ]
    games: Annotated[int, says("How many games the season has.")]
    warnings: Annotated[list[str], says("What to know before confirming.")]
    estimate: ExpectedGames


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """What a step of an organiser would do as things are now."""

    void: Annotated[int, says("How many games would count for nobody.")]
    left: Annotated[int, says("How many open games the entrant would leave.")]
    successor: Annotated[
        NamedEntrant | None, says("Who would get the place, or take over the games.")
    ]
    told: Annotated[int, says("How many people would be told.")]


class CallOffAnswer(msgspec.Struct, frozen=True):
    """A season that is called off, or what calling it off would do."""

    season: Season
    effects: Annotated[Effects | None, says("Only with `dry_run`: what would happen.")] = None


class RemovalAnswer(msgspec.Struct, frozen=True):
    """What withdrawing an entrant would do; null once it is done."""

    effects: Annotated[Effects | None, says("Only with `dry_run`: what would happen.")] = None


class StartAnswer(msgspec.Struct, frozen=True):
    """A season that has started, or the plan of its start."""

    season: Season
    plan: Annotated[Plan | None, says("Only with `dry_run`: what would happen.")] = None


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


def season(row: models.Season) -> Season:
    """Return a season."""
    (shown,) = seasons([row])
    return shown


def seasons(rows: Sequence[models.Season]) -> list[Season]:
    """Return seasons, with four queries for moves, reasons and numbers of entrants."""
    moves, reasons, entrants = moves_of(rows), call_off_reasons(rows), occupancy_of(rows)
    return [_season(row, moves[row.pk], reasons.get(row.pk, ""), entrants[row.pk]) for row in rows]


def _season(
    row: models.Season, moves: Sequence[Moved], called_off: str, entrants: Occupancy
) -> Season:
    rules = rules_of(row)
    return Season(
        id=row.pk,
        league=row.league_id,
        number=row.number,
        name=str(row.name),
        state=row.state,
        rules=_rules(rules),
        registration_opens_at=row.registration_opens_at,
        asked_at=row.asked_at,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        moves=[_move(each) for each in moves],
        started_at=row.started_at,
        finished_at=row.finished_at,
        called_off_reason=called_off,
        archived_at=row.archived_at,
        commitment=row.commitment,
        revealed=row.revealed,
        prevented=_prevented(row),
        taken=entrants.taken,
        waiting=entrants.waiting,
        round=row.round,
        warnings=warnings_of(rules),
        estimate=_estimate(row, rules),
        version=row.version,
        head=row.head,
    )


def _move(move: Moved) -> DatesMove:
    return DatesMove(
        at=move.at,
        by=move.by,
        reason=move.event.reason,
        by_player=move.event.by_player,
        before=_dates(move.event.before),
        after=_dates(move.event.after),
    )


def _dates(dates: Dates) -> SeasonDates:
    return SeasonDates(starts_at=dates.starts_at, ends_at=dates.ends_at, rounds=list(dates.rounds))


def start(row: models.Season, plan: planning.Plan) -> Plan:
    """Return the plan of a start, with one query for all people and one for those moved."""
    names = names_of([*(each.entrant for each in plan.assignments), *plan.absent])
    raised = {each.entrant for each in plan.assignments if each.raised}
    moved = models.Entrant.objects.filter(season=row, moved_to__isnull=False)
    moves = {str(each.pk): move_of(each) for each in moved}
    return Plan(
        token=plan.token,
        divisions=[
            [
                PlannedEntrant(
                    id=UUID(each),
                    players=list(names[each].players),
                    team=str(names[each].team),
                    raised=each in raised,
                    move=moves.get(each),
                )
                for each in division
            ]
            for division in plan.divisions
        ],
        groups=[list(sizes) for sizes in plan.groups],
        absent=[named(each, names) for each in plan.absent],
        admitted=[named(each, names) for each in plan.admitted],
        games=plan.games,
        warnings=warnings_of(rules_of(row)),
        estimate=_estimate(row, rules_of(row)),
    )


def effects(found: previews.Effects) -> Effects:
    """Return what a step would do, with one query for the name of an entrant."""
    successor = found.successor and str(found.successor)
    return Effects(
        void=found.void,
        left=found.left,
        successor=named(successor, names_of([successor])) if successor else None,
        told=found.told,
    )


def _estimate(row: models.Season, rules: SeasonRules) -> Estimate | None:
    found = estimate_of(row, rules)
    return found and Estimate(days=found.days, adjudicated=found.adjudicated)


def _rules(rules: SeasonRules) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(rules)
    return shown | {"clock": rules.clock.given}


def _prevented(row: models.Season) -> str | None:
    if row.prevented is None:
        return None
    told = row.prevented
    return text_of(LeagueError(told["member"], told["message"], **told["arguments"]))
