"""The Butchers: discard the luminary opposite; an okus goes back (R-LUM-BUTCHERS)."""

from collections.abc import Iterator

from illimat_core.actions import TakeOkus
from illimat_core.cards import FieldId, Seat, opposite
from illimat_core.decisions import Pending
from illimat_core.draft import Draft
from illimat_core.errors import RuleError
from illimat_core.events import OkusReturned
from illimat_core.hooks import DecisionRules, Description, Rules, Table
from illimat_core.turn import discard


def the_luminary_opposite_is_discarded(draft: Draft, at: FieldId) -> None:
    discard(draft, opposite(at))


def an_opponent_may_have_to_return_an_okus(draft: Draft, _: FieldId) -> None:
    seat = draft.state.turn.seat
    if draft.holders_against(seat):
        draft.ask("butchers_claim", seat, optional=True)


def okuses(table: Table, _: Pending, seat: Seat) -> Iterator[TakeOkus]:
    for other in table.holders_against(seat):
        yield TakeOkus(source=other)


def check_holder(table: Table, pending: Pending, seat: Seat, action: TakeOkus) -> None:
    if action not in okuses(table, pending, seat):
        raise RuleError("R-LUM-BUTCHERS", f"{action.source} has no okus to return.")


def return_it(draft: Draft, _: Pending, __: Seat, action: TakeOkus) -> None:
    source = action.source
    assert source != "board"
    draft.emit(OkusReturned(seat=source, okus=min(draft.state.players[source].okuses)))


RULES = Rules(
    luminary="butchers",
    plural=True,
    description=Description(
        on_reveal="The luminary of the opposite field is discarded.",
        on_claim="You may have an opponent return an okus to the Illimat.",
    ),
    on_reveal=the_luminary_opposite_is_discarded,
    on_claim=an_opponent_may_have_to_return_an_okus,
)
CLAIM = DecisionRules(
    prompt="The Butchers are yours: have an opponent return an okus, or pass.",
    accepts=("take_okus",),
    check=check_holder,
    answer=return_it,
    options=okuses,
    lapses=True,
)
