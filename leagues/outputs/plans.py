"""What steps of a season would do: its start, and what cannot be undone."""

from typing import Annotated
from uuid import UUID

import msgspec

from illimat_core.annotations import says
from leagues import models
from leagues.outputs.entrants import Move, NamedEntrant, move_of, named
from leagues.outputs.seasons import ExpectedGames, Season, estimate
from leagues.reading import previews
from leagues.reading.warnings import warnings_of
from leagues.running import start_plan
from leagues.season.declared_rules import rules_of
from leagues.season.people import names_of


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


def start(row: models.Season, plan: start_plan.StartPlan) -> Plan:
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
        estimate=estimate(row, rules_of(row)),
    )


def effects(found: previews.PreviewedEffects) -> Effects:
    successor = found.successor and str(found.successor)
    return Effects(
        void=found.void,
        left=found.left,
        successor=named(successor, names_of([successor])) if successor else None,
        told=found.told,
    )
