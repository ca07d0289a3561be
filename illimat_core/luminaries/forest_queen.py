"""The Forest Queen: Summer in her field, and the Illimat stands still (R-LUM-FOREST-QUEEN).

Where the Audience acts as her too, the one that lies there still holds it against the other.
"""

from collections.abc import Iterator

from illimat_core.actions import TurnIllimat
from illimat_core.cards import FIELDS, FieldId, Seat
from illimat_core.decisions import Pending
from illimat_core.messages import english
from illimat_core.rules.hooks import DecisionRules, Draft, LuminaryRules, Tabletop
from illimat_core.rules.plays import turn_illimat

english(
    {
        "forest_queen.name": "the Forest Queen",
        "forest_queen.short": "The Illimat does not turn.",
        "forest_queen.in_play": "The Illimat does not turn for any reason.",
        "forest_queen.on_reveal": "The Illimat turns so that her field is in Summer.",
        "forest_queen.on_claim": "You may turn the Illimat to any position.",
        "forest_queen.claim_prompt": (
            "The Forest Queen is yours: turn the Illimat to any position, or pass."
        ),
    }
)


def her_field_is_in_summer(draft: Draft, at: FieldId) -> None:
    if not any(rules.locks_seasons for other, rules in draft.face_up() if other != at):
        turn_illimat(draft, at)


def you_may_turn_the_illimat(draft: Draft, _: FieldId) -> None:
    draft.ask("forest_queen_claim", draft.state.turn.seat, optional=True)


def positions(_: Tabletop, __: Pending, ___: Seat) -> Iterator[TurnIllimat]:
    for summer in FIELDS:
        yield TurnIllimat(summer=summer)


def check_position(_: Tabletop, __: Pending, ___: Seat, ____: TurnIllimat) -> None:
    """Accept every position."""


def turn_it(draft: Draft, _: Pending, __: Seat, action: TurnIllimat) -> None:
    if not draft.seasons_locked:
        turn_illimat(draft, action.summer)


RULES = LuminaryRules(
    luminary="forest_queen",
    emblem=(
        "M-3 2C-9 0-12-4-12.6-11M-6-.6C-9.6-1-12.6-.4-14.4-3M-10-4.6C-8.4-7.6-8-9.4-8.6-12"
        "M3 2C9 0 12-4 12.6-11M6-.6C9.6-1 12.6-.4 14.4-3M10-4.6C8.4-7.6 8-9.4 8.6-12"
        "M0 13C-5 9-5.4 3-3 1.6-1.4.6 1.4.6 3 1.6 5.4 3 5 9 0 13zM0 3V10"
    ),
    locks_seasons=True,
    on_reveal=her_field_is_in_summer,
    on_claim=you_may_turn_the_illimat,
)
CLAIM = DecisionRules(
    prompt="forest_queen.claim_prompt",
    accepts=("turn_illimat",),
    check=check_position,
    answer=turn_it,
    options=positions,
)
