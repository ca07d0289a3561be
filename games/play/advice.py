"""Hints in practice games and analyses of finished games, as people ask for them.

A request is a row, for which a worker finds the answer (`games.workers.advice`).
"""

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from api import database_time
from games import guards
from games.models import Game
from games.models.advice import AnalysedDecision, GameAnalysis, HintRequest
from games.reading import tables
from games.refusals import TableError
from games.signals import worker_needed
from illimat_core.players.analysis import Verdict
from illimat_core.records import converter
from quotas.records.games import ANALYSES_A_DAY, ANALYSES_AT_ONCE, HINTS_A_DAY, HINTS_AT_ONCE
from quotas.services import check, spend

MOST_ESTIMATES: Final = 2_000  # a long game has a few hundred

_convert = converter(Verdict)


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
