"""The Forest Queen: Summer in her field, and the Illimat stands still (R-LUM-FOREST-QUEEN).

Where the Audience acts as her too, the one that lies there still holds it against the other.
"""

from collections.abc import Iterator

from illimat_core.actions import TurnIllimat
from illimat_core.cards import FIELDS, FieldId, Seat
from illimat_core.decisions import Pending
from illimat_core.draft import Draft
from illimat_core.hooks import DecisionRules, Description, Rules, Table
from illimat_core.plays import turn_illimat


def her_field_is_in_summer(draft: Draft, at: FieldId) -> None:
    if not any(rules.locks_seasons for other, rules in draft.face_up() if other != at):
        turn_illimat(draft, at)


def you_may_turn_the_illimat(draft: Draft, _: FieldId) -> None:
    draft.ask("forest_queen_claim", draft.state.turn.seat, optional=True)


def positions(_: Table, __: Pending, ___: Seat) -> Iterator[TurnIllimat]:
    for summer in FIELDS:
        yield TurnIllimat(summer=summer)


def check_position(_: Table, __: Pending, ___: Seat, ____: TurnIllimat) -> None:
    """Every position is allowed."""


def turn_it(draft: Draft, _: Pending, __: Seat, action: TurnIllimat) -> None:
    if not draft.seasons_locked:
        turn_illimat(draft, action.summer)


RULES = Rules(
    luminary="forest_queen",
    description=Description(
        in_play="The Illimat does not turn for any reason.",
        on_reveal="The Illimat turns so that her field is in Summer.",
        on_claim="You may turn the Illimat to any position.",
    ),
    locks_seasons=True,
    on_reveal=her_field_is_in_summer,
    on_claim=you_may_turn_the_illimat,
)
CLAIM = DecisionRules(
    prompt="The Forest Queen is yours: turn the Illimat to any position, or pass.",
    accepts=("turn_illimat",),
    check=check_position,
    answer=turn_it,
    options=positions,
)
