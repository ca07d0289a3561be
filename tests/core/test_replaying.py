"""A stored game is replayed by the rules, and each event that they do not lead to is found."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from illimat_core import Event, decide, fold
from illimat_core.actions import Forfeit
from illimat_core.cards import FIELDS
from illimat_core.events import (
    CardsHarvested,
    CardSown,
    CardStolen,
    DecisionAnswered,
    DeckReshuffled,
    FieldCleared,
    FirstDealerDrawn,
    GameAdjudicated,
    GameEnded,
    GameStarted,
    HandDealt,
    HandDrawn,
    LuminaryClaimed,
    OutageCredited,
    PlayerForfeited,
    RoundDealt,
    RoundScored,
    SeatForfeited,
    TurnPassed,
)
from illimat_core.replaying import fault_in
from tests.golden.stream import read, read_manifest
from tests.support.playing import Json, any_options, seeds
from trials.random_games.game import Game
from trials.random_games.players import Temper

OUTAGE = OutageCredited(since=1, lasted=2, reason="outage")
ADJUDICATED = GameAdjudicated(places=(), reason="void")
LUMINARIES = ["rusalka", "gambler", "audience", "island"]
SEED = 1  # of a game with a harvest, a claim, a theft and a reshuffle


@cache
def played() -> list[Event]:
    """Return the events of a game in which much happens."""
    options = {"players": 2, "stars": "always", "luminaries": LUMINARIES, "rounds": 2}
    return Game(options, SEED, temper=Temper(greed=0.9)).play().events


def place_of(kind: type[Event], events: Sequence[Event] = ()) -> int:
    """Return where the first event of a type stands."""
    return next(place for place, each in enumerate(events or played()) if type(each) is kind)


def changed(kind: type[Event], **members: Any) -> list[Event]:
    """Return the events with other members in the first of a type."""
    events, place = [*played()], place_of(kind)
    events[place] = replace(events[place], **members)
    return events


@given(any_options, seeds)
def test_any_game_is_replayed_without_a_fault(options: Json, seed: int) -> None:
    game = Game(options, seed)
    for _ in range(40):
        move = None if game.state.over else game.next_move()
        if move:
            game.make(move.seat, move.action)
    assert fault_in(game.events) is None


@pytest.mark.parametrize("game", [each.game for each in read_manifest()[::8]])
def test_a_golden_game_is_replayed_without_a_fault(game: str) -> None:
    assert fault_in([line.event for line in read(game)]) is None


def test_table_events_stand_between_actions() -> None:
    place = place_of(CardSown)
    events = [*played()[:place], OUTAGE, OUTAGE, *played()[place:]]
    assert fault_in(events) is None
    assert fault_in([*played()[:place], ADJUDICATED]) is None
    assert fault_in([*played(), OUTAGE]) is None


def test_a_seat_that_leaves_unasked_is_replayed() -> None:
    before = played()[: place_of(CardSown)]
    left = SeatForfeited(seat=1, reason="left")
    assert fault_in([*before, left, *decide(fold(before), 1, Forfeit())]) is None
    assert "R-END-3" in str(fault_in([*before, PlayerForfeited(seat=5, count=0)]))


def first(kind: type[Event]) -> Any:
    return played()[place_of(kind)]


def without(kind: type[Event]) -> list[Event]:
    """Return the events without the first of a type."""
    place = place_of(kind)
    return [*played()[:place], *played()[place + 1 :]]


def test_a_changed_score_is_found() -> None:
    scores = first(RoundScored).scores
    place = place_of(RoundScored) + 1
    assert fault_in(changed(RoundScored, scores=(99, scores[1]))) == (
        f"Event {place}, RoundScored: scores is [99,{scores[1]}], "
        f"and [{scores[0]},{scores[1]}] by the rules."
    )


def test_a_play_by_the_wrong_seat_is_found() -> None:
    assert fault_in(changed(CardSown, seat=1 - first(CardSown).seat)) == (
        f"Event {place_of(CardSown) + 1}, CardSown, is against the rules. "
        "R-TURN-1: It's not your turn."
    )


def test_a_card_that_was_not_in_hand_is_found() -> None:
    elsewhere = first(RoundDealt).deck[-1]
    assert fault_in(changed(CardSown, card=elsewhere)) == (
        f"Event {place_of(CardSown) + 1}, CardSown, is against the rules. "
        f"R-CARD-4: {elsewhere} is not in your hand."
    )


@pytest.mark.parametrize("card", ["XX", "", "?"])
def test_what_is_no_card_is_found(card: str) -> None:
    assert "is not a card" in str(fault_in(changed(CardSown, card=card)))


def test_a_harvest_of_a_wrong_value_is_found() -> None:
    value = first(CardsHarvested).value
    assert fault_in(changed(CardsHarvested, value=value + 1)) == (
        f"Event {place_of(CardsHarvested) + 1}, CardsHarvested: "
        f"value is {value + 1}, and {value} by the rules."
    )


def test_a_luminary_claimed_in_addition_is_found() -> None:
    place = place_of(TurnPassed)
    claimed = LuminaryClaimed(seat=0, field=FIELDS[0], luminary="island")
    assert fault_in([*played()[:place], claimed, *played()[place:]]) == (
        f"Event {place + 1} is LuminaryClaimed, and TurnPassed by the rules."
    )


def test_a_missing_clearing_is_found() -> None:
    fault = str(fault_in(without(FieldCleared)))
    assert fault.startswith(f"Event {place_of(FieldCleared) + 1} is ")
    assert fault.endswith(", and FieldCleared by the rules.")


def test_a_card_drawn_from_elsewhere_is_found() -> None:
    cards = first(HandDrawn).cards
    fault = str(fault_in(changed(HandDrawn, cards=(first(RoundDealt).deck[-1], *cards[1:]))))
    assert fault.startswith(f"Event {place_of(HandDrawn) + 1}, HandDrawn: cards is [")


def test_a_missing_play_is_found() -> None:
    place = place_of(CardSown)
    events = [*played()[:place], *played()[place_of(TurnPassed) :]]
    assert fault_in(events) == (
        f"Event {place + 1}, TurnPassed, follows from no action that is legal there."
    )


def test_events_that_were_cut_off_are_found() -> None:
    assert isinstance(played()[-1], GameEnded)
    assert fault_in(played()[:-1]) == (
        f"Event {len(played())} is missing: GameEnded follows by the rules."
    )
    assert fault_in(played()[:1]) == "Event 2 is missing: DecisionOpened follows by the rules."


def test_an_event_after_the_end_is_found() -> None:
    place = place_of(CardSown)
    assert fault_in([*played()[:place], ADJUDICATED, *played()[place:]]) == (
        f"Event {place + 2}, CardSown, comes after the end of the game."
    )
    assert "R-TURN-1" in str(fault_in([*played(), first(CardSown)]))


def test_a_game_that_does_not_start_is_found() -> None:
    options = first(GameStarted).options
    few = replace(options, luminaries=("rake",))
    for events in (
        [],
        without(GameStarted),
        changed(GameStarted, edition="1999.1"),
        changed(GameStarted, options=replace(options, players=10**9)),
        changed(GameStarted, options=few),
    ):
        assert str(fault_in(events)).startswith("Event 1 is not a GameStarted")


@pytest.mark.parametrize(
    "events",
    [
        lambda: changed(FirstDealerDrawn, seat=9),
        lambda: changed(HandDealt, cards=first(RoundDealt).deck[:4]),
        lambda: changed(RoundDealt, deck=first(RoundDealt).deck[1:]),
        lambda: without(RoundDealt),
        lambda: changed(DeckReshuffled, deck=first(RoundDealt).deck),
        lambda: without(DeckReshuffled),
        lambda: changed(CardStolen, card=first(RoundDealt).fields[0][0]),
        lambda: changed(DecisionAnswered, seat=0),
        lambda: without(DecisionAnswered),
    ],
    ids=range(9),
)
def test_answers_of_chance_that_do_not_fit_are_found(events: Any) -> None:
    assert fault_in(events()) is not None


def test_an_answer_that_nobody_asked_for_is_found() -> None:
    place = place_of(CardSown)
    answered = DecisionAnswered(seat=0, kind="echo")
    assert fault_in([*played()[:place], answered, *played()[place:]]) == (
        f"Event {place + 1}, DecisionAnswered, follows from no action that is legal there."
    )
