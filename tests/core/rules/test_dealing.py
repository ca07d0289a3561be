"""The deal, card by card, from a stacked deck (R-SETUP)."""

import pytest

from illimat_core import State, begin, decide, fold, legal_actions, observe, read_options
from illimat_core.actions import Forfeit
from illimat_core.cards import DEALER, Card
from illimat_core.rules.chance import Deal


def dealt(players: int, dealer: int) -> State:
    """Return a beginner's game whose cards were dealt from a deck in deck order."""
    options = read_options({"mode": "beginner", "players": players})
    state = fold(begin(options))
    return fold(decide(state, DEALER, Deal(deck=options.deck, dealer=dealer)), state)


def loose(state: State, at: int) -> list[str]:
    """Return the cards of a field, given by its index in SW NW NE SE."""
    return [str(item.name) for item in state.fields[at].items]


def test_fields_get_one_card_at_a_time_clockwise_from_the_dealers_own() -> None:
    state = dealt(players=4, dealer=1)
    assert loose(state, 1) == ["FSp", "5Sp", "9Sp"]
    assert loose(state, 2) == ["2Sp", "6Sp", "10Sp"]
    assert loose(state, 3) == ["3Sp", "7Sp", "NSp"]
    assert loose(state, 0) == ["4Sp", "8Sp", "QSp"]


def test_players_get_one_card_at_a_time_from_the_dealers_left() -> None:
    state = dealt(players=4, dealer=1)
    assert state.players[2].hand == ("KSp", "4Su", "8Su")
    assert state.players[3].hand == ("FSu", "5Su", "9Su", "QSu")
    assert state.players[0].hand == ("2Su", "6Su", "10Su", "KSu")
    assert state.players[1].hand == ("3Su", "7Su", "NSu", "FAu")
    assert state.deck[0] == "2Au"


@pytest.mark.parametrize(("players", "left"), [(2, 33), (3, 29), (4, 38)])
def test_the_rest_is_the_draw_pile(players: int, left: int) -> None:
    state = dealt(players, dealer=0)
    assert len(state.deck) == left
    assert state.deck == state.options.deck[-left:]


@pytest.mark.parametrize(
    ("players", "dealer", "summer", "first"),
    [
        (2, 0, "SW", 1),
        (2, 1, "NE", 0),
        (3, 0, "SW", 1),
        (3, 1, "NW", 2),
        (3, 2, "NE", 0),
        (4, 2, "NE", 3),
        (4, 3, "SE", 0),
    ],
)
def test_summer_is_the_dealers_and_the_left_begins_with_three_cards(
    players: int, dealer: int, summer: str, first: int
) -> None:
    state = dealt(players, dealer)
    assert (state.summer, state.turn.seat, state.dealer) == (summer, first, dealer)
    hands = [len(player.hand) for player in state.players]
    assert hands == [3 if seat == first else 4 for seat in range(players)]


def test_each_player_puts_up_an_okus() -> None:
    view = observe(dealt(players=3, dealer=0), None)
    assert view.okuses == {"board": 3, 0: 0, 1: 0, 2: 0}


def test_a_beginners_board_has_no_luminary() -> None:
    view = observe(dealt(players=2, dealer=0), None)
    assert view.luminaries == {}
    assert view.reserve == 0


def test_players_who_left_get_no_cards_and_no_turn() -> None:
    state = dealt(players=4, dealer=1)
    state = fold(decide(state, 2, Forfeit()), state)
    state = ended_round(state)
    assert state.chance_awaited
    state = fold(decide(state, DEALER, Deal(deck=state.options.deck)), state)
    assert (state.dealer, state.turn.seat) == (3, 0)
    assert [len(player.hand) for player in state.players] == [3, 4, 0, 4]
    assert state.board == (0, 1, 3)
    assert state.summer == "SE"
    assert state.players[0].hand[0] == Card("KSp")


def ended_round(state: State) -> State:
    """Play the round to its end by sowing or the first listed action; return the state."""
    round_ = state.round
    while state.round == round_ and not state.chance_awaited:
        seat = state.awaited[0]
        state = fold(decide(state, seat, next(legal_actions(state, seat))), state)
    return state
