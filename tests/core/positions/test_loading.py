"""Positions: malformed members are refused and named, omitted ones have defaults."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core import (
    PositionError,
    SeededSource,
    State,
    advance,
    legal_actions,
    load,
    observe,
    read,
    settle_chance,
    write,
)
from tests.support.playing import FIELDS, Game, Json, any_options, games, in_json, seeds

GOOD: Json = {
    "options": {"players": 3, "luminaries": "none"},
    "hands": {"0": ["5Wi", "9Sp"], "1": ["KAu"], "2": ["FSu"]},
    "fields": {"SW": ["5Su", {"10": ["7Sp 3Wi"]}], "NE": [{"10": ["10Su | 7Au 3Su"]}]},
    "draw": ["2Sp", "3Sp"],
    "harvested": {"1": ["2Au", "3Au"]},
    "okuses": {"board": 1, "0": 1},
}

DEAL = {"kind": "deal", "awaiting": [-1]}
MALFORMED = [
    ({"colour": 1}, "colour"),
    ({"options": {"players": 7}}, "players"),
    ({"options": []}, "options"),
    ({"options": {"flavour": 1}}, "flavour"),
    ({"dealer": 3}, "dealer"),
    ({"dealer": "x"}, "dealer"),
    ({"dealer": None}, "dealer"),
    ({"turn": -1}, "turn"),
    ({"turn": True}, "turn"),
    ({"turn": 1.5}, "turn"),
    ({"round": 0}, "round"),
    ({"round": 33}, "round"),
    ({"round": "1"}, "round"),
    ({"summer": "N"}, "summer"),
    ({"summer": ["SW"]}, "summer"),
    ({"summer": None}, "summer"),
    ({"hands": []}, "hands"),
    ({"hands": {"3": []}}, "hands"),
    ({"hands": {"²": []}}, "hands"),
    ({"hands": {"9" * 5000: []}}, "hands"),
    ({"hands": {"0": "5Wi"}}, "hands.0"),
    ({"hands": {"0": ["5Xx"]}}, "5Xx"),
    ({"hands": {"0": [5]}}, "hands.0"),
    ({"hands": {"0": [["5Wi"]]}}, "hands.0"),
    ({"hands": {"0": [{}]}}, "hands.0"),
    ({"hands": {"0": ["5Wi", "5Wi"]}}, "5Wi"),
    ({"hands": {"0": ["2Sp"]}}, "2Sp"),
    ({"fields": []}, "fields"),
    ({"fields": {"XX": []}}, "XX"),
    ({"fields": {"SW": "5Su"}}, "fields.SW"),
    ({"fields": {"SW": [[]]}}, "fields.SW"),
    ({"fields": {"SW": [None]}}, "fields.SW"),
    ({"fields": {"SW": [{}]}}, "fields.SW"),
    ({"fields": {"SW": ["KAu"]}}, "KAu"),
    ({"fields": {"SW": [{"10": ["7Sp"]}]}}, "fields.SW"),
    ({"fields": {"SW": [{"10": ["7Sp 4Wi"]}]}}, "7Sp 4Wi"),
    ({"fields": {"SW": [{"10": ["7Sp 3Wi | 4Wi"]}]}}, "4Wi"),
    ({"fields": {"SW": [{"10": ["7Sp 3Wi |"]}]}}, "nothing"),
    ({"fields": {"SW": [{"10": "7Sp 3Wi"}]}}, "fields.SW"),
    ({"fields": {"SW": [{"10": []}]}}, "fields.SW"),
    ({"fields": {"SW": [{"15": ["KSp 2Wi"]}]}}, "15"),
    ({"fields": {"SW": [{"0": ["7Sp 3Wi"]}]}}, "'0'"),
    ({"fields": {"SW": [{"-1": ["7Sp 3Wi"]}]}}, "-1"),
    ({"fields": {"SW": [{"²": ["FSp FWi"]}]}}, "²"),
    ({"fields": {"SW": [{"1" * 5000: ["7Sp 3Wi"]}]}}, "fields.SW"),
    ({"fields": {"SW": [{"10": ["7Sp 3Wi"], "9": ["5Sp 4Wi"]}]}}, "fields.SW"),
    ({"fields": {"SW": [{"card": "5Su", "10": ["7Sp 3Wi"]}]}}, "fields.SW"),
    ({"fields": {"SW": [{"card": 5}]}}, "fields.SW"),
    ({"fields": {"SW": [{"card": "5Su", "hidden": ["2Sp"]}]}}, "2Sp"),
    ({"fields": {"SW": [{"card": "5Su", "hidden": 2}]}}, "hidden"),
    ({"draw": None}, "draw"),
    ({"draw": {"0": "2Sp"}}, "draw"),
    ({"draw": [[]]}, "draw"),
    ({"draw": ["2Sp", "2Sp"]}, "2Sp"),
    ({"luminaries": {"SW": "minotaur"}}, "minotaur"),
    ({"luminaries": {"N": "maiden"}}, "luminaries"),
    ({"luminaries": {"SW": 5}}, "luminaries"),
    ({"luminaries": ["maiden"]}, "luminaries"),
    ({"reserve": ["nobody"]}, "nobody"),
    ({"reserve": "maiden"}, "reserve"),
    ({"okuses": {"board": 4}}, "okuses"),
    ({"okuses": {"board": 1, "0": 3}}, "okuses"),
    ({"okuses": {"board": -1}}, "okuses"),
    ({"okuses": {"0": "1"}}, "okuses.0"),
    ({"okuses": {"7": 1}}, "okuses"),
    ({"okuses": [1]}, "okuses"),
    ({"harvested": {"0": ["9Sp"]}}, "9Sp"),
    ({"harvested": {"x": []}}, "harvested"),
    ({"private": {"0": {"3Au": [0]}}}, "3Au"),
    ({"private": {"1": {"3Au": [5]}}}, "private.1"),
    ({"private": {"1": {"3Au": 0}}}, "private.1"),
    ({"private": {"1": ["3Au"]}}, "private.1"),
    ({"private": {"1": {"3Au": [0]}}}, "private.1.3Au"),
    ({"private": {"1": {"3Au": [1, 1]}}}, "private.1.3Au"),
    ({"claimed": {"0": ["dragon"]}}, "dragon"),
    ({"scores": {"0": -1}}, "scores.0"),
    ({"scores": {"0": 1.5}}, "scores.0"),
    ({"scores": [1, 2]}, "scores"),
    ({"astronomer": "Monsoon"}, "astronomer"),
    ({"harvested_last_turn": {"0": ["S"]}}, "harvested_last_turn.0"),
    ({"harvested_last_turn": {"0": "SW"}}, "harvested_last_turn.0"),
    ({"forfeited": [0]}, "hands.0"),
    ({"forfeited": [9]}, "forfeited"),
    ({"forfeited": [1, 1]}, "forfeited"),
    ({"forfeited": 1}, "forfeited"),
    ({"fields_next": "middle"}, "fields_next"),
    ({"audience_as": {"SW": "union"}}, "audience_as.SW"),
    ({"luminaries": {"SW": "audience"}, "audience_as": {"SW": "audience"}}, "audience_as.SW"),
    ({"audience_was": "anybody"}, "audience_was"),
    ({"audience_was": "audience"}, "audience_was"),
    ({"over": "no"}, "over"),
    ({"over": 1}, "over"),
    ({"over": True, "winner": [3]}, "winner"),
    ({"over": True, "winner": 0}, "winner"),
    ({"over": True, "winner": [1], "forfeited": [1], "hands": {}}, "winner"),
    ({"round_points": {"0": "5"}}, "round_points.0"),
    ({"round_points": [5]}, "round_points"),
    ({"pending": 5}, "pending"),
    ({"pending": {"moon": 1}}, "pending"),
    ({"pending": {"beneath": {"SW": ["5Wi"]}}}, "pending"),
    ({"pending": {"tiebreak": "soon"}}, "pending"),
    ({"pending": {"tiebreak": True}}, "tiebreak_round"),
    ({"pending": {"turn": {"seat": "x"}}}, "pending"),
    ({"pending": {"turn": {"seat": 9}}}, "pending"),
    ({"pending": {"passive": {"x": "9Sp"}}}, "pending"),
    ({"pending": {"decision": {"kind": "lunch", "awaiting": [0]}}}, "pending"),
    ({"pending": {"decision": {"kind": "turn", "awaiting": [0]}}}, "pending"),
    ({"pending": {"decision": {"kind": "deal", "awaiting": []}}}, "pending"),
    ({"pending": {"decision": {"kind": "deal", "awaiting": [9]}}}, "pending"),
    ({"pending": {"decision": {**DEAL, "resume": [{"name": "dance"}]}}}, "dance"),
]


@pytest.mark.parametrize(
    ("change", "culprit"), MALFORMED, ids=[f"{i}-{c[1]}"[:40] for i, c in enumerate(MALFORMED)]
)
def test_a_malformed_position_is_refused_by_its_culprit(change: Json, culprit: str) -> None:
    with pytest.raises(PositionError) as refusal:
        load(GOOD | change)
    assert culprit in str(refusal.value)


@pytest.mark.parametrize("given_position", [None, [], "5Wi", 3])
def test_a_position_is_an_object(given_position: Any) -> None:
    with pytest.raises(PositionError, match="object"):
        load(given_position)


def test_the_good_position_loads() -> None:
    assert write(load(GOOD))["fields"]["NE"] == [{"10": ["3Su 7Au | 10Su"]}]


def test_an_absent_member_has_its_default() -> None:
    written = write(load({"hands": {"0": ["5Wi"]}}))
    assert written["dealer"] == 1
    assert written["turn"] == 0
    assert written["round"] == 1
    assert written["summer"] == "SW"
    assert written["hands"] == {"0": ["5Wi"], "1": []}
    assert written["fields"] == {at: [] for at in FIELDS}
    assert written["okuses"] == {"board": 2, "0": 0, "1": 0}
    assert written["scores"] == {"0": 0, "1": 0}
    assert written["over"] is False
    assert written["winner"] is None
    assert written["round_points"] is None
    assert "pending" not in written


def test_the_okuses_on_the_board_are_those_nobody_holds() -> None:
    written = write(load({"hands": {"0": ["5Wi"]}, "okuses": {"1": 1}}))
    assert written["okuses"] == {"board": 1, "0": 0, "1": 1}


def test_a_player_who_left_may_have_put_up_an_okus() -> None:
    position = {"options": {"players": 3}, "hands": {"0": ["5Wi"]}, "forfeited": [2]}
    assert write(load(position))["okuses"]["board"] == 3
    assert write(load(position | {"okuses": {"board": 2}}))["okuses"]["board"] == 2


def test_without_a_card_a_player_draws_and_the_turn_passes() -> None:
    written = write(load({"hands": {"1": ["5Wi"]}, "draw": ["2Sp", "3Sp", "4Sp", "5Sp", "6Sp"]}))
    assert written["hands"]["0"] == ["2Sp", "3Sp", "4Sp", "5Sp"]
    assert written["turn"] == 1


def test_without_a_card_anywhere_the_round_is_over() -> None:
    assert load({}).chance_awaited
    assert load({"scores": {"0": 16}, "okuses": {"0": 1}}).over


def test_a_turn_of_one_who_left_goes_on_to_the_next() -> None:
    position = {"options": {"players": 3}, "hands": {"1": ["5Wi"]}, "forfeited": [0]}
    assert load(position).awaited == (1,)


def test_a_card_that_was_asked_for_survives_being_written() -> None:
    given_position = {
        "options": {"passive_card": "on_request"},
        "hands": {"0": ["9Sp"], "1": ["KAu"]},
        "pending": {"passive": {"0": "9Sp"}},
    }
    state = load(given_position)
    assert write(state)["pending"] == {"passive": {"0": "9Sp"}}
    assert "pending" not in in_json(observe(state, 0))


WRONG: st.SearchStrategy[Any] = st.sampled_from(
    [
        None,
        True,
        0,
        1,
        -1,
        99,
        1.5,
        "",
        "5Wi",
        "²",
        "SW",
        "echo",
        "clear",
        [],
        {},
        [[]],
        [None],
        ["5Wi"],
        {"0": 1},
        {"": []},
    ]
)


@given(games(most=60, chosen=any_options), seeds, WRONG)
def test_a_position_with_one_thing_wrong_is_refused_or_played_on(
    game: Game, seed: int, wrong: Any
) -> None:
    position = in_json(write(game.state))
    place, key = _some_place(position, seed)
    place[key] = wrong
    try:
        state = load(position)
    except PositionError:
        return
    assert in_json(write(load(write(state)))) == in_json(write(state))
    state, _ = settle_chance(state, [], SeededSource(b"on"))
    for _ in range(3):
        if not state.over:
            action = next(legal_actions(state, state.awaited[0]))
            state, _ = advance(state, state.awaited[0], action, SeededSource(b"on"))


def _some_place(position: Json, seed: int) -> tuple[Any, Any]:
    """Return a random member of a random object or list of the position, often a pending one."""
    if "pending" in position and seed % 2:
        position = position["pending"]
    found: list[tuple[Any, Any]] = []

    def visit(value: Any) -> None:
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            found.append((value, key))
            if isinstance(value[key], dict | list):
                visit(value[key])

    visit(position)
    return found[seed % len(found)]


PASS: Json = {"name": "pass_the_turn"}


def waiting(kind: str, *awaiting: int | None, first: Json = PASS, **more: object) -> Json:
    """Return a middle with an open decision, after which a step runs and the turn passes."""
    resume = [first, PASS]
    return {"decision": {"kind": kind, "awaiting": awaiting, "resume": resume} | more}


@pytest.mark.parametrize(
    ("pending", "culprit"),
    [
        ({"decision": {"kind": "echo", "awaiting": [0]}}, "at"),
        ({"decision": {"kind": "echo", "awaiting": [0], "at": "SW"}}, "act"),
        ({"decision": {"kind": "audience", "awaiting": [0]}}, "at"),
        ({"decision": {"kind": "turn", "awaiting": [0]}}, "turn"),
        ({"decision": {"kind": "gambler", "awaiting": []}}, "gambler"),
        (
            {"decision": {"kind": "gambler", "awaiting": [0], "resume": [{"name": "reseed"}]}},
            "reseed",
        ),
        ({"turn": {"seat": 1}}, "seat 0"),
        ({"turn": {"seat": 0, "fresh": ["5Xx"]}}, "5Xx"),
        ({"turn": {"seat": 0, "fresh": ["3Sp"]}}, "3Sp"),
        ({"turn": {"seat": 0, "used": ["SW", "SW"]}}, "twice"),
        ({"turn": {"seat": 0, "bonus": -1}}, "bonus"),
        ({"turn": {"seat": 0, "bonus": 1}}, "freebooter"),
        ({"turn": {"seat": 0, "used": ["SW"]}}, "SW is used"),
        ({"turn": {"seat": 0, "cleared": [{"field": "SW", "luminary": "maiden"}]}}, "cleared"),
        ({"turn": {"seat": 0, "harvested_in": ["SW"]}}, "harvested"),
        ({"turn": {"seat": 0, "played": True}}, "nothing is open"),
        ({"passive": {"0": "5Wi"}}, "passive"),
        ({"asked": {"0": [1]}}, "passive"),
        (waiting("butchers_claim", 0, optional=True), "butchers_claim has no answer"),
        ({"chosen": {"0": ["nothing"]}}, "nothing"),
        ({"passive": {"7": "5Wi"}}, "seat 7"),
        ({"chosen": {"0": ["5Wi"]}}, "chosen"),
        (waiting("gambler", 1, at="SW") | {"chosen": {"0": ["KAu"]}}, "KAu"),
        (waiting("echo", -1, at="SW", act="sow", optional=True), "echo"),
        (waiting("echo", 1, at="SW", act="sow", optional=True), "echo"),
        (waiting("echo", 0, at="SW", act="harvest"), "echo"),
        (waiting("perfect_crime_claim", 0, 1, optional=True), "perfect_crime_claim"),
        (waiting("gambler", 0, 0, at="SW"), "gambler"),
        (waiting("gambler", 0, None, at="SW"), "gambler"),
        (waiting("audience_spectator", 0, at="SW"), "audience_spectator"),
        (waiting("audience_spectator", None, at="SW", resume=[]), "resume"),
        (waiting("absent_spectator", -1, at="SW"), "absent_spectator"),
        (waiting("steal", 0), "steal"),
        (waiting("gambler", 0, at="SW", first={"name": "clear", "at": "SW"}), "clear"),
        (waiting("gambler", 0, at="SW", first={"name": "fields_play"}), "fields_play"),
        (waiting("gambler", 0, at="SW", first={"name": "draw_replacements"}), "seat"),
        (waiting("reshuffle", -1, first={"name": "draw_replacements", "seat": 2}), "seat"),
        (waiting("gambler", 0, at="SW", first={"name": "shuffle_back", "count": -1}), "count"),
    ],
)
def test_a_middle_of_a_turn_that_leads_nowhere_is_refused(
    pending: dict[str, object], culprit: str
) -> None:
    with pytest.raises(PositionError, match=culprit):
        load({"hands": {"0": ["5Wi"], "1": ["KAu"]}, "draw": ["2Sp"], "pending": pending})


@pytest.mark.parametrize(
    ("step", "luminaries"),
    [("claim", {}), ("take_effect", {}), ("take_effect", {"NE": "soldiers"})],
)
def test_a_step_that_finds_nothing_in_its_field_is_passed_over(
    step: str, luminaries: dict[str, str]
) -> None:
    state = load(
        {
            "hands": {"0": ["5Wi"], "1": ["KAu"]},
            "draw": ["2Sp", "3Sp", "4Sp", "6Sp"],
            "luminaries": luminaries,
            "pending": waiting("gambler", 0, at="SW", first={"name": step, "at": "NE"}),
        }
    )
    discard = read(state, 0, {"type": "discard", "cards": []})
    state, events = advance(state, 0, discard, SeededSource(b"on"))
    assert [type(event).__name__ for event in events] == [
        "DecisionAnswered",
        "ChoiceMade",
        "TurnPassed",
    ]


def test_nothing_is_asked_once_the_game_is_over() -> None:
    asked = waiting("gambler", 0, at="SW")
    with pytest.raises(PositionError, match="over"):
        load({"hands": {"0": ["5Wi"]}, "over": True, "winner": [0], "pending": asked})


@pytest.mark.parametrize("asked", [[0], [7], [-1], [1, 1], [2]])
def test_only_opponents_have_asked_each_once(asked: list[int]) -> None:
    options = {"players": 4, "mode": "teams", "passive_card": "on_request"}
    pending = {"passive": {"0": "9Sp"}, "asked": {"0": asked}}
    with pytest.raises(PositionError, match="asked of seat 0"):
        load({"options": options, "hands": {"0": ["5Wi", "9Sp"]}, "turn": 0, "pending": pending})


def test_a_player_who_left_shows_no_passive_card() -> None:
    options = {"players": 3, "passive_card": "on_request"}
    pending = {"passive": {"2": "9Sp"}}
    with pytest.raises(PositionError, match="seat 2 left"):
        load({"options": options, "hands": {"0": ["5Wi"]}, "forfeited": [2], "pending": pending})


def test_a_winner_who_left_is_refused_however_written() -> None:
    with pytest.raises(PositionError, match="winner"):
        load({"over": True, "winner": [1], "forfeited": ["1"]})


@pytest.mark.parametrize(("card", "value"), [("2Sp", 13), ("2Wi", 13)])
def test_a_stockpile_of_the_loom_made_larger_loads_in_mid_turn(card: str, value: int) -> None:
    """The Changeling is still available; the stockpile keeps its name or has a new one."""
    state = load(
        {
            "luminaries": {"SW": "loom", "NE": "changeling"},
            "hands": {"0": ["9Wi", card, "NWi", "KAu"], "1": ["5Wi"]},
            "fields": {"SW": ["2Au", "7Wi"], "NE": ["4Sp"]},
        }
    )
    for sent in (
        {"type": "loom_stockpile", "card": "9Wi", "value": 11, "take": ["2Au"]},
        {"type": "stockpile", "card": card, "field": "SW", "value": value, "take": ["2Au"]},
    ):
        state, _ = advance(state, 0, read(state, 0, sent), SeededSource(b"on"))
    written = in_json(write(state))
    assert written["pending"]["turn"]["played"] is True
    assert in_json(write(load(written))) == written


def test_a_game_that_ends_while_somebody_chooses_loads() -> None:
    state = load(
        {
            "hands": {"0": ["5Wi", "9Sp"], "1": ["KAu"]},
            "fields": {"SW": ["5Su"]},
            "luminaries": {"SW": "(gambler)"},
            "draw": ["2Sp", "3Sp", "4Sp", "6Sp", "7Sp", "8Sp", "10Sp"],
        }
    )
    for seat, sent in (
        (0, {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}),
        (0, {"type": "discard", "cards": ["9Sp"]}),
        (1, {"type": "forfeit"}),
    ):
        state, _ = advance(state, seat, read(state, seat, sent), SeededSource(b"on"))
    assert state.over
    written = in_json(write(state))
    assert in_json(write(load(written))) == written


def converging() -> State:
    """Return a position in which the seat that turned up a fourth luminary names a season."""
    state = load(
        {
            "hands": {"0": ["5Wi", "6Wi", "7Wi", "8Wi", "9Wi"], "1": ["KAu"]},
            "fields": {"SW": ["5Su"]},
            "luminaries": {"SW": "(astronomer)", "NW": "maiden", "NE": "river", "SE": "union"},
            "draw": ["2Sp", "3Sp", "4Sp"],
        }
    )
    sent = {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}
    state, _ = advance(state, 0, read(state, 0, sent), SeededSource(b"on"))
    return state


def test_a_written_position_remembers_that_a_fourth_luminary_came_face_up() -> None:
    """R-HARM-1: also if one of the four is gone when the position is loaded."""
    written = in_json(write(converging()))
    del written["luminaries"]["NE"]
    state = load(written)
    sent = read(state, 0, {"type": "name_season", "season": "Winter"})
    state, _ = advance(state, 0, sent, SeededSource(b"on"))
    assert write(state)["hands"] == {"0": ["KAu"], "1": ["6Wi", "7Wi", "8Wi", "9Wi"]}


def test_a_tiebreak_round_is_written_until_the_game_is_over() -> None:
    options = {"mode": "beginner", "tiebreak_round": True}
    state = load({"options": options, "hands": {"0": ["2Sp"]}, "scores": {"0": 17, "1": 17}})
    assert write(state)["pending"] == {"tiebreak": True}
    sent = read(state, 0, {"type": "sow", "card": "2Sp", "field": "NE"})
    state, _ = advance(state, 0, sent, SeededSource(b"on"))
    assert write(state)["round"] == 2
    assert write(state)["pending"] == {"tiebreak": True}
    state, _ = advance(state, 0, read(state, 0, {"type": "forfeit"}), SeededSource(b"on"))
    assert state.over
    assert "pending" not in write(state)


def test_in_a_number_of_rounds_no_score_means_a_tiebreak_round() -> None:
    options = {"mode": "beginner", "tiebreak_round": True, "rounds": 3}
    position = {"options": options, "hands": {"0": ["2Sp"]}, "scores": {"0": 20, "1": 9}}
    assert "pending" not in write(load(position))
