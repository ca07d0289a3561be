"""The Perfect Crime: on its claim you may take one more okus (R-LUM-PERFECT-CRIME).

With the option ``return`` only another player's may be taken, and it goes back to the Illimat.
"""

from collections.abc import Iterator

from illimat_core.actions import TakeOkus
from illimat_core.cards import FieldId, Seat
from illimat_core.decisions import Pending
from illimat_core.errors import RuleError
from illimat_core.events import OkusReturned, OkusTaken
from illimat_core.messages import english
from illimat_core.rules.hooks import DecisionRules, Draft, LuminaryRules, Tabletop

english(
    {
        "perfect_crime.name": "the Perfect Crime",
        "perfect_crime.short": "Whoever claims it may take an okus.",
        "perfect_crime.on_claim": (
            "You may take an okus from the Illimat or an opponent; with the option perfect_crime "
            "= return, an opponent puts one back instead."
        ),
        "perfect_crime.claim_prompt": "The Perfect Crime is yours: take an okus, or pass.",
        "perfect_crime.no_okus": "There is no okus to take there.",
    }
)


def you_may_take_an_okus(draft: Draft, _: FieldId) -> None:
    """Ask if there is an okus to be had (R-TURN-6)."""
    seat = draft.state.turn.seat
    if any(okuses_to_take(draft, seat)):
        draft.ask("perfect_crime_claim", seat, optional=True)


def okuses_to_take(table: Tabletop, seat: Seat) -> Iterator[TakeOkus]:
    """Yield where an okus may be taken: opponents and, unless it returns there, the Illimat."""
    if table.state.board and table.state.options.perfect_crime == "steal":
        yield TakeOkus(source="board")
    for other in table.holders_against(seat):
        yield TakeOkus(source=other)


def okuses(table: Tabletop, _: Pending, seat: Seat) -> Iterator[TakeOkus]:
    yield from okuses_to_take(table, seat)


def check_source(table: Tabletop, _: Pending, seat: Seat, action: TakeOkus) -> None:
    if action not in okuses_to_take(table, seat):
        raise RuleError("R-LUM-PERFECT-CRIME", "perfect_crime.no_okus")


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


RULES = LuminaryRules(
    luminary="perfect_crime",
    emblem=(
        "M0-1.4a6 6 0 1 1 .01 0M-2.6-2-4.6 9H4.6L2.6-2M-13-10 -9-7M13-10 9-7M-13 8-9 6"
        "M13 8 9 6M0-14V-13.6M-7 13H7"
    ),
    on_claim=you_may_take_an_okus,
)
CLAIM = DecisionRules(
    prompt="perfect_crime.claim_prompt",
    accepts=("take_okus",),
    check=check_source,
    answer=take_it,
    options=okuses,
    lapses=True,
)
