"""What house players do and know in particular positions."""

from math import inf

import pytest

from illimat_core import Action, SeededSource, State, advance, legal_actions, load, read
from illimat_core.cards import DECK, Card
from illimat_core.events import HandSown
from illimat_core.players import analysis, random, steady, strong
from illimat_core.players.dice import Dice
from illimat_core.players.gains import expected_best, gains_of
from illimat_core.players.knowledge import follow, know
from illimat_core.players.levels import LEVELS, choose, level_named
from illimat_core.players.memory import Memory
from illimat_core.players.moves import IF_CROWDED, Chance, list_considered
from illimat_core.players.played import Decided
from illimat_core.players.worlds import UnseenThings
from illimat_core.state import Item
from tests.support.playing import Json
from tests.support.worst import counting

SECRETS: Json = {
    "options": {"players": 3, "stars": "always"},
    "hands": {"0": ["5Wi", "9Sp"], "1": ["KAu", "2Au"], "2": ["QAu"]},
    "fields": {"SW": [{"card": "3Sp", "hidden": ["7Sp"]}, "4Sp"], "NE": ["6Sp"]},
    "luminaries": {"SW": "soldiers", "NW": "gambler", "NE": "(maiden)"},
    "harvested": {"1": ["2Su", "3Su", "4Su"]},
    "private": {"1": {"2Su": [1]}},
    "draw": ["2Sp", "8Sp", "10Sp", "QSp", "KSp"],
}
ASKED: Json = {
    "decision": {
        "kind": "gambler",
        "awaiting": [0, 2],
        "at": "NW",
        "resume": [{"name": "shuffle_back"}, {"name": "pass_the_turn"}],
    },
    "chosen": {"1": ["KAu"]},
}


def choices(state: State) -> dict[str, Action]:
    return {level: choose(level, know(state, 0), b"choice", 4) for level in LEVELS}


@pytest.mark.parametrize("pending", [{}, ASKED])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_world_hides_what_its_seat_does_not_see(pending: Json, seat: int) -> None:
    state = load(SECRETS | {"pending": pending})
    known = know(state, seat)
    worlds = [UnseenThings(known).world(Dice(bytes([number]))) for number in range(8)]
    assert all(know(world, seat) == known for world in worlds)
    assert len({world.fields[0].items[0].hidden for world in worlds}) > 1
    assert (len({world.players[1].harvested for world in worlds}) > 1) == (seat != 1)
    assert (len({world.players[1].chosen for world in worlds}) > 1) == bool(pending and seat != 1)


def test_a_choice_of_every_player_is_made_at_every_level() -> None:
    state = load(SECRETS | {"pending": ASKED})
    legal = list(legal_actions(state, 0))
    assert all(chosen in legal for chosen in choices(state).values())


@pytest.mark.parametrize("state", [load(SECRETS | {"pending": ASKED}), load({"over": True})])
def test_a_seat_that_is_not_asked_has_nothing_to_choose(state: State) -> None:
    with pytest.raises(ValueError, match="Seat 1 has nothing to do"):
        random.choose(state, 1, Dice(b"any"))


def test_the_only_action_is_chosen_at_once() -> None:
    island = {
        "hands": {"0": ["2Wi"], "1": ["KAu"]},
        "luminaries": {"SW": "island"},
        "fields": {"SW": ["9Sp"]},
    }
    state = load(island)
    (only,) = legal_actions(state, 0)
    assert set(choices(state).values()) == {only}


def test_a_stockpile_made_this_turn_is_not_harvested() -> None:
    state = load(
        {
            "luminaries": {"SW": "loom"},
            "hands": {"0": ["9Wi", "NWi", "NSp"], "1": ["5Wi"]},
            "fields": {"SW": ["2Au"]},
            "summer": "SE",
        }
    )
    weave = {"type": "loom_stockpile", "card": "9Wi", "value": 11, "take": ["2Au"]}
    state, _ = advance(state, 0, read(state, 0, weave), SeededSource(b"loom"))
    legal = list(legal_actions(state, 0))
    assert all(chosen in legal for chosen in choices(state).values())


