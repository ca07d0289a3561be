"""A position on a table: lay it out, act, look. The words that the luminaries' tests speak in."""

from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from illimat_core import (
    Event,
    RuleError,
    SeededSource,
    State,
    as_json,
    batch,
    decide,
    decisions,
    fold,
    legal_actions,
    menu,
    observe,
    preview,
    read,
    redact,
    write,
)
from illimat_core.actions import Action
from illimat_core.cards import DEALER
from illimat_core.console.session import ConsoleSession, load_session
from tests.support.composing import composed, text_of
from tests.support.playing import Json, as_text, cards_in, in_json

SPECTATOR = None


class PlayedTable:
    """A game at some moment, and the events of the last action. It never changes."""

    def __init__(self, session: ConsoleSession, events: tuple[Event, ...] = ()) -> None:
        self.session = session
        self.events = events

    @property
    def state(self) -> State:
        return self.session.state

    def act(self, seat: int | None, kind: str, **members: Any) -> "PlayedTable":
        """Return the table after an action of a seat; chance has answered."""
        session, events = self.session.apply(seat, action(kind, members))
        return PlayedTable(session, tuple(events))

    def refusal(self, seat: int | None, kind: str, **members: Any) -> str:
        """Return the rule that refuses an action, which changes nothing."""
        before = self.position
        with pytest.raises(RuleError) as refused:
            self.act(seat, kind, **members)
        assert self.position == before
        return refused.value.rule

    def preview(self, seat: int | None, kind: str, **members: Any) -> list[Json]:
        return in_json(preview(self.state, seat, action(kind, members)))  # type: ignore[no-any-return]

    def batch(self, seat: int, *actions: Json) -> "PlayedTable":
        """Return the table after several actions submitted together."""
        state, events = batch(self.state, seat, actions, SeededSource(b"batch"))
        return PlayedTable(replace(self.session, state=state), tuple(events))

    def refused_in_batch(self, seat: int, *actions: Json) -> tuple[str, int]:
        """Return the rule that refuses a batch, and which of its actions is at fault."""
        with pytest.raises(RuleError) as refused:
            self.batch(seat, *actions)
        return refused.value.rule, refused.value.index

    def listed(self, seat: int | None) -> list[Json]:
        return [in_json(as_json(each)) for each in legal_actions(self.state, seat)]

    def menu(self, seat: int | None) -> Json:
        offered = menu(self.state, seat)
        assert offered is not None
        return in_json(offered)  # type: ignore[no-any-return]

    @property
    def position(self) -> Json:
        return in_json(write(self.state))  # type: ignore[no-any-return]

    def see(self, path: str) -> Any:
        """Return a member of the position, by its dotted path."""
        return _at(self.position, path)

    def view(self, viewer: int | None, path: str) -> Any:
        """Return a member of the view of a seat or a spectator, by its dotted path."""
        return _at(in_json(observe(self.state, viewer)), path)

    def told(self, viewer: int | None) -> list[Json]:
        """Return the events of the last action as a seat or a spectator sees them."""
        return [in_json(redact(event, viewer)) for event in self.events]

    @property
    def happened(self) -> list[str]:
        return [type(event).__name__ for event in self.events]

    def event(self, name: str, viewer: int | None = SPECTATOR) -> Json:
        """Return the only event of a type as a seat or a spectator sees it."""
        (told,) = (told for told in self.told(viewer) if told["type"] == name)
        return told

    @property
    def asked(self) -> list[tuple[int | None, str]]:
        """Who is asked what."""
        return [(each.seat, each.kind) for each in decisions(self.state)]


def lay(given: Json, *chance: Any) -> PlayedTable:
    """Return a table with a position on it and the answers that chance will give."""
    return PlayedTable(load_session(in_json(given), chance))


HANDS: dict[int, list[str]] = {0: ["5Wi", "9Wi", "10Wi", "NWi"], 1: ["KAu", "QAu", "2Au"]}
LONG = HANDS | {0: [*HANDS[0], "3Wi"]}
"""Hands of which seat 0 does not draw after the CLEAR, so that a preview of it reaches further."""
DRAW = ["2Sp", "3Sp", "4Sp", "6Sp", "7Sp", "8Sp", "QSp", "KSp", "2Su", "3Su"]
CLEAR: Json = {"kind": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}
"""With it seat 0 clears SW, where a luminary lies; then draws 2Sp, and SW is dealt 3Sp 4Sp 6Sp.

Cards that a test places elsewhere are not in the draw pile."""


