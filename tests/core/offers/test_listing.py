"""Properties of the list and the menu: ordered, and exactly the accepted actions."""

import gc
from collections import deque
from itertools import islice, takewhile

import pytest
from hypothesis import assume, given

from illimat_core import (
    Event,
    RuleError,
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
    redact,
    write,
)
from illimat_core.actions import Harvest
from illimat_core.events import (
    CardsHarvested,
    CardSown,
    FieldCleared,
    HiddenCardsTurnedUp,
    IllimatTurned,
    StockpileMade,
)
from illimat_core.offers.news import Asker
from illimat_core.rules.sums import Splitter, _Others
from tests.core.actions import listed, mutations
from tests.core.oracles.follow_ups import follow_ups
from tests.core.oracles.plays import (
    canonical_key,
    groups_in,
    items_of,
    legal_plays,
    values,
)
from tests.core.oracles.plays import legal_actions as free_and_main
from tests.support.playing import (
    DECK,
    Game,
    Json,
    as_text,
    games,
    in_json,
    lit_positions,
    mover,
    options,
    positions,
    seeds,
    states,
    written_position,
)
from tests.support.profiles import THOROUGH
from tests.support.worst import counting
from trials.dice import dice

FIRST = 250  # tried of a long list


@given(states())
def test_every_awaited_seat_has_a_legal_action(state: State) -> None:
    assume(not state.over)
    for seat in state.awaited:
        assert next(legal_actions(state, seat), None) is not None


@given(states())
def test_seats_that_are_not_awaited_have_no_legal_action(state: State) -> None:
    others = [seat for seat in (*state.seats, None) if seat not in state.awaited]
    assert all(list(legal_actions(state, seat)) == [] for seat in others)
    assert all(menu(state, seat) is None for seat in others)


@given(positions(in_a_field=5))
def test_the_list_is_what_trying_every_set_of_items_finds(state: State) -> None:
    assume(not state.over)
    found = sorted(legal_plays(write(state), mover(state)), key=canonical_key)
    assert listed(state) == found


@given(lit_positions())
def test_the_list_under_luminaries_is_what_trying_every_set_of_items_finds(state: State) -> None:
    assume(not state.over)
    found = sorted(free_and_main(write(state), mover(state)), key=canonical_key)
    assert listed(state) == found


@given(lit_positions(), seeds)
def test_the_actions_after_a_main_play_depend_on_public_facts_only(state: State, seed: int) -> None:
    assume(not state.over)
    seat, random = mover(state), dice(seed)
    mains = main_plays(state)
    echoed = [each for each in mains if echoes(state, each["field"])]
    play = random.choice(echoed or mains)
    events = decide(state, seat, read(state, seat, play))
    made = takewhile(lambda event: isinstance(event, MADE_BY_PLAYS), events)
    before, after = write(state), write(fold(made, state))
    expected = follow_ups(before, after, seat, play)
    now = fold(events, state)
    if expected is None:
        assert now.over or not (now.turn.played and now.pending is None)
        assert now.pending is None or now.pending.kind != "echo"
    else:
        assert now.awaited == (seat,)
        assert listed(now) == sorted(expected, key=canonical_key)


def main_plays(state: State) -> list[Json]:
    return [each for each in listed(state) if each["type"] in {"sow", "harvest", "stockpile"}]


def echoes(state: State, field: str) -> bool:
    """Return whether the Echo lies face up in a field."""
    lying: Json = write(state)["luminaries"]
    return bool(lying.get(field) == "echo")


MADE_BY_PLAYS = (
    CardsHarvested, CardSown, FieldCleared, HiddenCardsTurnedUp, IllimatTurned, StockpileMade,
)  # fmt: skip


@given(games())
def test_the_list_of_a_game_is_what_trying_every_set_finds(game: Game) -> None:
    state = game.state
    assume(not state.over and max(len(field.items) for field in state.fields) < 9)
    found = sorted(legal_plays(write(state), mover(state)), key=canonical_key)
    assert listed(state) == found