def test_a_hand_that_was_sown_is_not_remembered() -> None:
    state = load(SECRETS)
    memory = Memory(0, held={Card("KAu"): 1, Card("QAu"): 2})
    sown = HandSown(seat=1, field="SW", cards=(Card("2Au"), Card("KAu")))
    assert follow(memory, state, [sown]).held == {"QAu": 2}


def test_imagined_chance_picks_one_of_the_things() -> None:
    chance = Chance(Dice(b"chance"))
    assert {chance.pick("any", "abc") for _ in range(50)} == {"a", "b", "c"}


def test_a_single_group_is_not_gained_from_two_stockpiles() -> None:
    piles = tuple(
        Item(((Card(one),), (Card(two),)), 5) for one, two in (("5Su", "5Wi"), ("5Sp", "5Au"))
    )
    assert len(gains_of(piles).best[5].take) == 2
    assert len(gains_of(piles, single_set=True).best[5].take) == 1


def test_no_harvest_is_expected_that_costs_points() -> None:
    assert expected_best([(5, -0.1)], {5: 0.5}, 3) == 0
    assert expected_best([(5, 1.0), (6, -0.1)], {5: 0.5}, 1) == 0.5


CROWD = [card for card in DECK if card not in {"2Sp", "5Su", "9Au", "KWi", "3Sp", "6Su"}]
CROWDED: Json = {
    "options": {"luminaries": "all", "stars": "always", "players": 2, "rounds": 1},
    "luminaries": {"SW": "loom", "NE": "rake", "SE": "union", "NW": "collective"},
    "hands": {"0": ["2Sp", "5Su", "9Au", "KWi"], "1": ["3Sp", "6Su"]},
    "fields": {"SW": CROWD[:20], "NE": CROWD[20:40], "SE": CROWD[40:50]},
}


@pytest.mark.slow
def test_on_a_crowded_board_few_actions_and_games_are_tried() -> None:
    state = load(CROWDED)
    actions = list_considered(state, 0)
    kinds = {type(action) for action in actions}
    assert len(kinds) > 2
    assert len(actions) <= len(kinds) * IF_CROWDED
    with counting((strong, "play_to_next_turn")) as games:
        choose("strong", know(state, 0), b"crowded")
    assert 8 < games.number <= level_named("strong").budget / strong.IF_CROWDED


@pytest.mark.slow
def test_on_a_crowded_board_an_analysis_compares_choices_in_few_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis, "ERRORS", inf)  # so that no difference is certain
    known = know(load(CROWDED), 0)
    first = list_considered(known.table, 0)[0]
    with counting((strong, "play_to_next_turn")) as games:
        analysis.judge(Decided(known, known, first), b"crowded")
    searched = level_named("strong").budget / strong.IF_CROWDED
    compared = 2 * analysis.PAIRS * analysis.TIMES / strong.IF_CROWDED
    assert searched < games.number <= searched + compared


def test_in_the_worlds_of_a_search_questions_are_answered_well() -> None:
    crime = {
        "okuses": {"board": 0, "0": 1, "1": 1},
        "hands": {"0": ["5Wi"], "1": ["KAu"]},
        "luminaries": {"SW": "perfect_crime"},
        "fields": {"SW": ["5Sp"], "NW": ["2Sp"]},
    }
    state = load(crime)
    harvest = read(state, 0, {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Sp"]})
    asked, _ = advance(state, 0, harvest, SeededSource(b"crime"))
    judge = steady.judge_for(know(asked, 0), UnseenThings(know(asked, 0)))
    ends = [strong.play_to_next_turn(judge, asked, Dice(bytes([number]))) for number in range(8)]
    assert [len(end.players[0].okuses) for end in ends] == [2] * 8
