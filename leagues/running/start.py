"""Starting a season: trying it without effect, confirming the plan, and starting by itself."""

from collections.abc import Mapping
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from api import database_time
from leagues.contest.errors import LeagueError
from leagues.contest.formats.dealing import deal
from leagues.entering.attendance import find_attending
from leagues.entering.claims import claims_of
from leagues.models import Entrant, EntrantPlayer, PartnerWish, Season
from leagues.refusals import PlanChangedError, SeasonError
from leagues.rules import SeasonRules, mode_of
from leagues.running.kept_apart import blocked_pairs_in
from leagues.running.pairings import pair_round
from leagues.running.start_plan import DivisionMove, StartPlan, check_number, make_plan
from leagues.season import draw
from leagues.season.declared_rules import rules_of
from leagues.season.lookup import season_lock_to_change
from leagues.season.people import people_of
from leagues.season.substitutes import lineup_of
from leagues.season.wording import text_of
from leagues.stream import store
from leagues.stream.events import (
    EntrantAbsent,
    EntrantAdmitted,
    GroupFilled,
    SeasonEvent,
    SeasonStarted,
    StartPrevented,
)
from ratings.selectors import values_of


@transaction.atomic
def start_try(*, user: User, season_id: UUID) -> StartPlan:
    """Return the plan that a start would carry out now; nothing changes, but it is counted as one.

    Raises LeagueNotFoundError, NotAllowedError for anybody but an organiser, SeasonError
    `not_in_registration`, `last_season_running` and `season_over`, DamagedSeasonError, and if the
    season cannot start, SeasonError `too_few_entrants` or `impossible_plan`.
    """
    try:
        return plan_of(_lock_to_start(user, season_id))
    except LeagueError as error:
        if error.member == "entrants" and "least" in error.arguments:
            raise SeasonError("too_few_entrants", text_of(error)) from error
        raise SeasonError("impossible_plan", text_of(error)) from error


@transaction.atomic
def start_confirm(*, user: User, season_id: UUID, token: str) -> Season:
    """Start a season by the plan with this token.

    Raises PlanChangedError if the plan is another one now, or none can be made, and what
    `start_try` does of a season that is not to start.
    """
    season = _lock_to_start(user, season_id)
    try:
        plan = plan_of(season)
    except LeagueError as error:
        raise PlanChangedError from error
    if plan.token != token:
        raise PlanChangedError
    return _start(season, plan, user)


def start_if_due(season: Season) -> None:
    """Start a locked season by itself, if it is time; if it cannot start, record why, once.

    Raises DamagedSeasonError.
    """
    due = season.state == Season.State.REGISTRATION and season.prevented is None
    if not due or season.starts_at is None or season.starts_at > database_time.now():
        return
    if another_runs(season):
        return
    store.check_whole(season)
    try:
        with transaction.atomic():
            _start(season, plan_of(season), None)
    except LeagueError as error:
        arguments = {
            name: value if isinstance(value, int) else str(value)
            for name, value in error.arguments.items()
        }
        store.append(
            season,
            [StartPrevented(member=error.member, message=error.message, arguments=arguments)],
        )


def _lock_to_start(user: User, season_id: UUID) -> Season:
    season = season_lock_to_change(user, season_id)
    if season.state != Season.State.REGISTRATION:
        refusal = gettext("A season can only be started while its registration is open.")
        raise SeasonError("not_in_registration", refusal)
    if season.ends_at is not None and season.ends_at <= database_time.now():
        raise SeasonError("season_over", gettext("The season is over."))
    if another_runs(season):
        refusal = gettext("The last season is still running. Start this one when it is over.")
        raise SeasonError("last_season_running", refusal)
    store.check_whole(season)
    return season


def another_runs(season: Season) -> bool:
    """Return whether another season of the league runs, whose end decides who plays where."""
    return Season.objects.filter(league=season.league_id, state=Season.State.RUNNING).exists()


def plan_of(season: Season, moves: Mapping[str, DivisionMove] | None = None) -> StartPlan:
    """Return the plan of a season's start with the moves that hold, or with others.

    Raises LeagueError if it cannot start.
    """
    found, rules = find_attending(season), rules_of(season)
    ids = found.entrants
    check_number(rules, len(ids), len(found.absent))
    people = people_of([season.pk])
    claims = claims_of(season)
    claimed = {
        str(each): claims[key] for each in ids if (key := people.get(each)) and key in claims
    }
    plan = make_plan(
        rules,
        list(map(str, ids)),
        claimed,
        _strengths(season, rules, people),
        moves_in(season) if moves is None else moves,
    )
    return msgspec.structs.replace(
        plan, absent=tuple(map(str, found.absent)), admitted=tuple(map(str, found.admitted))
    )


def moves_in(season: Season) -> dict[str, DivisionMove]:
    """Return the moves of entrants that hold, by entrant."""
    moved = Entrant.objects.filter(season=season, moved_to__isnull=False).exclude(move_agreed=False)
    return {
        str(pk): DivisionMove(division, bool(agreed))
        for pk, division, agreed in moved.values_list("pk", "moved_to", "move_agreed")
        if division is not None
    }


def _strengths(season: Season, rules: SeasonRules, people: Mapping[UUID, str]) -> dict[str, float]:
    """Return the mean rating of the people of each entrant who all have one in the mode."""
    entered = EntrantPlayer.objects.filter(season=season)
    values = values_of(users=entered.values("user"), mode=mode_of(rules))
    rated = {
        str(entrant): [values.get(int(each)) for each in key.split(",")]
        for entrant, key in people.items()
    }
    return {
        entrant: sum(each for each in own if each is not None) / len(own)
        for entrant, own in rated.items()
        if None not in own
    }


def _start(season: Season, plan: StartPlan, author: User | None) -> Season:
    rules, key = rules_of(season), draw.new_draw()
    apart = blocked_pairs_in(
        lineup_of(season.pk), [name for names in plan.divisions for name in names]
    )
    groups = [
        (division, group, entrants)
        for division, names in enumerate(plan.dealt)
        for group, entrants in enumerate(
            deal(
                names,
                len(plan.groups[division]),
                apart,
                key=key,
                label=f"division/{division}",
                step=rules.played_as.sizes(rules).step,
            )
        )
    ]
    events: list[SeasonEvent] = [
        *(EntrantAbsent(entrant=UUID(each)) for each in plan.absent),
        *(EntrantAdmitted(entrant=UUID(each)) for each in plan.admitted),
        SeasonStarted(),
    ]
    events += (
        GroupFilled(division=division, group=group, entrants=tuple(map(UUID, entrants)))
        for division, group, entrants in groups
    )
    events += pair_round(season, rules, [(*group, {}) for group in groups], 1)
    PartnerWish.objects.filter(season=season).delete()
    return store.append(season, events, author)
