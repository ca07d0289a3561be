"""The properties of all games, checked in games with luminaries in every mode."""

from collections import Counter
from itertools import chain, islice

from hypothesis import given, settings
from hypothesis import strategies as st

from illimat_core import (
    State,
    as_json,
    decide,
    fold,
    legal_actions,
    load,
    menu,
    observe,
    preview,
    read,
    write,
)
from illimat_core.events import wire
from tests.support.knowledge import unseen_by
from tests.support.playing import (
    Game,
    any_options,
    as_text,
    cards_in,
    games,
    in_json,
    luminary_options,
    play,
    seeds,
)

PLACES = ("hands", "draw", "harvested", "children", "fields")
everywhere = st.one_of(luminary_options(), any_options)
luminary_games = games(most=90, chosen=everywhere)


@given(luminary_games)
def test_no_card_is_in_two_places(game: Game) -> None:
    deck = set(game.state.options.deck)
    for state in game.states:
        position = write(state)
        found = Counter(card for place in PLACES for card in cards_in(position[place]))
        assert set(found) <= deck
        assert set(found.values()) == {1}


@given(luminary_games)
def test_a_stream_folds_over_the_wire_to_what_was_decided(game: Game) -> None:
    back = []
    for event in game.events:
        sent = wire.encode(event)
        parts = in_json(sent.public), in_json(sent.secret)
        back.append(wire.decode(sent.type, sent.schema, *parts))
    assert back == game.events
    assert fold(back) == game.state


@settings(max_examples=settings().max_examples // 5)
@given(everywhere, seeds)
def test_every_game_ends(chosen: dict[str, object], seed: int) -> None:
    state = play(chosen, seed).state
    assert state.over
    assert state.round <= 32


@given(luminary_games, seeds)
def test_an_awaited_seat_can_do_all_that_is_listed(game: Game, seed: int) -> None:
    state = game.states[seed % len(game.states)]
    for seat in state.awaited:
        actions = list(islice(legal_actions(state, seat), 60))
        assert actions
        assert menu(state, seat)
        for action in actions:
            assert read(state, seat, in_json(as_json(action))) == action
            told = in_json(preview(state, seat, in_json(as_json(action))))
            assert told[0]["type"] == type(decide(state, seat, action)[0]).__name__


@given(luminary_games)
def test_a_position_comes_back_as_it_was_written(game: Game) -> None:
    for state in game.states[::5]:
        position = in_json(write(state))
        loaded = load(position)
        assert in_json(write(loaded)) == position
        for viewer in (*state.seats, None):
            assert as_text(observe(loaded, viewer)) == as_text(observe(state, viewer))


@given(luminary_games)
def test_a_view_shows_no_hidden_card_and_no_face_down_luminary(game: Game) -> None:
    for state in game.states[::3]:
        if not state.over:
            for viewer in (*state.seats, None):
                check_view(state, viewer)


def check_view(state: State, viewer: int | None) -> None:
    """Assert that no hidden card occurs anywhere in a view."""
    view = observe(state, viewer)
    assert unseen_by(state, viewer).isdisjoint(cards_in(view))
    down = {field.luminary for field in state.fields if field.luminary and not field.face_up}
    named = {*view.luminaries.values(), *chain(*view.claimed.values())}
    assert named.isdisjoint(down | {*state.reserve})
