"""The Perfect Crime: on its claim you may take one more okus (R-LUM-PERFECT-CRIME).

With the option ``return`` only another player's may be taken, and it goes back to the Illimat.
"""

from collections.abc import Iterator

from illimat_core.actions import TakeOkus
from illimat_core.cards import FieldId, Seat
from illimat_core.decisions import Pending
from illimat_core.draft import Draft
from illimat_core.errors import RuleError
from illimat_core.events import OkusReturned, OkusTaken
from illimat_core.hooks import DecisionRules, Description, Rules, Table


def you_may_take_an_okus(draft: Draft, _: FieldId) -> None:
    seat = draft.state.turn.seat
    if any(to_be_had(draft, seat)):
        draft.ask("perfect_crime_claim", seat, optional=True)


def to_be_had(table: Table, seat: Seat) -> Iterator[TakeOkus]:
    """The okuses on the Illimat, unless they go back there, and those of opponents."""
    if table.state.board and table.state.options.perfect_crime == "steal":
        yield TakeOkus(source="board")
    for other in table.holders_against(seat):
        yield TakeOkus(source=other)


def okuses(table: Table, _: Pending, seat: Seat) -> Iterator[TakeOkus]:
    yield from to_be_had(table, seat)


def check_source(table: Table, _: Pending, seat: Seat, action: TakeOkus) -> None:
    if action not in to_be_had(table, seat):
        raise RuleError("R-LUM-PERFECT-CRIME", f"There is no okus to take from {action.source}.")


def take_it(draft: Draft, _: Pending, seat: Seat, action: TakeOkus) -> None:
    source = action.source
    if source == "board":
        draft.emit(OkusTaken(seat=seat, okus=min(draft.state.board)))
        return
    okus = min(draft.state.players[source].okuses)
    if draft.state.options.perfect_crime == "return":
        draft.emit(OkusReturned(seat=source, okus=okus))
    else:
        draft.emit(OkusTaken(seat=seat, okus=okus, source=source))


RULES = Rules(
    luminary="perfect_crime",
    description=Description(
        on_claim=(
            "You may take an okus from the Illimat or an opponent; with the option "
            "perfect_crime = return, an opponent puts one back instead."
        ),
    ),
    on_claim=you_may_take_an_okus,
)
CLAIM = DecisionRules(
    prompt="The Perfect Crime is yours: take an okus, or pass.",
    accepts=("take_okus",),
    check=check_source,
    answer=take_it,
    options=okuses,
    lapses=True,
)
