"""Hints in practice games and analyses of finished games: asked for by people, made by workers.

A request is a row, which a worker claims (`api.claims`). An analysis is made in slices of a
second or two, each of which is kept, so that it never holds up the house or mails for long.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import islice
from typing import Final
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from accounts.models import User
from api import claims, database_time
from games.models import Game
from games.models.advice import AnalysedDecision, GameAnalysis, HintRequest
from games.play import house
from games.reading import tables
from games.reading.lookup import find_game
from games.refusals import TableError
from games.seats import guards
from games.signals import worker_needed
from games.stream import integrity, store
from games.time_limit import SoftTimeLimitExceeded
from illimat_core.players import analysis
from illimat_core.players.analysis import Verdict
from illimat_core.players.hints import hint
from illimat_core.players.played import decisions_of
from illimat_core.records import converter
from quotas.records.games import ANALYSES_A_DAY, ANALYSES_AT_ONCE, HINTS_A_DAY, HINTS_AT_ONCE
from quotas.services import check, spend

LEASE: Final = timedelta(seconds=60)
SLICE: Final = 1.5  # seconds; a slice ends with the decision during which they are over
MOST_ESTIMATES: Final = 2_000  # a long game has a few hundred
MOST_HINTS: Final = 100  # that one sweep gives

logger = logging.getLogger("games.advice")


@transaction.atomic
def hint_ask(*, user: User, game_id: UUID) -> HintRequest:
    """Ask for a hint in a practice game, or return the request if there is one for this version.

    Raises NotAllowedError if `user` does not play, TableError `not_running`, `no_hints` outside of
    practice games and `not_awaited`, GameOverError, and QuotaError.
    """
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    game, own = table.game, guards.find_seat(user, table.assignments)
    guards.check_running(game)
    if not game.practice:
        raise TableError("no_hints", gettext("There are hints in practice games only."))
    if own.number is None or own.number not in game.awaited:
        raise TableError(
            "not_awaited", gettext("The game does not wait for you. Ask on your turn.")
        )
    known = HintRequest.objects.filter(game=game, version=game.version).first()
    if known is not None:
        return known
    spend(str(user.pk), HINTS_A_DAY)
    others = HintRequest.objects.filter(user=user, answer__isnull=True).exclude(game=game)
    check(HINTS_AT_ONCE, others.count())
    HintRequest.objects.filter(game=game).delete()
    asked = HintRequest.objects.create(
        game=game, user=user, seat=own.number, version=game.version, asked_at=database_time.now()
    )
    worker_needed.send(Game, game=game)
    return asked


def hint_get(*, user: User, game_id: UUID) -> HintRequest:
    """Return the hint asked for at this version, found or not; raises TableError `no_hint`."""
    game = tables.table_get(user=user, game_id=game_id).game
    asked = HintRequest.objects.filter(game=game, user=user, version=game.version).first()
    if asked is None:
        raise TableError("no_hint", gettext("You have not asked for a hint here. Ask with POST."))
    return asked


@transaction.atomic
def analysis_ask(*, user: User, game_id: UUID) -> GameAnalysis:
    """Ask for it, or return it if asked before; raises TableError `not_finished`, QuotaError."""
    game = tables.table_get(user=user, game_id=game_id, lock=True).game
    if not game.over:
        raise TableError(
            "not_finished", gettext("Only games that were played to their end are analysed.")
        )
    known = GameAnalysis.objects.filter(game=game).first()
    if known is not None:
        return known
    spend(str(user.pk), ANALYSES_A_DAY)
    check(ANALYSES_AT_ONCE, GameAnalysis.objects.filter(user=user, done_at=None).count())
    return GameAnalysis.objects.create(game=game, user=user, asked_at=database_time.now())


def analysis_get(*, user: User, game_id: UUID) -> tuple[tables.Table, GameAnalysis]:
    """Return a game and its analysis, done or not; raises TableError `no_analysis`."""
    table = tables.table_get(user=user, game_id=game_id)
    found = GameAnalysis.objects.filter(game=table.game).first()
    if found is None:
        raise TableError("no_analysis", gettext("Nobody has asked for an analysis. Ask with POST."))
    return table, found


_convert = converter(Verdict)


def decisions_after(made: GameAnalysis, after: int, limit: int) -> list[Verdict]:
    """Return at most `limit` verdicts of an analysis on decisions after a version, in order."""
    rows = made.decisions.filter(version__gt=after).order_by("version")[:limit]
    return [_convert(row.verdict) for row in rows]


def estimates_of(game: Game) -> list[tuple[int, list[float]]]:
    """Return the round and the estimated scores at the beginning of each turn of a game, in order.

    They are those of its analysis, as far as it has got; `MOST_ESTIMATES` at most.
    """
    rows = AnalysedDecision.objects.filter(analysis=game.pk).order_by("version")
    estimated = rows.values_list("verdict__round", "verdict__estimate")[:MOST_ESTIMATES]
    return [(round_, estimate) for round_, estimate in estimated if estimate]


def give_hints() -> int:
    """Find the hints that people wait for, the earliest request first; return how many."""
    return claims.TimeBox().repeat(_give_next_hint, MOST_HINTS)


def analyse() -> bool:
    """Make one slice of the analysis that was asked for first; return whether there was one."""
    waiting = GameAnalysis.objects.filter(done_at=None).order_by("asked_at", "pk")
    asked = claims.claim(waiting, LEASE)
    if asked is None:
        return False
    with _drop_on_failure(asked):
        _analyse_some(asked)
    return True


def _give_next_hint() -> bool:
    waiting = HintRequest.objects.filter(answer__isnull=True).order_by("asked_at", "pk")
    asked = claims.claim(waiting, LEASE)
    if asked is None:
        return False
    with _drop_on_failure(asked):
        _give_hint(asked)
    return True


@contextmanager
def _drop_on_failure(asked: HintRequest | GameAnalysis) -> Iterator[None]:
    """Drop a request that fails, so that it can be made again, and log the error."""
    try:
        yield
    except claims.DATABASE_LOST:
        raise
    except Exception as error:
        logger.exception("Advice could not be given.", extra={"game": str(asked.game_id)})
        integrity.freeze_if_damaged(error)
        claims.find_held(asked).delete()
        if isinstance(error, SoftTimeLimitExceeded):
            raise  # the worker's task must end


def _give_hint(asked: HintRequest) -> None:
    game = find_game(asked.game_id)
    if game is None or game.version != asked.version:
        claims.find_held(asked).delete()  # the person has played meanwhile
        return
    found = hint(house.knowledge_of(game, asked.seat), _seed(game.pk, "hint"))
    claims.give_back(asked, answer=msgspec.to_builtins(found))


def _analyse_some(asked: GameAnalysis) -> None:
    """Judge the next decisions of a game for SLICE seconds, and keep the verdicts."""
    game = find_game(asked.game_id)
    if game is None:
        return
    decisions = decisions_of([event for _, event in store.read(game)])
    left = islice(decisions, asked.decisions.count(), None)
    seed = _seed(game.pk, "analysis")
    verdicts = [analysis.judge(each, seed) for each in claims.TimeBox(SLICE).each(left)]
    with transaction.atomic():
        if not claims.find_held(asked).select_for_update().exists():
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
            claims.give_back(asked)


def _finish(game: Game, asked: GameAnalysis) -> None:
    verdicts = decisions_after(asked, 0, asked.decisions.count())
    found = analysis.summarize(verdicts, game.winners or ())
    turning_points = msgspec.to_builtins(found.turning_points)
    claims.give_back(asked, turning_points=turning_points, done_at=database_time.now())


def _seed(game_id: UUID, purpose: str) -> bytes:
    """Return the seed of the worlds that advice looks at, which no deal has anything to do with."""
    return salted_hmac(f"games.advice.{purpose}", str(game_id), algorithm="sha256").digest()
