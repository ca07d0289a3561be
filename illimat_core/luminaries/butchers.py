"""The Butchers: discard the luminary opposite; an okus goes back (R-LUM-BUTCHERS)."""

from collections.abc import Iterator

from illimat_core.actions import TakeOkus
from illimat_core.cards import FieldId, Seat, opposite
from illimat_core.decisions import Pending
from illimat_core.errors import RuleError
from illimat_core.events import OkusReturned
from illimat_core.messages import english
from illimat_core.rules.hooks import DecisionRules, Draft, LuminaryRules, Tabletop
from illimat_core.rules.turn import discard

english(
    {
        "butchers.name": "the Butchers",
        "butchers.short": "Remove the luminary opposite.",
        "butchers.on_reveal": "The luminary of the opposite field is discarded.",
        "butchers.on_claim": "You may have an opponent return an okus to the Illimat.",
        "butchers.claim_prompt": (
            "The Butchers are yours: have an opponent return an okus, or pass."
        ),
        "butchers.no_okus": "Choose an opponent who has an okus.",
    }
)


def the_luminary_opposite_is_discarded(draft: Draft, at: FieldId) -> None:
    discard(draft, opposite(at))


def an_opponent_may_have_to_return_an_okus(draft: Draft, _: FieldId) -> None:
    """Ask if an opponent holds an okus (R-TURN-6)."""
    seat = draft.state.turn.seat
    if draft.holders_against(seat):
        draft.ask("butchers_claim", seat, optional=True)


def okuses(table: Tabletop, _: Pending, seat: Seat) -> Iterator[TakeOkus]:
    for other in table.holders_against(seat):
        yield TakeOkus(source=other)


def check_holder(table: Tabletop, pending: Pending, seat: Seat, action: TakeOkus) -> None:
    if action not in okuses(table, pending, seat):
        raise RuleError("R-LUM-BUTCHERS", "butchers.no_okus")


def return_it(draft: Draft, _: Pending, __: Seat, action: TakeOkus) -> None:
    source = action.source
    assert source != "board"
    draft.emit(OkusReturned(seat=source, okus=min(draft.state.players[source].okuses)))


RULES = LuminaryRules(
    luminary="butchers",
    emblem=(
        "M-13-11 -2-1.4M2.6 2.6 12 13M-13-11C-14-6-12-2-7.4.6L-2-1.4M13-11 2-1.4"
        "M-2.6 2.6-12 13M13-11C14-6 12-2 7.4.6L2-1.4"
    ),
    on_reveal=the_luminary_opposite_is_discarded,
    on_claim=an_opponent_may_have_to_return_an_okus,
)
CLAIM = DecisionRules(
    prompt="butchers.claim_prompt",
    accepts=("take_okus",),
    check=check_holder,
    answer=return_it,
    options=okuses,
    lapses=True,
)
