"""The versions of the rules: which luminaries, steps and decisions make one."""

from typing import Final

from illimat_core import dealing, turn
from illimat_core.errors import UnknownEventError
from illimat_core.hooks import DecisionRules, Edition
from illimat_core.state import State

_2026_1: Final = Edition(
    name="2026.1",
    luminaries={},
    steps={
        "stay_open": turn.stay_open,
        "draw_up": turn.draw_up,
        "clear_fields": turn.clear_fields,
        "clear": turn.clear,
        "reseed": turn.reseed,
        "pass_the_turn": turn.pass_the_turn,
        "deal": dealing.ask_for_the_deal,
    },
    decisions={
        "deal": DecisionRules(
            accepts=("deal",), check=dealing.check_deal, answer=dealing.deal_round
        ),
    },
)

EDITIONS: Final = {edition.name: edition for edition in (_2026_1,)}
CURRENT: Final = _2026_1
"""The edition that new games are played under."""


def edition_of(state: State) -> Edition:
    """The edition a game is pinned to.

    Raises ``UnknownEventError`` for one this program does not have.
    """
    try:
        return EDITIONS[state.edition]
    except KeyError:
        raise UnknownEventError(f"Edition {state.edition} of the rules is not here.") from None
