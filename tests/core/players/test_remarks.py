"""A remark says only what is true: each is held against the legal actions."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from illimat_core import State, decide, fold, legal_actions, load, read
from illimat_core.actions import Harvest
from illimat_core.cards import DECK, VALUES, Card, Seat, season_at
from illimat_core.players import remarks
from illimat_core.players.analysis import judge
from illimat_core.players.hints import hint
from illimat_core.players.knowledge import know
from illimat_core.players.played import Decided
from illimat_core.players.remarks import Remark, remarks_on_play
from illimat_core.players.steady import judge_for
from illimat_core.players.worlds import UnseenThings
from illimat_core.state import Turn
from tests.support.knowledge import remembered
from tests.support.playing import Game, any_options, games

FEW = 4
SOWN = {"type": "sow", "card": "2Sp", "field": "SW"}


def said(told: Iterable[Remark]) -> dict[str, dict[str, Any]]:
    """Return the arguments of each remark, by its key."""
    return {remark.key: remark.arguments for remark in told}


def harvests(state: State, seat: Seat) -> list[Harvest]:
    return [each for each in legal_actions(state, seat) if isinstance(each, Harvest)]


def holding(state: State, seat: Seat, card: Card) -> State:
    """Return a position in which a seat is to play a turn with one card."""
    players = [
        replace(player, hand=(card,) if number == seat else player.hand)
        for number, player in enumerate(state.players)
    ]
    return replace(state, players=tuple(players), turn=Turn(seat=seat), pending=None)


def held_by_others(state: State, seat: Seat) -> list[Card]:
    hands = [player.hand for number, player in enumerate(state.players) if number != seat]
    return [*state.deck, *(card for hand in hands for card in hand)]


def takes(state: State, seat: Seat, card: Card, field: str, cards: list[Card]) -> bool:
    """Return whether a card can harvest some cards in a field, perhaps among others."""
    found = harvests(holding(state, seat, card), seat)
    items = {item.name: item.cards for at in state.fields for item in at.items}
    return any(
        each.field == field and set(cards) <= {c for name in each.take for c in items[name]}
        for each in found
    )


def check(state: State, seat: Seat, chosen: dict[str, Any], told: Iterable[Remark]) -> None:
    """Hold the remarks on an action against what is legal now, and after it."""
    remarks, action = said(told), read(state, seat, chosen)
    assert action in list(legal_actions(state, seat))
    if "advice.sow" in remarks:
        assert not harvests(state, seat)
    after = fold(decide(state, seat, action), state)
    _check_left(after, seat, held_by_others(state, seat), remarks)


def _check_left(
    after: State, seat: Seat, others: list[Card], remarks: dict[str, dict[str, Any]]
) -> None:
    following = after.turn.seat
    if "advice.closed" in remarks:
        told = remarks["advice.closed"]
        assert season_at(told["field"], after.summer) == told["season"]
    if "advice.leave.nothing" in remarks:
        for card in others:
            assert not harvests(holding(after, following, card), following)
    if told := remarks.get("advice.leave", {}):
        of_value = [card for card in after.options.deck if told["value"] in VALUES[card]]
        assert any(takes(after, following, card, told["field"], told["cards"]) for card in of_value)
    if told := remarks.get("advice.keep", {}):
        assert told["card"] in after.players[seat].hand
        assert takes(after, seat, told["card"], told["field"], told["cards"])


@settings(max_examples=settings().max_examples // 2)
@given(games(most=60, chosen=any_options))
def test_what_a_hint_or_an_analysis_says_is_so(game: Game) -> None:
    for state, seat, action, memory in list(remembered(game))[-2:]:
        known = know(state, seat, memory)
        hinted = hint(known, b"hint", FEW)
        verdict = judge(Decided(known, know(state, None), action), b"analysis", FEW)
        check(state, seat, hinted.action, hinted.remarks)
        check(state, seat, verdict.best, verdict.remarks)
        is_only = len(list(legal_actions(state, seat))) == 1
        assert ("advice.only" in said(hinted.remarks)) == is_only


@pytest.mark.parametrize(("other", "remark"), [("KSu", "advice.sow"), ("5Su", "advice.sow.better")])
def test_a_harvest_that_is_possible_is_not_denied_for_a_card_that_is_sown(
    other: Card, remark: str
) -> None:
    position = {
        "options": {"mode": "beginner"},
        "hands": {"0": ["2Sp", other], "1": ["9Au"]},
        "fields": {"NE": ["5Wi"]},
        "summer": "NE",
    }
    state = load(position)
    sown = read(state, 0, {"type": "sow", "card": "2Sp", "field": "NE"})
    known = know(state, 0)
    unseen = UnseenThings(known)
    told = remarks_on_play(state, 0, sown, judge_for(known, unseen).likely, unseen)
    assert (remark == "advice.sow") == (not harvests(state, 0))
    assert told[0].key == remark


def remarks_on(position: dict[str, Any], **action: Any) -> dict[str, dict[str, Any]]:
    """Return the arguments of each remark, by its key, on an action in a position."""
    state = load({"options": {"mode": "beginner"}, "summer": "NE", **position})
    known = know(state, 0)
    unseen = UnseenThings(known)
    likely = judge_for(known, unseen).likely
    told = remarks_on_play(state, 0, read(state, 0, action or SOWN), likely, unseen)
    return {remark.key: remark.arguments for remark in told}


@pytest.mark.parametrize(
    ("kept", "options"),
    [("QSu", {}), ("QSp", {}), ("QSt", {"stars": "always"})],
)
def test_a_kept_card_is_praised_for_a_harvest_that_it_can_make(
    kept: Card, options: dict[str, Any]
) -> None:
    hands = {"0": ["2Sp", kept], "1": ["9Au"]}
    options = {"mode": "beginner", **options}
    told = remarks_on({"options": options, "hands": hands, "fields": {"NE": ["QAu"]}})
    assert told["advice.keep"] == {"card": kept, "cards": ("QAu",), "field": "NE"}


def test_that_no_harvest_is_left_is_said_only_of_a_board_without_one() -> None:
    hands = {"0": ["2Sp", "5Sp"], "1": ["9Au"]}
    assert "advice.leave.nothing" in remarks_on({"hands": hands})
    told = remarks_on({"hands": hands, "fields": {"NE": ["3Au", "4Au"]}})
    assert "advice.leave.nothing" not in told


def test_what_is_left_can_be_taken_by_a_card_that_nobody_has_seen() -> None:
    others = [card for card in DECK if "Q" in card and card != "QAu"]
    position = {"hands": {"0": ["2Sp", *others], "1": ["9Au"]}, "fields": {"NE": ["QAu"]}}
    told = remarks_on(position)
    assert "advice.leave.nothing" in told
    told = remarks_on(position | {"hands": {"0": ["2Sp"], "1": ["9Au"]}})
    assert (told["advice.leave"]["cards"], told["advice.leave"]["field"]) == (("QAu",), "NE")


def test_no_harvest_is_denied_to_others_that_is_only_found_by_listing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = {"hands": {"0": ["2Sp", "5Sp"], "1": ["9Au"]}, "fields": {"NE": ["QAu"]}}
    monkeypatch.setattr(remarks, "_possible_harvests", lambda _: iter(()))
    assert set(remarks_on(position)) == {"advice.sow"}


def test_nothing_is_said_of_what_is_left_once_a_card_has_turned_up() -> None:
    covered = {"card": "5Au", "hidden": ["9Wi"]}
    position = {"hands": {"0": ["5Sp", "9Sp"], "1": ["9Au"]}, "fields": {"NE": [covered, "3Su"]}}
    harvest = {"type": "harvest", "card": "5Sp", "field": "NE", "take": ["5Au"]}
    assert set(remarks_on(position, **harvest)) == {"advice.harvest"}
