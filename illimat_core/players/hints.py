"""Hints: what the strong house player would play for a seat, and why."""

from typing import Any, Final

import msgspec

from illimat_core.actions import as_json
from illimat_core.messages import Message
from illimat_core.players import steady, strong
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.levels import check_budget, dice_for, level_named
from illimat_core.players.remarks import Remark, has_no_choice, remark, remarks_on_play
from illimat_core.players.worlds import UnseenThings

CLOSE: Final = 0.1
"""Below this difference, in points, two choices are called almost as good."""


class Hint(msgspec.Struct, frozen=True):
    """What strong would play.

    ``margin`` is the round's expected margin in points after that, ``ahead`` how many points more
    than the next best choice it is worth for winning (null if there is none), ``remarks`` what it
    wins and leaves.
    """

    action: dict[str, Any]
    margin: float
    ahead: float | None
    remarks: tuple[Remark, ...]


def hint(known: Knowledge, seed: bytes, budget: int | None = None) -> Hint:
    """Return what strong would play for a seat with the same seed and budget, and why.

    It depends on nothing but what the seat knows. Raises ``PlayerError`` for an impossible budget.
    """
    budget = level_named("strong").budget if budget is None else check_budget(budget)
    ranked = strong.weigh(known, dice_for(known, seed), budget)
    best, unseen = ranked[0], UnseenThings(known)
    ahead = max(0.0, best.worth - ranked[1].worth) if len(ranked) > 1 else None
    likely = steady.judge_for(known, unseen).likely
    world = unseen.world(Dice(seed, "hint"))
    remarks = remarks_on_play(world, known.seat, best.action, likely, unseen)
    if ahead is not None or has_no_choice(world, known.seat):
        remarks.append(remark(_compared(ahead)))
    return Hint(
        action=as_json(best.action),
        margin=round(best.margin, 2),
        ahead=None if ahead is None else round(ahead, 2),
        remarks=tuple(remarks),
    )


def _compared(ahead: float | None) -> Message:
    if ahead is None:
        return Message("advice.only", {})
    if ahead < CLOSE:
        return Message("advice.close", {})
    return Message("advice.ahead", {"points": f"{ahead:.1f}"})
