"""Ratings: what places in games say about players."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.skill import UNRATED, PartPlayed, RatedGame, Rating, SkillChange, Taker, rate, replay

NAMES = ("ada", "ben", "cleo", "dan")


def game(*places: int, number: int = 1, mode: str = "standard") -> RatedGame:
    takers = tuple(Taker(NAMES[side], side, place) for side, place in enumerate(places))
    return RatedGame(f"g{number}", mode, takers)


def with_part(part: PartPlayed, *, place: int) -> RatedGame:
    """Return a game that ada wins, ben comes second in, and cleo has a part in."""
    return RatedGame("g1", "standard", (*game(1, 2).takers, Taker("cleo", 2, place, part)))


def gains(changes: tuple[SkillChange, ...]) -> dict[str, float]:
    return {change.player: change.after.mu - change.before.mu for change in changes}


def ranked(scores: list[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)


PLACES = st.lists(st.integers(0, 3), min_size=2, max_size=4).map(ranked)
GAMES = st.lists(st.tuples(st.permutations(NAMES), PLACES, st.sampled_from(["standard", "two"])))


def played(drawn: list[tuple[list[str], tuple[int, ...], str]]) -> list[RatedGame]:
    return [
        RatedGame(
            f"g{number}",
            mode,
            tuple(Taker(who[side], side, place) for side, place in enumerate(places)),
        )
        for number, (who, places, mode) in enumerate(drawn)
    ]


@given(PLACES)
def test_a_better_place_never_gains_less_among_equals(places: tuple[int, ...]) -> None:
    found = gains(rate({}, game(*places)))
    for side, place in enumerate(places):
        for other, worse in enumerate(places):
            if place < worse:
                assert found[NAMES[side]] > found[NAMES[other]]


@given(PLACES)
def test_equals_who_share_a_place_gain_alike(places: tuple[int, ...]) -> None:
    after = {change.player: change.after for change in rate({}, game(*places))}
    for side, place in enumerate(places):
        for other, same in enumerate(places):
            if place == same:
                assert after[NAMES[side]] == after[NAMES[other]]


def test_the_third_gains_less_than_two_who_share_the_first_place() -> None:
    found = gains(rate({}, game(1, 1, 3, 4)))
    assert found["ada"] == found["ben"] > 0 > found["cleo"] > found["dan"]


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_the_order_in_which_players_are_named_changes_nothing(order: tuple[int, ...]) -> None:
    ratings = {"ada": Rating(30, 4, 9), "ben": Rating(20, 6, 3), "cleo": Rating(26, 5, 7)}
    named = game(2, 1, 3, 3)
    shuffled = RatedGame("g1", "standard", tuple(named.takers[each] for each in order))
    assert rate(ratings, shuffled) == rate(ratings, named)


@pytest.mark.slow
@given(GAMES)
def test_all_games_at_once_give_what_they_give_one_by_one(
    drawn: list[tuple[list[str], tuple[int, ...], str]],
) -> None:
    games = played(drawn)
    kept: dict[str, dict[str, Rating]] = {}
    history: list[SkillChange] = []
    for each in games:
        changes = rate(kept.get(each.mode, {}), each)
        kept.setdefault(each.mode, {}).update({one.player: one.after for one in changes})
        history += changes
    ratings = {(mode, player): new for mode in kept for player, new in kept[mode].items()}
    assert replay(games) == (ratings, history)
    assert sum(rating.games for rating in ratings.values()) == len(history)


def test_each_mode_has_ratings_of_its_own() -> None:
    ratings, _ = replay([game(1, 2), game(2, 1, number=2, mode="two")])
    assert ratings["standard", "ada"] == ratings["two", "ben"]
    assert ratings["standard", "ada"].mu > ratings["two", "ada"].mu


def test_a_leaver_is_rated_as_last_whatever_became_of_the_seat() -> None:
    assert rate({}, with_part(PartPlayed.LEFT, place=1)) == rate({}, game(1, 2, 3))


@pytest.mark.parametrize("part", [PartPlayed.SUBSTITUTE, PartPlayed.ABSENT])
def test_substitutes_and_people_who_never_played_are_not_rated(part: PartPlayed) -> None:
    assert rate({}, with_part(part, place=1)) == rate({}, game(1, 2))


def test_a_game_with_one_player_left_to_rate_changes_nothing() -> None:
    alone = (Taker("ada", 0, 1), Taker("ben", 1, 2, PartPlayed.SUBSTITUTE))
    assert rate({}, RatedGame("g1", "standard", alone)) == ()


def test_partners_are_rated_together() -> None:
    takers = tuple(Taker(name, side % 2, 1 + side % 2) for side, name in enumerate(NAMES))
    found = gains(rate({}, RatedGame("g1", "teams", takers)))
    assert found["ada"] == found["cleo"] > 0 > found["ben"] == found["dan"]


def test_a_rating_is_provisional_for_five_games() -> None:
    ratings, history = replay([game(1, 2, number=number) for number in range(5)])
    assert [each.after.provisional for each in history if each.player == "ada"] == [True] * 4 + [
        False
    ]
    assert ratings["standard", "ada"].value > 1000 > ratings["standard", "ben"].value


def test_the_careful_value_begins_at_1000_and_is_never_negative() -> None:
    assert UNRATED.value == 1000
    assert Rating(-40, 8, 3).value == 0
