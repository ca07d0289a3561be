"""Analysis: a finished game decision by decision, against what strong would have played.

Each decision is judged by what its seat knew then, and each estimate of the score by what everybody
knew. A decision takes a bounded number of worlds, so that an analysis can be made in slices: call
``judge`` for each decision of ``decisions_of``, and ``summarize`` with all verdicts.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, Final, NamedTuple

import msgspec

from illimat_core.actions import Action, as_json
from illimat_core.cards import Seat
from illimat_core.messages import Message
from illimat_core.players import greedy, steady, strong
from illimat_core.players.dice import Dice
from illimat_core.players.evaluation import is_scored
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.levels import check_budget, dice_for, level_named
from illimat_core.players.moves import Chance, play_on
from illimat_core.players.played import Decided
from illimat_core.players.remarks import Remark, remark, remarks_on_play
from illimat_core.players.worlds import UnseenThings
from illimat_core.state import State

BUDGET: Final = level_named("strong").budget
"""The usual budget of the search for a better choice: strong's own."""
PAIRS: Final = 40
"""Both choices are played on in this many worlds at a time, at most ``TIMES`` times."""
TIMES: Final = 10
ERRORS: Final = 2.0
"""A swing of fewer standard errors is not certain enough to be told."""
LEAST: Final = 0.5
"""A smaller swing, in points, is not told either."""
ESTIMATES: Final = 12
"""The number of worlds of an estimate of the score."""
LONGEST: Final = 400
"""No world is played on for more actions."""
MAX_EACH: Final = 5
"""An analysis has at most this many mistakes, and this many gains, among its turning points."""
LEAP: Final = 2.0
"""A turn that changes a seat's estimate by fewer points is no turning point."""


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on one decision.

    ``played`` and ``best`` are actions in their JSON form. ``swing`` is how many points of the
    round's margin ``best`` was worth more, ``error`` its standard error; both are 0 if they are the
    same. ``certain`` says whether the swing is large and certain enough to be told, and ``remarks``
    then say what ``best`` wins. ``estimate`` is the score that each seat could expect at the end of
    the round, by what everybody knew before this decision; null in the middle of a turn.
    """

    version: int
    round: int
    seat: Seat
    played: dict[str, Any]
    best: dict[str, Any]
    swing: float = 0.0
    error: float = 0.0
    certain: bool = False
    remarks: tuple[Remark, ...] = ()
    estimate: tuple[float, ...] | None = None


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment that decided the game: at which version, for whom, and in words."""

    version: int
    seat: Seat
    points: float
    remark: Remark


class GameAnalysis(msgspec.Struct, frozen=True):
    """A whole game: all verdicts, and the turning points in their order."""

    verdicts: tuple[Verdict, ...]
    turning_points: tuple[TurningPoint, ...]


class Swing(NamedTuple):
    """The mean difference between two choices over the same worlds, and its standard error."""

    points: float
    error: float

    @property
    def certain(self) -> bool:
        """Whether it is large and certain enough to be told."""
        return self.points >= LEAST and self.points >= ERRORS * self.error


