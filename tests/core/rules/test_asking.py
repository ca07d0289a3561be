"""The seats that may ask to see a passive card, and refusals of questions (R-STOCK-7)."""

from typing import Any

import pytest

from illimat_core import RuleError, may_ask
from illimat_core.console.session import ConsoleSession, load_session

ASK = {"type": "ask_passive", "of": 0}
STOCKPILE = {"type": "stockpile", "card": "5Wi", "field": "SW", "value": 9, "take": ["4Sp"]}
POSITION: dict[str, Any] = {
    "options": {"players": 4, "mode": "teams", "passive_card": "on_request"},
    "hands": {"0": ["5Wi", "9Sp"], "1": ["KAu", "2Sp"], "2": ["2Wi", "3Wi"], "3": ["4Wi"]},
    "fields": {"SW": ["4Sp"]},
    "draw": ["KSp", "KSu", "KWi", "NSu", "NWi", "QSp"],
}


def asked_of(session: ConsoleSession) -> list[list[int]]:
    return [may_ask(session.state, seat) for seat in session.state.seats]


def test_opponents_may_ask_once_about_the_last_stockpile_until_the_next_turn() -> None:
    session = load_session(POSITION)
    assert asked_of(session) == [[], [], [], []]
    session, _ = session.apply(0, STOCKPILE)
    assert asked_of(session) == [[], [0], [], [0]]
    assert may_ask(session.state, None) == []
    session, _ = session.apply(3, ASK)
    assert asked_of(session) == [[], [0], [], []]
    for seat, card in ((1, "2Sp"), (2, "2Wi"), (3, "4Wi")):
        session, _ = session.apply(seat, {"type": "sow", "card": card, "field": "NW"})
    assert asked_of(session) == [[], [], [], []]


@pytest.mark.parametrize(
    ("option", "asking", "detail"),
    [
        ("private", 1, "Passive cards are private in this game."),
        ("on_request", 2, "Seat 0 has no passive card to show you."),
        ("on_request", 3, "You have asked seat 0 already: it is 9Sp."),
    ],
)
def test_a_refusal_says_why_nobody_is_shown_a_card(option: str, asking: int, detail: str) -> None:
    session = load_session(POSITION | {"options": POSITION["options"] | {"passive_card": option}})
    session, _ = session.apply(0, STOCKPILE)
    if asking == 3:
        session, _ = session.apply(3, ASK)
    with pytest.raises(RuleError) as refusal:
        session.apply(asking, ASK)
    assert (refusal.value.rule, refusal.value.detail) == ("R-STOCK-7", detail)