@given(states())
def test_the_list_is_in_canonical_order_and_without_doubles(state: State) -> None:
    assume(not state.over)
    keys = [canonical_key(action) for action in listed(state, 3_000)]
    assert keys == sorted(keys)
    assert len({as_text(key) for key in keys}) == len(keys)


@given(states())
def test_all_that_is_listed_is_accepted_and_does_what_preview_said(state: State) -> None:
    assume(not state.over)
    seat = mover(state)
    for given_action in listed(state, FIRST):
        action = read(state, seat, given_action)
        assert in_json(as_json(action)) == given_action
        events = decide(state, seat, action)
        told = preview(state, seat, given_action)
        known = before_news(state, events)
        assert told[: len(known)] == [redact(event, seat) for event in known]
        assert len(told) == len(known) + (known != events)


def before_news(state: State, events: list[Event]) -> list[Event]:
    """Return the events that the mover can foresee."""
    asker = Asker(state, mover(state))
    return list(takewhile(lambda event: not asker.learns_from(event), events))


@given(states(), seeds)
def test_a_changed_action_is_refused_or_listed(state: State, seed: int) -> None:
    assume(not state.over)
    random, seat = dice(seed), mover(state)
    whole = listed(state, 2_000)
    assume(len(whole) < 2_000)
    for action in random.sample(whole, min(len(whole), 12)):
        for changed in mutations(action, state, random):
            try:
                accepted = read(state, seat, changed)
                decide(state, seat, accepted)
            except RuleError:
                continue
            assert in_json(as_json(accepted)) in whole


@given(positions(in_a_field=7))
def test_the_menu_counts_groups_exactly(state: State) -> None:
    assume(not state.over)
    position = write(state)
    offered = in_json(menu(state, mover(state)))
    assert offered is not None
    cut = False
    for play in offered["plays"]:
        items = items_of(position, play["field"])
        for entry in play["harvest"]:
            groups = groups_in(items, entry["value"])
            assert entry["count"] == len(groups)
            assert all(group in groups for group in entry["groups"])
            assert len({as_text(group) for group in entry["groups"]}) == len(entry["groups"])
            cut |= len(entry["groups"]) < entry["count"]
        for entry in play["stockpile"]:
            beside = groups_in(items, entry["value"])
            rests = {entry["value"] - own for own in values(play["cards"][0])}
            loose = [item for item in items if not item.multiple]
            joined = [group for rest in rests if rest > 0 for group in groups_in(loose, rest)]
            joined += [[]] if 0 in rests else []
            assert entry["count"] == len(beside) + len(joined)
            assert all(group in beside for group in entry["beside"])
            assert all(group in joined for group in entry["with"])
            cut |= len(entry["with"]) + len(entry["beside"]) < entry["count"]
    assert offered["cut"] == cut


@given(options(), seeds)
def test_the_menu_stays_small_in_crowded_fields(given_options: Json, seed: int) -> None:
    position = written_position(given_options, seed, 0, low=True)
    used = {card for pile in (*position["hands"].values(),) for card in pile}
    deck = [
        c for c in DECK if c not in used and (c[-2:] != "St" or position["options"]["players"] == 4)
    ]
    position |= {"fields": {"SW": deck[:20], "NE": deck[20:40]}, "harvested": {}, "draw": []}
    state = load(position)
    assume(not state.over)
    offered = in_json(menu(state, mover(state)))
    assert len(as_text(offered)) < 60_000


def test_a_menu_of_a_crowded_field_is_cut_and_still_counts_exactly() -> None:
    low = [f"{rank}{suit}" for suit in ("Sp", "Su", "Au", "Wi") for rank in ("F", 2, 3, 4, 5)]
    position = {"hands": {"0": ["KSp"], "1": ["9Au"]}, "fields": {"SW": low}}
    offered = in_json(menu(load(position), 0))
    assert offered is not None
    assert offered["cut"] is True
    play = next(each for each in offered["plays"] if each["field"] == "SW")
    (harvest,) = play["harvest"]
    assert harvest["value"] == 13
    assert harvest["count"] == 4108
    assert 0 < len(harvest["groups"]) < 100
    assert len(as_text(offered)) < 10_000


