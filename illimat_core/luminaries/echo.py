"""The Echo: repeat the action you made in its field in a different one (R-LUM-ECHO)."""

from collections.abc import Iterator

from illimat_core.actions import Action, Play
from illimat_core.cards import FIELDS, FieldId, Seat
from illimat_core.decisions import Pending
from illimat_core.errors import RuleError
from illimat_core.messages import english
from illimat_core.rules.enumeration import harvests, sows, stockpiles
from illimat_core.rules.hooks import DecisionRules, Draft, LuminaryRules, Outcome, Tabletop
from illimat_core.rules.plays import act_of, check, perform
from illimat_core.rules.seasons import is_open

english(
    {
        "echo.name": "the Echo",
        "echo.short": "After a play here, you may repeat it in another field.",
        "echo.in_play": (
            "After your play in its field you may repeat the same kind of action in a different "
            "field with another card."
        ),
        "echo.prompt": "The Echo: repeat the action in a different field, or pass.",
        "echo.same_field": "Repeat the action in a field other than {field}.",
    }
)


def you_may_repeat_it_elsewhere(draft: Draft, at: FieldId, play: Play) -> None:
    """Ask if public information shows that a repetition may be possible (R-TURN-6)."""
    act, seat = act_of(play), draft.state.turn.seat
    elsewhere = any(
        is_open(draft, act, field) and (act == "sow" or draft.state.field(field).items)
        for field in FIELDS
        if field != at
    )
    wanted = 2 if act == "stockpile" else 1
    if elsewhere and len(draft.state.players[seat].hand) >= wanted:
        draft.ask("echo", seat, at=at, act=act, optional=True)


def repeats(table: Tabletop, pending: Pending, seat: Seat) -> Iterator[Action]:
    fields = tuple(field for field in FIELDS if field != pending.at)
    listed = {"sow": sows, "harvest": harvests, "stockpile": stockpiles}[str(pending.act)]
    yield from listed(table, seat, fields, "echo")


def repeat_it(table: Tabletop, pending: Pending, seat: Seat, action: Play) -> Outcome:
    def in_a_different_field() -> None:
        if action.field == pending.at:
            raise RuleError("R-LUM-ECHO", "echo.same_field", field=action.field)

    plan = check(table, seat, action, "echo", in_a_different_field)
    return lambda draft: perform(draft, seat, action, plan, "echo")


RULES = LuminaryRules(
    luminary="echo",
    emblem=(
        "M-11 0a2 2 0 1 1 .01 0M-6-6A9 9 0 0 1-6 6M-1.4-9.4A14 14 0 0 1-1.4 9.4"
        "M3.6-12.6A19 19 0 0 1 3.6 12.6M9-14.4A24 24 0 0 1 9 14.4"
    ),
    after_play=you_may_repeat_it_elsewhere,
)
REPEAT = DecisionRules(
    needs_field=True,
    repeats="echo",
    prompt="echo.prompt",
    accepts=("sow", "harvest", "stockpile"),
    check=repeat_it,
    options=repeats,
)
