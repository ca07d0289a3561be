"""Properties of whole games: no card is lost, every event folds, and every game ends."""

from collections import Counter
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings

from illimat_core import (
    RuleError,
    SeededSource,
    State,
    UnknownEventError,
    advance,
    begin,
    decide,
    fold,
    load,
    observe,
    read,
    read_options,
    settle_chance,
    write,
)
from illimat_core.cards import DEALER
from illimat_core.events import Event, RoundDealt, wire
from tests.support.playing import (
    Game,
    Json,
    as_text,
    cards_in,
    games,
    in_json,
    mover,
    new_game,
    options,
    play,
    seeds,
    states,
    whole_games,
)

PLACES = ("hands", "fields", "draw", "harvested", "children")


def cards_of(state: State) -> Counter[str]:
    position = write(state)
    return Counter(card for place in PLACES for card in cards_in(position[place]))


@given(games(most=90))
def test_every_card_is_in_exactly_one_place(game: Game) -> None:
    whole = Counter(map(str, game.state.options.deck))
    for state in game.states:
        assert cards_of(state) == whole


@given(games(), seeds)
def test_only_a_forfeit_takes_cards_out_of_play(game: Game, seed: int) -> None:
    state = game.state
    if state.over or len(state.players) == 2:
        return
    leaver = seed % len(state.players)
    lost = Counter(map(str, state.players[leaver].hand))
    before = cards_of(state)
    after, _ = advance(state, leaver, read(state, leaver, {"type": "forfeit"}), SeededSource(b"f"))
    if after.round == state.round:  # otherwise they held the last cards, and a new round is dealt
        assert cards_of(after) == before - lost


@given(games(most=90))
def test_a_stream_folds_to_the_state_that_was_decided(game: Game) -> None:
    assert fold(game.events) == game.state
    assert game.state.version == len(game.events)
    for (before, _, _, events), after in zip(game.decided, game.states[1:], strict=True):
        assert fold(events, before) == after


@given(games(most=90))
def test_events_come_back_from_the_wire_as_they_were(game: Game) -> None:
    back = []
    for event in game.events:
        sent = wire.encode(event)
        back.append(wire.decode(sent.type, sent.schema, in_json(sent.public), in_json(sent.secret)))
    assert back == game.events
    assert fold(back) == game.state


@settings(max_examples=settings().max_examples // 3)
@given(whole_games)
def test_every_game_ends_within_32_rounds(game: Game) -> None:
    assert game.state.over
    assert game.state.round <= 32
    best = max(player.score for player in game.state.players)
    assert {game.state.players[seat].score for seat in game.state.winners or ()} == {best}


def test_a_game_to_a_score_nobody_reaches_ends_after_32_rounds() -> None:
    game = play({"mode": "beginner", "target_score": 10_000}, seed=1)
    assert game.state.round == 32
    best = max(player.score for player in game.state.players)
    assert all(game.state.players[seat].score == best for seat in game.state.winners or ())


@given(options(), seeds)
def test_the_same_seed_plays_the_same_game(chosen: Json, seed: int) -> None:
    assert play(chosen, seed, most=15).events == play(chosen, seed, most=15).events


@given(games(most=90))
def test_a_position_comes_back_as_it_was_written(game: Game) -> None:
    for state in game.states[::7]:
        position = in_json(write(state))
        assert in_json(write(load(position))) == position


@given(states())
def test_a_loaded_position_goes_on_as_the_game_would(state: State) -> None:
    loaded = load(in_json(write(state)))
    for viewer in (*state.seats, None):
        assert as_text(observe(loaded, viewer)) == as_text(observe(state, viewer))


@given(games(), seeds)
def test_the_same_action_does_the_same_to_a_loaded_game(game: Game, seed: int) -> None:
    if not game.decided:
        return
    before, seat, action, events = game.decided[seed % len(game.decided)]
    assert decide(load(in_json(write(before))), seat, action) == decide(before, seat, action)
    assert events[0] == decide(before, seat, action)[0]


@given(states(), seeds)
def test_a_refused_action_changes_nothing(state: State, seed: int) -> None:
    if state.over:
        return
    before, seat = as_text(write(state)), mover(state)
    strangers = [each for each in state.seats if each != seat]
    card = str(state.players[seat].hand[0])
    for wrong in (
        {"type": "sow", "card": card, "field": "XX"},
        {"type": "harvest", "card": card, "field": "SW", "take": []},
        {"type": "stockpile", "card": card, "field": "SW", "value": 15, "take": [card]},
        {"type": "end_turn"},
    ):
        with pytest.raises(RuleError):
            decide(state, seat, read(state, seat, wrong))
    stranger = strangers[seed % len(strangers)]
    with pytest.raises(RuleError, match="R-TURN-1"):
        read(state, stranger, {"type": "sow", "card": card, "field": "SW"})
    assert as_text(write(state)) == before


@given(games(most=90))
def test_the_deal_passes_left_and_the_turn_goes_round(game: Game) -> None:
    dealers = [event for event in game.events if isinstance(event, RoundDealt)]
    seats = len(game.state.players)
    for last, new in pairwise(dealers):
        assert new.dealer == (last.dealer + 1) % seats
    for event in dealers:
        assert event.first == (event.dealer + 1) % seats


@given(options())
def test_a_game_begins_by_waiting_for_chance(chosen: Json) -> None:
    state = fold(begin(read_options(chosen)))
    assert state.awaited == (DEALER,)
    assert state.chance_awaited


@given(options(), seeds)
def test_chance_settles_at_once(chosen: Json, seed: int) -> None:
    game = new_game(chosen, str(seed).encode())
    assert settle_chance(game.state, [], SeededSource(b"x")) == (game.state, [])


def test_a_stream_begins_with_its_start() -> None:
    with pytest.raises(UnknownEventError, match="GameStarted"):
        fold(begin(read_options({}))[1:])
    with pytest.raises(UnknownEventError, match="empty"):
        fold([])


def test_an_event_that_nobody_knows_is_not_folded() -> None:
    class CardEaten(Event, frozen=True):
        """An event type of a future version."""

    state = fold(begin(read_options({})))
    with pytest.raises(UnknownEventError, match="CardEaten"):
        fold([CardEaten()], state)


def test_a_game_of_an_edition_that_is_not_here_folds_but_is_not_played() -> None:
    started, *rest = begin(read_options({}))
    state = fold([msgspec.structs.replace(started, edition="1999.9"), *rest])
    with pytest.raises(UnknownEventError, match=r"1999\.9"):
        settle_chance(state, [], SeededSource(b""))