def before_claim(luminary: str, *chance: Any, **more: Any) -> PlayedTable:
    """Return a table where the CLEAR claims a luminary that lies face up."""
    luminaries = {"SW": luminary} | more.pop("luminaries", {})
    given = {"hands": HANDS, "fields": {"SW": ["5Su"]}, "luminaries": luminaries} | more
    placed = set(cards_in(given))
    return lay({"draw": [card for card in DRAW if card not in placed]} | given, *chance)


def before_reveal(luminary: str, *chance: Any, **more: Any) -> PlayedTable:
    """Return a table where the CLEAR reveals a luminary that lies face down."""
    return before_claim(f"({luminary})", *chance, **more)


def claimed(luminary: str, *chance: Any, **more: Any) -> PlayedTable:
    """Return a table where seat 0 has just claimed a luminary."""
    return before_claim(luminary, *chance, **more).act(0, **CLEAR)


def revealed(luminary: str, *chance: Any, **more: Any) -> PlayedTable:
    """Return a table where seat 0 has just revealed a luminary."""
    return before_reveal(luminary, *chance, **more).act(0, **CLEAR)


def action(kind: str, members: Json) -> Json:
    return {"type": kind} | members


def after_any_order(table: PlayedTable, answers: dict[int, Json]) -> PlayedTable:
    """Return the table after simultaneous answers, the same in every order of the answers.

    Before the last answer nobody is told anything of a choice, its maker excepted.
    """
    ends = []
    for order in permutations(answers):
        now = table
        for place, seat in enumerate(order):
            now = now.act(seat, **answers[seat])
            if place + 1 < len(order):
                chosen = [str(card) for card in answers[seat]["cards"]]
                _check_nothing_shows(table, now, seat, chosen, set(order[place + 1 :]))
        ends.append(now)
    assert all(end.state == ends[0].state for end in ends)
    return ends[0]


def _check_nothing_shows(
    before: PlayedTable, now: PlayedTable, seat: int, chosen: list[str], waiting: set[int]
) -> None:
    hidden = set(chosen)
    assert {asked for asked, _ in now.asked} == waiting
    for viewer in {*now.state.seats, SPECTATOR} - {seat}:
        assert hidden.isdisjoint(cards_in(now.told(viewer)))
        assert hidden.isdisjoint(cards_in(observe(now.state, viewer)))
        assert now.view(viewer, "hands")[str(seat)] == before.view(viewer, "hands")[str(seat)]
        assert [set(told) for told in now.told(viewer)] == [
            {"type", "seat", "kind"},
            {"type", "seat"},
        ]


def check_sleeps(table: PlayedTable, seat: int | None, kind: str, **members: Any) -> PlayedTable:
    """Return the table after an action; saving and loading it before the action changes nothing."""
    woken = lay(table.position, *table.session.chance)
    assert woken.position == table.position
    for viewer in (*table.state.seats, SPECTATOR):
        assert as_text(observe(woken.state, viewer)) == as_text(observe(table.state, viewer))
        assert woken.listed(viewer) == table.listed(viewer)
        assert menu(woken.state, viewer) == menu(table.state, viewer)
    after = table.act(seat, kind, **members)
    assert woken.act(seat, kind, **members).position == after.position
    return after


def check_menu_offers_the_list(table: PlayedTable, seat: int | None) -> None:
    """Assert that a menu composes exactly the listed actions: none missing, none added."""
    put_together = composed(table.menu(seat), in_json(observe(table.state, seat)))
    assert sorted(map(text_of, put_together)) == sorted(map(text_of, table.listed(seat)))


def chance_refuses(state: State, given: Action) -> str:
    """Return the rule that refuses an answer of chance."""
    with pytest.raises(RuleError) as refused:
        decide(state, DEALER, given)
    return refused.value.rule


def waiting_for_chance(table: PlayedTable, seat: int | None, kind: str, **members: Any) -> State:
    """Return the state after an action of a seat, before chance has answered."""
    given = read(table.state, seat, action(kind, members))
    state = fold(decide(table.state, seat, given), table.state)
    assert state.chance_awaited
    return state


def _at(members: Any, path: str) -> Any:
    for part in path.split("."):
        members = members[int(part)] if isinstance(members, list) else members.get(part)
    return members
