"""Hints and analyses, made by workers for those who asked for them (`games.play.advice`).

A request is a row, which a worker leases (`api.leases`). An analysis is made in slices of a
second or two, each of which is kept, so that it never holds up the house or mails for long.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import islice
from typing import Final, TypeVar
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from api import database_time, leases
from api.traces.causes import raise_if_refused
from games.models import Game
from games.models.advice import AnalysedDecision, GameAnalysis, HintRequest
from games.play import house
from games.play.advice import decisions_after
from games.reading.lookup import find_game
from games.stream import integrity, store
from games.time_limit import SoftTimeLimitExceeded
from illimat_core.players import analysis
from illimat_core.players.hints import hint
from illimat_core.players.played import decisions_of

LEASE: Final = timedelta(seconds=60)
SLICE: Final = 1.5  # seconds; a slice ends with the decision during which they are over
MOST_HINTS: Final = 100  # that one sweep gives

Asked = TypeVar("Asked", HintRequest, GameAnalysis)

logger = logging.getLogger("games.advice")


def give_hints() -> int:
    """Find the hints that people wait for, the earliest request first; return how many."""
    return leases.TimeBox().repeat(_give_next_hint, MOST_HINTS)


def analyse() -> bool:
    """Make one slice of the analysis that was asked for first; return whether there was one."""
    return _work_on_first(GameAnalysis.objects.filter(done_at=None), _analyse_some)


def _give_next_hint() -> bool:
    return _work_on_first(HintRequest.objects.filter(answer__isnull=True), _give_hint)


def _work_on_first(waiting: QuerySet[Asked], work: Callable[[Asked], None]) -> bool:
    """Lease the request that was made first, and work on it; return whether there was one."""
    asked = leases.lease_first(waiting.order_by("asked_at", "pk"), LEASE)
    if asked is None:
        return False
    with _drop_on_failure(asked):
        work(asked)
    return True


@contextmanager
def _drop_on_failure(asked: HintRequest | GameAnalysis) -> Iterator[None]:
    """Drop a request that fails, so that it can be made again, and log the error."""
    try:
        yield
    except Exception as error:
        raise_if_refused(error)
        logger.exception("Advice could not be given.", extra={"game": str(asked.game_id)})
        integrity.freeze_if_damaged(error)
        leases.find_leased(asked).delete()
        if isinstance(error, SoftTimeLimitExceeded):
            raise  # the worker's task must end


def _give_hint(asked: HintRequest) -> None:
    game = find_game(asked.game_id)
    if game is None or game.version != asked.version:
        leases.find_leased(asked).delete()  # the person has played meanwhile
        return
    found = hint(house.knowledge_of(game, asked.seat), _seed(game.pk, "hint"))
    leases.give_back(asked, answer=msgspec.to_builtins(found))


def _analyse_some(asked: GameAnalysis) -> None:
    """Judge the next decisions of a game for SLICE seconds, and keep the verdicts."""
    game = find_game(asked.game_id)
    if game is None:
        return
    decisions = decisions_of([event for _, event in store.read(game)])
    left = islice(decisions, asked.decisions.count(), None)
    seed = _seed(game.pk, "analysis")
    verdicts = [analysis.judge(each, seed) for each in leases.TimeBox(SLICE).each(left)]
    with transaction.atomic():
        if not leases.find_leased(asked).select_for_update().exists():
            return  # another worker has taken over
        AnalysedDecision.objects.bulk_create(
            AnalysedDecision(
                analysis=asked, version=verdict.version, verdict=msgspec.to_builtins(verdict)
            )
            for verdict in verdicts
        )
        if next(left, None) is None:
            _finish(game, asked)
        else:
            leases.give_back(asked)


def _finish(game: Game, asked: GameAnalysis) -> None:
    verdicts = decisions_after(asked, 0, asked.decisions.count())
    found = analysis.summarize(verdicts, game.winners or ())
    turning_points = msgspec.to_builtins(found.turning_points)
    leases.give_back(asked, turning_points=turning_points, done_at=database_time.now())


def _seed(game_id: UUID, purpose: str) -> bytes:
    """Return the seed of the worlds that advice looks at, which no deal has anything to do with."""
    return salted_hmac(f"games.advice.{purpose}", str(game_id), algorithm="sha256").digest()