def judge(decided: Decided, seed: bytes, budget: int = BUDGET) -> Verdict:
    """Return the verdict on a decision; the same for the same decision, seed and budget.

    A few dozen milliseconds to half a second of one core for two seats. Raises ``PlayerError`` for
    an impossible budget.
    """
    known, action = decided.known, decided.action
    assert known.seat is not None
    dice = dice_for(known, seed)
    ranked = strong.weigh(known, dice, check_budget(budget))
    best, swing = ranked[0].action, Swing(0.0, 0.0)
    remarks: tuple[Remark, ...] = ()
    if best != action:
        games = strong.affordable_games(known.table, TIMES * budget)
        swing = compare(known, best, action, dice, times=max(1, games // BUDGET))
        if swing.points <= 0:
            best, swing = action, Swing(0.0, 0.0)
    if swing.certain:
        unseen = UnseenThings(known)
        likely = steady.judge_for(known, unseen).likely
        world = unseen.world(dice)
        remarks = tuple(remarks_on_play(world, known.seat, best, likely, unseen))
    table = known.table
    begins = not (table.pending or table.turn.played or table.turn.used)
    return Verdict(
        version=table.version,
        round=table.round,
        seat=known.seat,
        played=as_json(action),
        best=as_json(best),
        swing=round(swing.points, 2),
        error=round(swing.error, 2),
        certain=swing.certain,
        remarks=remarks,
        estimate=estimate(decided.public, dice) if begins else None,
    )


def compare(known: Knowledge, one: Action, other: Action, dice: Dice, *, times: int) -> Swing:
    """Return how much better `one` is, as soon as that is certain, or certainly small."""
    unseen = UnseenThings(known)
    judge = steady.judge_for(known, unseen)
    found: list[float] = []
    swing = Swing(0.0, 0.0)
    for _ in range(times):
        for _ in range(PAIRS):
            world, seed = unseen.world(dice), dice.below(1 << 60)
            values = []
            for action in (one, other):
                luck = Dice.of(seed)
                after = play_on(world, known.seat, action, Chance(luck))
                values.append(judge.value(strong.play_to_next_turn(judge, after, luck)))
            found.append(values[0] - values[1])
        swing = _mean(found)
        if abs(swing.points - LEAST) > 2 * ERRORS * swing.error:
            break
    return swing


def _mean(found: Sequence[float]) -> Swing:
    count = len(found)
    mean = sum(found) / count
    return Swing(mean, sqrt(sum([(each - mean) ** 2 for each in found]) / (count - 1) / count))


def estimate(known: Knowledge, dice: Dice) -> tuple[float, ...]:
    """Return the score that each seat can expect at the end of the round.

    The expected margins are those of the evaluation. The sum of all points is that of rounds that
    are played to their end in some worlds.
    """
    table, unseen = known.table, UnseenThings(known)
    sides = table.options.sides
    judges = [steady.judge_for(_seen_by(known, side[0]), unseen) for side in sides]
    total, margins = 0.0, [0.0] * len(sides)
    for _ in range(ESTIMATES):
        world = unseen.world(dice)
        margins = [m + each.value(world) for m, each in zip(margins, judges, strict=True)]
        end = _play_round_out(world, dice)
        total += sum([_points(end, side[0]) for side in sides])
    scores = [float(player.score) for player in table.players]
    for side, margin in zip(sides, margins, strict=True):
        share = (total + (len(sides) - 1) * margin) / len(sides) / ESTIMATES
        for seat in side:
            scores[seat] = max(0.0, round(scores[seat] + share, 2))
    return tuple(scores)


def _points(end: State, seat: Seat) -> float:
    """Return the points of a round, in solitaire the number of luminaries claimed."""
    return end.round_points[seat] if end.round_points else len(end.players[seat].claimed)


def _seen_by(known: Knowledge, seat: Seat) -> Knowledge:
    return Knowledge(seat, known.table, known.memory)


def _play_round_out(state: State, dice: Dice) -> State:
    round_ = state.round
    for _ in range(LONGEST):
        if is_scored(state, round_) or state.chance_awaited:
            break
        seat = state.awaited[0]
        state = play_on(state, seat, greedy.choose(state, seat, dice), Chance(dice))
    return state


def summarize(verdicts: Sequence[Verdict], winners: Sequence[Seat]) -> GameAnalysis:
    points = [*_mistakes(verdicts), *_find_leaps(verdicts), *_find_lasting_lead(verdicts, winners)]
    points.sort(key=lambda each: each.version)
    return GameAnalysis(tuple(verdicts), tuple(points))


def _mistakes(verdicts: Sequence[Verdict]) -> list[TurningPoint]:
    certain = sorted([v for v in verdicts if v.certain], key=lambda v: -v.swing)
    return [_turning_point("analysis.mistake", v, v.seat, v.swing) for v in certain[:MAX_EACH]]


def _find_leaps(verdicts: Sequence[Verdict]) -> list[TurningPoint]:
    """Return the turns that gained most, by the estimates before and after them."""
    found = []
    estimated = [v for v in verdicts if v.estimate]
    for before, after in pairwise(estimated):
        gained = _lead_of(after, before.seat) - _lead_of(before, before.seat)
        if before.round == after.round and gained >= LEAP:
            found.append(_turning_point("analysis.gain", before, before.seat, gained))
    return sorted(found, key=lambda each: -each.points)[:MAX_EACH]


def _find_lasting_lead(
    verdicts: Sequence[Verdict], winners: Sequence[Seat]
) -> Iterator[TurningPoint]:
    """Yield the moment since which the winner, if there is one side of them, stays ahead."""
    estimated = [v for v in verdicts if v.estimate]
    if not winners or not estimated or len(estimated[0].estimate or ()) == len(winners):
        return
    winner = winners[0]
    behind = [place for place, v in enumerate(estimated) if _lead_of(v, winner) <= 0]
    if not behind:
        yield _turning_point("analysis.ahead.always", estimated[0], winner, 0.0)
    elif behind[-1] + 1 < len(estimated):
        since = estimated[behind[-1] + 1]
        yield _turning_point("analysis.ahead", since, winner, _lead_of(since, winner))


def _lead_of(verdict: Verdict, seat: Seat) -> float:
    """Return how far a seat is estimated to be ahead of the best seat with another score."""
    scores = verdict.estimate or ()
    others = [score for score in scores if score != scores[seat]]
    return scores[seat] - max(others, default=scores[seat])


def _turning_point(key: str, at: Verdict, seat: Seat, points: float) -> TurningPoint:
    arguments = {"round": at.round, "seat": seat, "points": f"{points:.1f}"}
    return TurningPoint(at.version, seat, round(points, 2), remark(Message(key, arguments)))
