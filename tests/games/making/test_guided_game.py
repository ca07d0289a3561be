"""The guided first game: each step is legal and teaches, and every way leads to the end."""

import time

import pytest

from games.making import guided_game, lesson
from games.making.guided_game import (
    GuidedCourse,
    GuidedError,
    card_of,
    follow,
    move_of,
    moves_in,
    path_of,
)
from illimat_core import Budget, legal_actions, menu, observe, read
from illimat_core.actions import Sow
from illimat_core.cards import SUIT
from illimat_core.console.shorthand import expand
from illimat_core.messages import ENGLISH
from trials.dice import dice

TAUGHT = tuple(step for step in lesson.STEPS if step.offers)
SHOWS = {
    "sow": "CardSown",
    "harvest": "CardsHarvested",
    "clearing": "FieldCleared",
    "stockpile": "StockpileMade",
    "seasons": "IllimatTurned",
}


def choices(course: GuidedCourse) -> list[str]:
    """Return the moves from which the next step lets a visitor choose."""
    if course.offers:
        return list(course.offers)
    return [move_of(action) for action in legal_actions(course.state, lesson.PUPIL)]


def through_the_lesson() -> GuidedCourse:
    """Return the course that follows all steps that offer one thing only."""
    course = follow([])
    while course.offers:
        course = follow([*course.moves, course.offers[0]])
    return course


def test_the_deal_is_a_whole_deck_without_stars() -> None:
    assert len(lesson.ORDER) == len(set(lesson.ORDER)) == 52
    assert all(SUIT[card] != "St" for card in lesson.ORDER)


def test_the_lesson_teaches_five_things_each_once() -> None:
    taught = [step.teaches for step in lesson.STEPS if step.teaches]
    assert sorted(taught) == sorted(lesson.TOPICS)


def test_a_step_that_teaches_offers_nothing_else() -> None:
    for step in lesson.STEPS:
        assert not step.teaches or len(step.offers) == 1


def test_what_a_step_offers_is_legal_and_shows_what_it_teaches() -> None:
    course = follow([])
    for step in TAUGHT:
        assert course.step == step
        (action,) = course.only
        assert action in list(legal_actions(course.state, lesson.PUPIL))
        course = follow([*course.moves, move_of(action)])
        own = [turn for turn in course.turns if turn.seat == lesson.PUPIL][-1]
        if step.teaches:
            assert SHOWS[step.teaches] in {event.__struct_config__.tag for event in own.events}


def test_the_menu_of_such_a_step_leads_to_nothing_else() -> None:
    course = follow([])
    while course.offers:
        offered_here = course.menu(ENGLISH)
        assert offered_here is not None
        (play,) = offered_here.plays
        (action,) = course.only
        assert (play.cards, play.field) == ([card_of(action)], action.field)
        offered = [play.sow, bool(play.harvest), bool(play.stockpile)]
        assert offered.count(True) == 1
        groups = [group for each in play.harvest for group in each.groups]
        groups += [group for each in play.stockpile for group in each.with_]
        taken = () if isinstance(action, Sow) else action.take
        assert sorted(card for group in groups for card in group) == sorted(taken)
        course = follow([*course.moves, move_of(action)])


def test_the_menu_of_a_free_step_is_the_whole_one() -> None:
    course = through_the_lesson()
    assert course.menu(ENGLISH) == menu(course.state, lesson.PUPIL)


def test_clearing_brings_an_okus_and_new_cards() -> None:
    moves = [step.offers[0] for step in lesson.STEPS[:3]]
    course = follow(moves)
    tags = {event.__struct_config__.tag for turn in course.turns for event in turn.events}
    assert {"OkusTaken", "FieldSeeded"} <= tags
    assert observe(course.state, lesson.PUPIL).okuses[lesson.PUPIL] == 1


def test_the_house_does_not_spoil_the_steps_that_teach() -> None:
    assert len(through_the_lesson().moves) == len(TAUGHT)


@pytest.mark.parametrize("seed", range(30))
def test_the_end_is_reached_by_straying_where_there_is_freedom(seed: int) -> None:
    chance = dice(seed)
    course = follow([])
    while course.step is not None:
        course = follow([*course.moves, chance.choice(choices(course))])
    assert len(course.moves) == len(lesson.STEPS)
    assert not course.state.over
    assert course.state.round == 1
    assert course.state.awaited == (lesson.PUPIL,)


def test_at_the_end_there_is_nothing_to_choose() -> None:
    course = through_the_lesson()
    while course.step is not None:
        course = follow([*course.moves, choices(course)[0]])
    assert course.menu(ENGLISH) is None
    with pytest.raises(GuidedError):
        follow([*course.moves, choices(through_the_lesson())[0]])


def test_the_same_moves_lead_to_the_same_position() -> None:
    moves = [step.offers[0] for step in TAUGHT]
    assert follow(moves) == follow(moves)


def test_moves_are_written_in_one_way() -> None:
    (move,) = follow(["SOW 2au se"]).moves
    assert move == "sow 2Au SE"
    again = [move_of(read(follow([]).state, lesson.PUPIL, expand(move)))]
    assert again == [move]


@pytest.mark.parametrize(
    "moves",
    [
        ["sow 2Au NE"],  # legal, but not what the step is about
        ["sow KSp NE"],  # not in hand
        ["harvest 9Sp SW 6Au"],
        ["dance"],
        [""],
        ["forfeit"],
        ["sow 2Au SE", "sow 2Au SE"],
        ["sow 2Au SE"] * 100,
    ],
)
def test_other_moves_are_refused(moves: list[str]) -> None:
    with pytest.raises(GuidedError):
        follow(moves)


def test_moves_stand_in_an_address_and_are_read_from_it() -> None:
    moves = through_the_lesson().moves
    assert path_of(moves).startswith("sow-2Au-SE/harvest-9Sp-NE-5Su-4Wi/")
    assert moves_in(path_of(moves)) == list(moves)
    assert moves_in("") == []


@pytest.mark.slow
def test_the_longest_address_of_a_game_is_short_enough() -> None:
    with pytest.raises(GuidedError):
        moves_in("x" * (guided_game.MOST_CHARACTERS + 1))
    longest = 0
    for seed in range(30):
        chance, course = dice(seed), follow([])
        while course.step is not None:
            some = [chance.choice(choices(course)) for _ in range(5)]
            course = follow([*course.moves, max(some, key=len)])
        longest = max(longest, len(path_of(course.moves)))
    assert longest < guided_game.MOST_CHARACTERS / 2


def test_refusing_too_many_moves_costs_nothing() -> None:
    began = time.process_time()
    with pytest.raises(GuidedError):
        follow(["sow 2Au SE"] * 10_000)
    assert time.process_time() - began < 0.05


@pytest.mark.parametrize("seed", range(10))
def test_following_costs_a_bounded_number_of_steps(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[Budget] = []

    class Counted(Budget):
        def __init__(self, steps: float) -> None:
            super().__init__(steps)
            spent.append(self)

    monkeypatch.setattr(guided_game, "Budget", Counted)
    chance, course = dice(seed), follow([])
    while course.step is not None:
        course = follow([*course.moves, chance.choice(choices(course))])
    assert len(spent) == len(lesson.STEPS) + 1
    assert all(each.left > guided_game.CHECKED_STEPS / 2 for each in spent)
