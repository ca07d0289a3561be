"""The compact menu, from which a client lets a person compose an action (ACTIONS.md 2).

It is bounded in every position: in steps, and to less than 64 KB as JSON. ``cut`` says whether
something was left out.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from illimat_core.actions import Action, type_of
from illimat_core.cards import FIELDS, Seat
from illimat_core.decisions import Pending
from illimat_core.editions import edition_of
from illimat_core.menu_entries import EndTurnTemplate, Menu, MenuPlay, MenuTemplate, PassTemplate
from illimat_core.messages import ENGLISH, Language
from illimat_core.offers.listing import may_end_turn
from illimat_core.offers.packing import Offers, Room
from illimat_core.records import converter
from illimat_core.rules.hooks import ACTS, Tabletop
from illimat_core.rules.turn import free_actions
from illimat_core.state import State

_PASS: Final = PassTemplate()
_END: Final = EndTurnTemplate()


def menu(state: State, seat: Seat | None, language: Language = ENGLISH) -> Menu | None:
    """Return the menu of a seat; None if the seat is not awaited.

    ``plays`` are to be put together from cards and groups; the entries of ``free``, the free
    actions, and of ``answers``, what answers the decision, are templates: a list stands for one of
    its members, ``cards`` for ``least`` to ``most`` of them. Conditions are in ``language``.
    """
    if state.over or seat not in state.awaited:
        return None
    table, room = Tabletop(state, edition_of(state)), Room()
    if state.pending:
        return _answering(table, state.pending, seat, room, language)
    assert seat is not None
    offers = Offers(table, seat, room, language=language)
    plays = [] if state.turn.played else offers.plays(ACTS, FIELDS)
    free = list(_free(offers))
    return Menu(
        decision="after_play" if state.turn.played else "turn",
        plays=plays,
        free=free,
        answers=[_END] if may_end_turn(table) else [],
        cut=room.cut,
    )


def _answering(
    table: Tabletop, pending: Pending, seat: Seat | None, room: Room, language: Language
) -> Menu:
    plays: list[MenuPlay] = []
    answers: list[MenuTemplate] = []
    rules = table.edition.decisions[pending.kind]
    if pending.act is not None:
        assert seat is not None
        fields = tuple(field for field in FIELDS if field != pending.at)
        offers = Offers(table, seat, room, rules.repeats, language)
        plays = offers.plays((pending.act,), fields)  # type: ignore[arg-type]
    elif rules.template is not None:
        answers = [rules.template(table, pending, seat)]  # type: ignore[arg-type]
    else:
        answers = list(_merge_alike(rules.options(table, pending, seat)))  # type: ignore[arg-type]
        answers.sort(key=lambda each: each == _PASS)
    if pending.optional:
        answers.append(_PASS)
    return Menu(decision=pending.kind, plays=plays, free=[], answers=answers, cut=room.cut)


_TEMPLATES = converter(list[MenuTemplate])


def _merge_alike(actions: Iterator[Action]) -> Iterator[MenuTemplate]:
    """Return one template for actions of a type that differ in one member only."""
    found: dict[str, dict[str, Any]] = {}
    for action in actions:
        template = found.setdefault(type_of(action), {"type": type_of(action)})
        for name, member in msgspec.to_builtins(action).items():
            if name != "type":
                template.setdefault(name, []).append(member)
    yield from _TEMPLATES(list(found.values()))


def _free(offers: Offers) -> Iterator[MenuTemplate]:
    """Yield the open free actions, field by field.

    Two Rakes, one of them by the Audience, take the same actions: these go to the first (R-TURN-2).
    """
    table, seat = offers.table, offers.seat
    found = [each for each in free_actions(table) if each[1].open(table, each[0], seat)]
    owed = [each for each in found if each[1].owed]
    for at, free in found:
        if not free.owed or (at, free) == owed[0]:
            yield from free.entries(offers, at)