def test_a_set_with_a_high_and_a_low_fool_is_one_group() -> None:
    position = {
        "options": {"full_harvest": True},
        "hands": {"0": ["2Sp", "3Sp", "4Sp", "6Sp"], "1": ["9Au"]},
        "fields": {"SW": ["FSp", "FAu", "KSp"]},
    }
    offered = in_json(menu(load(position), 0))
    assert offered is not None
    (harvest,) = next(p for p in offered["plays"] if len(p["cards"]) == 4)["harvest"]
    assert (harvest["value"], harvest["count"]) == (15, 2)
    assert sorted(harvest["groups"]) == [["FSp", "FAu"], ["FSp", "KSp", "FAu"]]


def test_the_menu_of_a_large_hand_tells_of_every_card() -> None:
    hand = [f"{rank}{suit}" for rank in (2, 3, 4) for suit in ("Sp", "Su", "Wi")]
    state = load({"luminaries": {"SW": "collective"}, "hands": {"0": hand, "1": ["KAu"]}})
    found = in_json(menu(state, 0))
    assert found
    assert found["cut"]
    assert {*hand} <= {card for play in found["plays"] if play["sow"] for card in play["cards"]}


def test_a_list_of_a_crowded_field_begins_at_once() -> None:
    low = [f"{rank}{suit}" for suit in ("Sp", "Su", "Au", "Wi") for rank in (2, 3, 4, 5, "F")]
    state = load({"hands": {"0": ["10Sp", "KSu", "QSu"], "1": ["9Au"]}, "fields": {"SW": low}})
    with counting((Splitter, "_first_group"), (_Others, "_fill")) as steps:
        listed = legal_actions(state, 0)
        first_harvest = next(each for each in listed if isinstance(each, Harvest))
    assert steps.number < 100
    for action in (first_harvest, *islice(listed, 490, 500)):
        decide(state, 0, action)


CROWD = [f"{rank}{suit}" for suit in ("Sp", "Su", "Au", "Wi") for rank in (2, 3, "F")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "fields",
    [
        {"SW": ["2Sp", "3Sp", "5Au"], "NE": ["FAu", {"10": ["6Sp 4Sp | 7Sp 3Su"]}]},
        {"SW": [*CROWD, {"10": ["6Sp 4Sp | 10Au"]}]},
    ],
)
@pytest.mark.parametrize("harvest", ["all_sets", "single_set"])
def test_a_list_continues_behind_each_of_its_actions(fields: Json, harvest: str) -> None:
    hands = {"0": ["10Sp", "5Su", "FSt", "KSt"], "1": ["9Au"]}
    state = load({"options": {"harvest": harvest}, "hands": hands, "fields": fields})
    whole = list(islice(legal_actions(state, 0), 420))
    for place, action in list(enumerate(whole[:400]))[:: 1 if THOROUGH else 9]:
        rest = legal_actions(state, 0, after=action)
        assert list(islice(rest, 20)) == whole[place + 1 : place + 21]


def test_a_long_list_is_never_held_whole() -> None:
    low = [f"{rank}{suit}" for suit in ("Sp", "Su", "Au", "Wi") for rank in (2, 3, 4, 5, "F")]
    state = load({"hands": {"0": ["10Sp", "KSu", "QSu"], "1": ["9Au"]}, "fields": {"SW": low}})
    before = len(harvests_in_memory())
    listed = (each for each in legal_actions(state, 0) if isinstance(each, Harvest))
    deque(islice(listed, 2_000), maxlen=0)
    assert len(harvests_in_memory()) <= before + 1


def harvests_in_memory() -> list[Harvest]:
    gc.collect()
    return [each for each in gc.get_objects() if type(each) is Harvest]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_game_that_is_over_offers_nothing(viewer: int | None) -> None:
    state = load({"over": True, "winner": [1]})
    assert list(legal_actions(state, viewer)) == []
    assert menu(state, viewer) is None
    assert observe(state, viewer).decisions == []
