"""What the big steps of an organiser would do now, without doing it."""

from typing import NamedTuple
from uuid import UUID

import msgspec

from accounts.models import User
from leagues.contest.standings.counting import count
from leagues.contest.standings.records import GroupKey
from leagues.entering.registrations import next_waiting
from leagues.models import Entrant, EntrantPlayer, Fixture, Season, Standing
from leagues.refusals import LeagueNotFoundError
from leagues.running.withdrawals import successor_of
from leagues.season.lookup import check_not_over, season_get
from leagues.season.substitutes import departed_in, last_of, replaced_by
from leagues.services import check_organiser
from leagues.stream.stored_standings import records_of

State = Entrant.State


class PreviewedEffects(NamedTuple):
    """What a step would do as things are now.

    `void` counts the games that would be void for everybody, `left` the open ones that the entrant
    would leave. `successor` would get the place, or take over the games. `told` is how many people
    are told.
    """

    void: int = 0
    left: int = 0
    successor: UUID | None = None
    told: int = 0


def call_off_try(*, user: User, season_id: UUID) -> tuple[Season, PreviewedEffects]:
    """Return a season, and what calling it off would do; raises what `season_call_off` does."""
    season = _organised(user, season_id)
    return season, effects_of_call_off(season)


def removal_try(
    *, user: User, season_id: UUID, entrant_id: UUID
) -> tuple[Entrant, PreviewedEffects]:
    """Return an entrant, and what withdrawing them would do; raises what `entrant_remove` does."""
    season = _organised(user, season_id)
    entrant = Entrant.objects.filter(season=season, pk=entrant_id).first()
    if entrant is None:
        raise LeagueNotFoundError
    return entrant, effects_of_removal(season, entrant)


def effects_of_call_off(season: Season) -> PreviewedEffects:
    entered = EntrantPlayer.objects.filter(season=season, user__isnull=False)
    return PreviewedEffects(
        void=Fixture.objects.filter(season=season, settled=False).count(),
        told=entered.exclude(entrant__state=State.WITHDRAWN).count(),
    )


def effects_of_removal(season: Season, entrant: Entrant) -> PreviewedEffects:
    if entrant.state == State.WITHDRAWN:
        return PreviewedEffects()
    told = entrant.players.filter(user__isnull=False).count()
    if entrant.state == State.REGISTERED and season.state == Season.State.REGISTRATION:
        return PreviewedEffects(successor=next_waiting(season), told=told)
    if entrant.state not in {State.PLAYING, State.SUBSTITUTE}:
        return PreviewedEffects(told=told)
    now = departed_in(season.pk)
    then = now._replace(withdrawn=now.withdrawn | {entrant.pk})
    paired = last_of(entrant.pk, replaced_by(now.substitutes))
    still_open = Fixture.objects.filter(season=season, settled=False, seats__entrant=paired)
    begun = list(still_open.exclude(game=None).values_list("entrants", flat=True))
    successor = successor_of(season, entrant.pk)
    deserted = 0 if successor else sum(map(then.have_deserted, begun))
    return PreviewedEffects(
        void=_made_void(season, entrant) + deserted,
        left=len(begun) - deserted,
        successor=successor,
        told=told,
    )


def _made_void(season: Season, entrant: Entrant) -> int:
    """Return how many games no longer count if an entrant withdraws now."""
    row = Standing.objects.filter(season=season, entrant=entrant).first()
    if row is None:
        return 0
    group = GroupKey(row.division, row.group)
    now = records_of(season, [group])[group]
    members = tuple(
        msgspec.structs.replace(each, withdrawn=each.withdrawn or each.id == str(entrant.pk))
        for each in now.members
    )
    then = msgspec.structs.replace(now, members=members)
    return len(count(now).lines) - len(count(then).lines)


def _organised(user: User, season_id: UUID) -> Season:
    season = season_get(user=user, season_id=season_id)
    check_organiser(season.league_id, user)
    check_not_over(season)
    return season
