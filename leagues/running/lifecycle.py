"""The sweep: whatever a season is due for by itself.

It finds the seasons for which something may be due, locks one after the other, and looks again
under the lock. So any number of workers may sweep at once, and a killed worker loses nothing.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from api import database_time
from api.claims import TimeBox
from api.traces.causes import raise_if_away
from games.models import Game
from games.time_limit import SoftTimeLimitExceeded
from leagues import organisers
from leagues.entering import attendance
from leagues.entering.declarations import call_off_if_late, registration_open
from leagues.models import Entrant, Fixture, Season
from leagues.refusals import DamagedSeasonError
from leagues.results import finish, recorder
from leagues.running import fixture_games, start, withdrawals
from leagues.stream import store

ENOUGH: Final = 20.0  # seconds after which a sweep ends
MOST: Final = 200  # seasons that one sweep looks at

STEPS: Final[Sequence[Callable[[Season], object]]] = (
    registration_open,
    call_off_if_late,
    attendance.ask_if_due,
    start.start_if_due,
    finish.archive_if_old,
)
"""Steps of any season; each is taken once, in a transaction of its own."""
PARTS: Final[Sequence[Callable[[Season], int]]] = (
    finish.void_unplayed_games,
    fixture_games.arrange_games,
    withdrawals.name_next,
    withdrawals.void_deserted_game,
    withdrawals.follow_withdrawals,
    finish.adjudicate_open_game,
    recorder.record_results,
)
"""Parts of the work for a running season, each done until nothing is left of it."""
ENDINGS: Final[Sequence[Callable[[Season], int]]] = (
    finish.void_unplayed_games,
    finish.adjudicate_open_game,
    recorder.record_results,
)
"""Those of them that end what is open of a season that was called off."""
ROUNDS: Final[Sequence[Callable[[Season], object]]] = (
    fixture_games.pair_next_round,
    finish.finish_if_over,
)
"""Steps of a running season; after them, the games of a new round begin."""

logger = logging.getLogger("leagues.sweeping")


def sweep() -> int:
    """Do what is due for seasons, in steps of a bounded size each; return how many were looked at.

    A season that fails is logged and left to the next sweep. So is one that somebody else has
    locked, such as another sweep: with all workers waiting for it, nobody would send mails.
    """
    box, looked = TimeBox(ENOUGH), 0
    box.repeat(organisers.games_follow)
    for season_id in box.each(list(_due())):
        if store.is_locked(season_id):
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


def _due() -> Iterator[UUID]:
    """Yield seasons for which something may be due, in random order, so that none waits forever."""
    now = database_time.now()
    states = Season.State
    fixtures = Fixture.objects.filter(season=OuterRef("pk"), settled=False)
    over = [Game.State.FINISHED, Game.State.CALLED_OFF]
    changed = Exists(fixtures.filter(Q(game=None) | Q(game__state__in=over)))
    done = ~Exists(fixtures)
    withdrew = Exists(Entrant.objects.filter(season=OuterRef("pk"), state=Entrant.State.WITHDRAWN))
    by_time = Q(rules__days_per_round__gt=0) | Q(ends_at__lte=now)
    found = Season.objects.filter(
        Q(state=states.DRAFT, registration_opens_at__lte=now)
        | Q(state=states.REGISTRATION, starts_at__lte=now, prevented__isnull=True)
        | Q(state=states.REGISTRATION, asks_at__lte=now, starts_at__gt=now)
        | Q(state__in=[states.DRAFT, states.REGISTRATION], ends_at__lte=now)
        | Q(finished_at__lte=now - finish.ARCHIVED_AFTER, archived_at=None)
        | Q(Q(changed) | Q(done) | Q(withdrew) | by_time, state=states.RUNNING)
        | Q(Exists(fixtures), state=states.CALLED_OFF)
    )
    yield from found.order_by("?").values_list("pk", flat=True)[:MOST]


def _look_at(season_id: UUID, box: TimeBox) -> None:
    for step in STEPS:
        _locked(season_id, step)
    for part in PARTS:
        box.repeat(partial(_running, season_id, part))
    for part in ENDINGS:
        box.repeat(partial(_in, season_id, Season.State.CALLED_OFF, part))
    for step in ROUNDS:
        _running(season_id, step)
    box.repeat(partial(_running, season_id, fixture_games.arrange_games))


def _locked(season_id: UUID, step: Callable[[Season], object]) -> object:
    with transaction.atomic():
        return step(store.lock(season_id))


def _running(season_id: UUID, step: Callable[[Season], object]) -> object:
    """Take a step if the season runs; return what it returned."""
    return _in(season_id, Season.State.RUNNING, step)


def _in(season_id: UUID, state: Season.State, step: Callable[[Season], object]) -> object:
    """Take a step if the season is in a state; return what it returned."""
    with transaction.atomic():
        season = store.lock(season_id)
        return step(season) if season.state == state else None
