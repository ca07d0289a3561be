"""Moving entrants to another division before the season starts, and their consent.

An organiser moves somebody up, or, with their consent, down, but never below their claim. Up and
down are relative to the plan at the moment of the move (`leagues.running.start_plan`).
"""

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from games.refusals import NotAllowedError
from leagues.contest.divisions import Assignment
from leagues.contest.errors import LeagueError
from leagues.models import Entrant, EntrantPlayer, Season
from leagues.refusals import LeagueNotFoundError, SeasonError
from leagues.running.start import another_runs, moves_in, plan_of
from leagues.running.start_plan import DivisionMove, StartPlan
from leagues.season.declared_rules import rules_of
from leagues.season.lookup import season_get, season_lock_to_change
from leagues.season.wording import text_of
from leagues.stream import store
from leagues.stream.events import EntrantMoved
from quotas.records.leagues import LEAGUE_CHANGES_A_DAY
from quotas.services import spend

LONGEST_REASON: Final = 500
State = Entrant.State


@transaction.atomic
def entrant_move(
    *, user: User, season_id: UUID, entrant_id: UUID, division: int, reason: str
) -> Entrant:
    """Move an entrant to a division, counted from 0, as an organiser; again changes nothing.

    A move up holds at once, a move down once they agree. Raises LeagueNotFoundError,
    NotAllowedError for anybody but an organiser, and for one who is part of the entrant, and
    SeasonError `not_in_registration`, `no_divisions`, `last_season_running`, `no_place`, `no_plan`,
    `not_confirmed`, `no_such_division`, `already_there`, `below_claim` and `impossible_move`.
    """
    season, entrant = _lock_to_move(user, season_id, entrant_id)
    if not rules_of(season).division_size:
        raise SeasonError("no_divisions", gettext("This season has no divisions."))
    if entrant.state != State.REGISTERED:
        refusal = gettext("Only entrants who have a place in the season can be moved.")
        raise SeasonError("no_place", refusal)
    if (entrant.moved_to, entrant.move_reason) == (division, reason):
        return entrant
    plan, now = place_unmoved(season, entrant)
    _check_goal(plan, now, division)
    try:
        plan_of(season, moves_in(season) | {str(entrant.pk): DivisionMove(division)})
    except LeagueError as error:
        refusal = gettext("With this entrant there, the season could not start: {why}")
        raise SeasonError("impossible_move", refusal.format(why=text_of(error))) from error
    moved = EntrantMoved(
        entrant=entrant.pk,
        division=division,
        reason=reason,
        agreed=False if division > now.division else None,
    )
    return _moved(season, moved, user)


def place_unmoved(season: Season, entrant: Entrant) -> tuple[StartPlan, Assignment]:
    """Return the plan of a start now if an entrant was not moved, and where they would play.

    Raises SeasonError `last_season_running`, `no_plan` and `not_confirmed`.
    """
    if another_runs(season):
        refusal = gettext(
            "The last season is still running, and decides who has a place in which division. Move "
            "entrants when it is over."
        )
        raise SeasonError("last_season_running", refusal)
    others, key = moves_in(season), str(entrant.pk)
    others.pop(key, None)
    try:
        plan = plan_of(season, others)
    except LeagueError as error:
        refusal = gettext("Nobody can be moved yet, because the season could not start: {why}")
        raise SeasonError("no_plan", refusal.format(why=text_of(error))) from error
    return plan, _assignment_of(plan, key)


@transaction.atomic
def move_take_back(*, user: User, season_id: UUID, entrant_id: UUID) -> None:
    """Take back that an entrant is moved, as an organiser; without a move, nothing changes.

    Raises LeagueNotFoundError, NotAllowedError as `entrant_move` does, and SeasonError
    `not_in_registration`.
    """
    season, entrant = _lock_to_move(user, season_id, entrant_id)
    if entrant.moved_to is not None:
        _moved(season, EntrantMoved(entrant=entrant.pk), user)


@transaction.atomic
def move_answer(*, user: User, season_id: UUID, division: int, agree: bool) -> Entrant:
    """Agree to play in a lower division, counted from 0, or decline it; for a team, either may.

    Agreeing again changes nothing. Raises LeagueNotFoundError, SeasonError `no_move` and, if
    the entrant was asked to play in another division, `move_changed`.
    """
    season = season_get(user=user, season_id=season_id, lock=True)
    spend(str(user.pk), LEAGUE_CHANGES_A_DAY)
    entry = EntrantPlayer.objects.filter(season=season, user=user).select_related("entrant").first()
    entrant = entry.entrant if entry and season.state == Season.State.REGISTRATION else None
    if entrant is None or entrant.moved_to is None or entrant.move_agreed not in {agree, False}:
        refusal = gettext("Nobody asks you now whether you agree to play in a lower division.")
        raise SeasonError("no_move", refusal)
    if entrant.moved_to != division:
        refusal = gettext(
            "An organiser has changed the division that you are asked to play in. Please look "
            "again."
        )
        raise SeasonError("move_changed", refusal)
    if entrant.move_agreed:
        return entrant
    if not agree:
        return _moved(season, EntrantMoved(entrant=entrant.pk), user)
    agreed = EntrantMoved(
        entrant=entrant.pk, division=division, reason=entrant.move_reason, agreed=True
    )
    return _moved(season, agreed, user)


def _lock_to_move(user: User, season_id: UUID, entrant_id: UUID) -> tuple[Season, Entrant]:
    season = season_lock_to_change(user, season_id)
    entrant = Entrant.objects.filter(season=season, pk=entrant_id).first()
    if entrant is None:
        raise LeagueNotFoundError
    if EntrantPlayer.objects.filter(entrant=entrant, user=user).exists():
        refusal = gettext("You cannot move yourself or your team. Another organiser can.")
        raise NotAllowedError(refusal)
    if season.state != Season.State.REGISTRATION:
        refusal = gettext("Entrants can only be moved while registration is open.")
        raise SeasonError("not_in_registration", refusal)
    return season, entrant


def _assignment_of(plan: StartPlan, entrant: str) -> Assignment:
    for each in plan.assignments:
        if each.entrant == entrant:
            return each
    refusal = gettext("They have not confirmed that they will play, so they have no division yet.")
    raise SeasonError("not_confirmed", refusal)


def _check_goal(plan: StartPlan, now: Assignment, division: int) -> None:
    """Raise SeasonError unless somebody can be moved from their division to another one."""
    if division >= len(plan.divisions):
        refusal = gettext("Divisions are numbered from 1 to {last}, as things are now.")
        raise SeasonError("no_such_division", refusal.format(last=len(plan.divisions)))
    if division == now.division:
        refusal = gettext("They would play in this division without being moved.")
        raise SeasonError("already_there", refusal)
    if now.claim and division > now.claim.division:
        refusal = gettext(
            "Their last season gives them a place in division {division}, and nobody plays below "
            "that."
        )
        raise SeasonError("below_claim", refusal.format(division=now.claim.division + 1))


def _moved(season: Season, event: EntrantMoved, author: User) -> Entrant:
    store.append(season, [event], author)
    return Entrant.objects.get(pk=event.entrant)
