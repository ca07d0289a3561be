"""The way in to the life of a season: `LIFE` lists what the server does with it, in order.

What people do, such as declaring a season, entering it or withdrawing, is a function of the room
that it belongs to. `sweep` finds the seasons for which a step may be due (`_seasons_due`), locks
one after the other, and looks again under the lock. So any number of workers may sweep at once, and
a killed worker loses nothing.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from api import database_time
from api.leases import TimeBox
from api.traces.causes import raise_if_away
from games.models import Game
from games.time_limit import SoftTimeLimitExceeded
from leagues import services
from leagues.entering import attendance, declarations
from leagues.models import OVER, Entrant, Fixture, Season
from leagues.refusals import DamagedSeasonError
from leagues.results import finish, fixture_results
from leagues.running import fixture_games, start, withdrawals
from leagues.season import lookup

ENOUGH: Final = 20.0  # seconds after which a sweep ends
MOST: Final = 200  # seasons that one sweep looks at
State = Season.State


class LifeStep(NamedTuple):
    """A step that the server takes by itself of a season in some `states`, if it is time.

    A step that `repeats` is of a bounded size, and is taken again until nothing is left to do.
    """

    take: Callable[[Season], object]
    states: Collection[Season.State]
    repeats: bool = False


BEFORE_START: Final = (State.DRAFT, State.REGISTRATION)
RUNNING: Final = (State.RUNNING,)
CALLED_OFF: Final = (State.CALLED_OFF,)

LIFE: Final[Sequence[LifeStep]] = (
    # Registration
    LifeStep(declarations.open_registration_if_due, BEFORE_START),
    LifeStep(declarations.call_off_if_late, BEFORE_START),
    LifeStep(attendance.ask_if_due, BEFORE_START),
    LifeStep(start.start_if_due, BEFORE_START),
    # Games, which begin in the sweep that starts the season
    LifeStep(finish.void_unplayed_games, RUNNING, repeats=True),
    LifeStep(fixture_games.arrange_games, RUNNING, repeats=True),
    LifeStep(withdrawals.name_next_substitute, RUNNING, repeats=True),
    LifeStep(withdrawals.void_deserted_game, RUNNING, repeats=True),
    LifeStep(withdrawals.follow_withdrawals, RUNNING, repeats=True),
    LifeStep(finish.adjudicate_open_game, RUNNING, repeats=True),
    LifeStep(fixture_results.record_results, RUNNING, repeats=True),
    # Rounds, which are paired in the sweep that records the last results
    LifeStep(fixture_games.pair_next_round, RUNNING),
    LifeStep(finish.finish_if_over, RUNNING),
    LifeStep(fixture_games.arrange_games, RUNNING, repeats=True),
    # A season that was called off, whose open games end
    LifeStep(finish.void_unplayed_games, CALLED_OFF, repeats=True),
    LifeStep(finish.adjudicate_open_game, CALLED_OFF, repeats=True),
    LifeStep(fixture_results.record_results, CALLED_OFF, repeats=True),
    # The end
    LifeStep(finish.archive_if_old, OVER),
)
"""Each sweep tries all steps in this order, each in a transaction of its own."""

logger = logging.getLogger("leagues.sweeping")


def sweep() -> int:
    """Do what is due for seasons, in steps of a bounded size each; return how many were looked at.

    A season that fails is logged and left to the next sweep. So is one that somebody else has
    locked, such as another sweep: with all workers waiting for it, nobody would send mails.
    """
    box, looked = TimeBox(ENOUGH), 0
    box.repeat(services.show_more_games)
    for season_id in box.each(list(_seasons_due())):
        if lookup.is_locked(season_id):
            continue
        looked += 1
        try:
            _look_at(season_id, box)
        except SoftTimeLimitExceeded:
            raise
        except DamagedSeasonError:
            continue  # it was logged where it was found
        except Exception as error:
            raise_if_away(error)
            logger.exception("A season could not be looked at.", extra={"season": str(season_id)})
    return looked


def _seasons_due() -> Iterator[UUID]:
    """Yield seasons for which something may be due, in random order, so that none waits forever."""
    now = database_time.now()
    fixtures = Fixture.objects.filter(season=OuterRef("pk"), settled=False)
    over = [Game.State.FINISHED, Game.State.CALLED_OFF]
    changed = Exists(fixtures.filter(Q(game=None) | Q(game__state__in=over)))
    done = ~Exists(fixtures)
    withdrew = Exists(Entrant.objects.filter(season=OuterRef("pk"), state=Entrant.State.WITHDRAWN))
    by_time = Q(rules__days_per_round__gt=0) | Q(ends_at__lte=now)
    found = Season.objects.filter(
        Q(state=State.DRAFT, registration_opens_at__lte=now)
        | Q(state=State.REGISTRATION, starts_at__lte=now, prevented__isnull=True)
        | Q(state=State.REGISTRATION, asks_at__lte=now, starts_at__gt=now)
        | Q(state__in=[State.DRAFT, State.REGISTRATION], ends_at__lte=now)
        | Q(finished_at__lte=now - finish.ARCHIVED_AFTER, archived_at=None)
        | Q(Q(changed) | Q(done) | Q(withdrew) | by_time, state=State.RUNNING)
        | Q(Exists(fixtures), state=State.CALLED_OFF)
    )
    yield from found.order_by("?").values_list("pk", flat=True)[:MOST]


def _look_at(season_id: UUID, box: TimeBox) -> None:
    for step in LIFE:
        take = partial(_take, step, season_id)
        if step.repeats:
            box.repeat(take)
        else:
            take()


def _take(step: LifeStep, season_id: UUID) -> object:
    with transaction.atomic():
        season = lookup.season_lock(season_id)
        return step.take(season) if season.state in step.states else None
