"""Hidden cards never reach a seat: in views, lists, menus, previews, refusals or events."""

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings

from illimat_core import (
    RuleError,
    SeededSource,
    State,
    ahead,
    as_json,
    batch,
    fold,
    legal_actions,
    load,
    menu,
    observe,
    preview,
    redact,
    write,
)
from illimat_core.events import SECRETS, PassiveShown
from illimat_core.modes import MODES
from tests.support.knowledge import unseen_by
from tests.support.playing import (
    Game,
    cards_in,
    games,
    in_json,
    mover,
    play,
    positions,
    seeds,
    states,
)


@given(states())
def test_hidden_cards_are_told_to_nobody(state: State) -> None:
    if state.over:
        return
    for viewer in (*state.seats, None):
        hidden = unseen_by(state, viewer)
        told: list[object] = [observe(state, viewer), menu(state, viewer)]
        told += [as_json(action) for action in islice(legal_actions(state, viewer), 100)]
        assert hidden.isdisjoint(cards_in(told))


@given(states())
def test_a_preview_shows_no_hidden_card(state: State) -> None:
    if state.over:
        return
    seat = mover(state)
    hidden = unseen_by(state, seat)
    for action in islice(legal_actions(state, seat), 100):
        assert hidden.isdisjoint(cards_in(preview(state, seat, as_json(action))))


@given(games(most=90))
def test_an_event_shows_no_card_that_its_viewer_does_not_see(game: Game) -> None:
    for viewer in (*game.state.seats, None):
        before: State | None = None
        for event in game.events:
            after = fold([event], before)
            shown = set(cards_in(redact(event, viewer)))
            if not isinstance(event, PassiveShown):
                assert shown.isdisjoint(unseen_by(after, viewer)) or after.over
            before = after


HANDS = [
    (mode, opened)
    for mode, rules in MODES.items()
    for opened in {rules.open_hand, rules.automaton is None}  # an automaton holds no hand
]


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "open_hand"), HANDS)
@settings(max_examples=settings().max_examples // 8)
@given(seed=seeds)
def test_the_log_names_each_card_that_its_event_brings_into_view(
    mode: str, open_hand: bool, seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(MODES, mode, replace(MODES[mode], open_hand=open_hand))
        game = play({"mode": mode}, seed, 15)
        for viewer in (*game.state.seats, None):
            before, seen = None, set[str]()
            for event in game.events:
                state = fold([event], before)
                now = seen if state.over else set(cards_in(observe(state, viewer)))
                came = (now - seen).intersection(cards_in(event))
                assert came <= set(cards_in(redact(event, viewer)))
                before, seen = state, now


@given(games(most=90))
def test_a_round_that_was_scored_is_shown_whole(game: Game) -> None:
    for event in game.events:
        shown = in_json(redact(event, None, opened=True))
        assert all(name in shown for name in SECRETS[type(event)])


@given(games(most=40), seeds)
def test_a_view_counts_what_it_does_not_show(game: Game, seed: int) -> None:
    state = game.states[seed % len(game.states)]
    if state.over:
        return
    viewer = mover(state)
    view = in_json(observe(state, viewer))
    assert view["draw"] == len(state.deck)
    for seat, player in enumerate(state.players):
        hand = view["hands"][str(seat)]
        assert sorted(hand) == sorted(player.hand) if seat == viewer else hand == len(player.hand)


def test_a_card_taken_in_secret_is_seen_by_those_who_know_it() -> None:
    state = load(
        {
            "options": {"players": 3},
            "hands": {"0": ["5Wi"]},
            "harvested": {"1": ["9Sp", "2Au", "3Au", "4Au"]},
            "private": {"1": {"2Au": [1, 0], "3Au": [1, 2], "4Au": [1]}},
        }
    )
    seen = {viewer: in_json(observe(state, viewer)) for viewer in (0, 1, 2, None)}
    assert {viewer: view["harvested"]["1"] for viewer, view in seen.items()} == {
        0: ["9Sp", "2Au", "?", "?"],
        1: ["9Sp", "2Au", "3Au", "4Au"],
        2: ["9Sp", "3Au", "?", "?"],
        None: ["9Sp", "?", "?", "?"],
    }
    assert {viewer: view["private"] for viewer, view in seen.items()} == {
        0: {"1": {"2Au": [0, 1]}},
        1: {"1": {"2Au": [0, 1], "3Au": [1, 2], "4Au": [1]}},
        2: {"1": {"3Au": [1, 2]}},
        None: {},
    }


@given(positions())
def test_a_game_that_is_over_shows_everything(state: State) -> None:
    over = load(in_json(write(state)) | {"over": True, "winner": [0]})
    assert in_json(observe(over, None)) == in_json(write(over)) | {"decisions": []}


@given(states(), seeds)
def test_a_batch_of_one_does_what_the_action_does(state: State, seed: int) -> None:
    if state.over:
        return
    seat = mover(state)
    actions = [as_json(action) for action in islice(legal_actions(state, seat), 80)]
    action = actions[seed % len(actions)]
    after, events = batch(state, seat, [action], SeededSource(b"b"))
    assert fold(events, state) == after


@given(states(), seeds)
def test_no_action_may_follow_one_that_reveals_something(state: State, seed: int) -> None:
    if state.over:
        return
    seat, before = mover(state), write(state)
    action = next(legal_actions(state, seat))
    informed = any("count" in event for event in in_json(preview(state, seat, as_json(action))))
    later = [{"type": "forfeit"}, {"type": "nonsense"}, as_json(action)][seed % 3]
    with_later = [as_json(action), later]
    if informed:
        with pytest.raises(RuleError, match="batch") as refusal:
            batch(state, seat, with_later, SeededSource(b"b"))
        assert refusal.value.index == 1
    assert write(state) == before


def test_a_batch_is_all_or_nothing() -> None:
    state = load({"hands": {"0": ["5Wi"], "1": ["KAu"]}, "draw": []})
    with pytest.raises(RuleError) as refusal:
        batch(
            state,
            0,
            [{"type": "sow", "card": "5Wi", "field": "SW"}, {"type": "end_turn"}],
            SeededSource(b""),
        )
    assert (refusal.value.rule, refusal.value.index) == ("R-TURN-1", 1)
    assert load(write(state)) == state


def test_actions_that_tell_nothing_go_in_one_batch() -> None:
    state = load({"hands": {"0": ["5Wi", "9Sp", "2Au"], "1": []}, "fields": {"SW": ["4Sp"]}})
    after, events = batch(
        state,
        0,
        [
            {"type": "stockpile", "card": "5Wi", "field": "SW", "value": 9, "take": ["4Sp"]},
            {"type": "harvest", "card": "9Sp", "field": "SW", "take": ["4Sp"]},
        ],
        SeededSource(b""),
    )
    assert write(after)["harvested"]["0"] == ["4Sp", "9Sp", "5Wi"]
    assert fold(events, state) == after


def test_one_looks_ahead_as_far_as_a_batch_may_go() -> None:
    state = load({"hands": {"0": ["5Wi", "9Sp"], "1": ["KAu"]}, "fields": {"SW": ["4Sp"]}})
    stockpile = {"type": "stockpile", "card": "5Wi", "field": "SW", "value": 9, "take": ["4Sp"]}
    assert write(ahead(state, 0, stockpile))["fields"]["SW"] != write(state)["fields"]["SW"]
    drawing = load({"hands": {"0": ["5Wi"], "1": ["KAu"]}, "draw": ["2Au", "3Au"]})
    with pytest.raises(RuleError, match="batch"):
        ahead(drawing, 0, {"type": "sow", "card": "5Wi", "field": "SW"})
