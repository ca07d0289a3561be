"""Divisions and groups: who plays where in the next season."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.contest.divisions import Assignment, Claim, Outcome, claims, fill
from leagues.contest.errors import LeagueError
from leagues.contest.formats.dealing import deal
from leagues.contest.formats.records import pairs_of
from trials.swiss import names

LAST = ["abcdefgh", "ijklmnop", "qrstuvwx"]
MOVED = claims(LAST, promoted=2, relegated=2)


def shown(filled: tuple[tuple[Assignment, ...], ...]) -> list[str]:
    return ["".join(sorted(one.entrant for one in division)) for division in filled]


def test_the_first_go_up_and_the_last_go_down() -> None:
    assert shown(fill("abcdefghijklmnopqrstuvwx", MOVED, 3)) == ["abcdefij", "ghklmnqr", "opstuvwx"]


def test_newcomers_start_at_the_bottom() -> None:
    filled = fill([*"123456", *"abcdefghijklmnopqrstuvwx"], MOVED, 3)
    assert [len(division) for division in filled] == [10, 10, 10]
    assert {*"123456"} <= {one.entrant for one in filled[2]}


def test_the_best_below_fill_vacancies_and_who_was_relegated_does_not() -> None:
    top, *_ = fill("abcghijklmnopqrstuvwx", MOVED, 3)
    assert [one.entrant for one in top] == [*"abcijkl"]
    assert [one.entrant for one in top if one.raised] == [*"kl"]


def test_the_relegated_come_back_before_newcomers() -> None:
    top, bottom = fill([*"12", *"abcdefghij"], MOVED, 2)
    assert shown((top, bottom)) == ["abcdefij", "12gh"]
    top, bottom = fill([*"1234", "g", "h"], MOVED, 2)
    assert shown((top, bottom)) == ["1gh", "234"]


def test_the_withdrawn_are_not_promoted_and_the_next_one_is() -> None:
    moved = claims(LAST, promoted=2, relegated=2, withdrawn=frozenset("i"))
    assert [name for name in LAST[1] if moved[name].outcome is Outcome.PROMOTED] == ["j", "k"]
    assert moved["i"].division == 1


def test_a_claim_outlives_two_missed_seasons() -> None:
    before = MOVED
    for missed in (1, 2):
        before = claims(["yz"], promoted=0, relegated=0, before=before)
        assert before["k"].missed == missed
        assert before["k"].division == 1
    assert "k" not in claims(["yz"], promoted=0, relegated=0, before=before)


@pytest.mark.parametrize(("had", "has"), [(0, 0), (1, 1), (2, 1)])
def test_a_substitute_never_falls_below_the_claim_that_they_had(had: int, has: int) -> None:
    before = {"s": Claim(had, Outcome.SAFE, had, 1)}
    orders, called = ["ab", "cds", "ef"], frozenset("s")
    found = claims(orders, promoted=1, relegated=1, substitutes=called, before=before)
    assert found["s"].division == has


def test_nobody_is_in_two_divisions() -> None:
    with pytest.raises(LeagueError):
        claims(["xyzv", "abcdef", "ghijca", "tuw"], promoted=2, relegated=2)


def test_who_would_go_up_and_down_at_once_goes_up() -> None:
    found = claims(["xyzv", "abcd", "tuw"], promoted=2, relegated=2, withdrawn=frozenset("a"))
    moved = {name: found[name].outcome for name in "abcd"}
    assert moved == {"a": "safe", "b": "promoted", "c": "promoted", "d": "relegated"}


def test_a_division_for_which_nobody_is_left_is_refused() -> None:
    above = {name: Claim(0, Outcome.SAFE, 0, place) for place, name in enumerate("abc", start=1)}
    with pytest.raises(LeagueError, match="Nobody is left for division 2"):
        fill("abc", above, 3)


@pytest.mark.parametrize(("registered", "divisions"), [("aa", 1), ("ab", 3), ("ab", 0)])
def test_impossible_registrations_are_refused(registered: str, divisions: int) -> None:
    with pytest.raises(LeagueError):
        fill(registered, {}, divisions)


@given(
    st.lists(st.integers(4, 12), min_size=1, max_size=4),
    st.integers(1, 5),
    st.data(),
    st.booleans(),
)
def test_nobody_plays_below_their_claim(
    sizes: list[int], divisions: int, data: st.DataObject, all_return: bool
) -> None:
    everybody = iter(names(sum(sizes)))
    orders = [[next(everybody) for _ in range(size)] for size in sizes]
    moved = claims(orders, promoted=2, relegated=2)
    known = [name for order in orders for name in order]
    back = known if all_return else data.draw(st.lists(st.sampled_from(known), unique=True))
    registered = [*back, *(f"new{n}" for n in range(data.draw(st.integers(5, 12))))]
    filled = fill(registered, moved, divisions)
    assert sorted(one.entrant for division in filled for one in division) == sorted(registered)
    for one in (one for division in filled for one in division):
        if one.claim:
            assert one.division <= one.claim.division
            assert one.raised == (one.division < one.claim.division)


@given(st.integers(1, 60), st.integers(1, 6))
def test_divisions_of_newcomers_have_balanced_sizes(entrants: int, divisions: int) -> None:
    if divisions <= entrants:
        sizes = [len(division) for division in fill(names(entrants), {}, divisions)]
        assert sum(sizes) == entrants
        assert max(sizes) - min(sizes) <= 1


@given(st.binary(min_size=32, max_size=32))
def test_each_group_is_dealt_one_of_equal_strength_at_a_time(key: bytes) -> None:
    dealt = deal("abcdefgh", 3, key=key)
    assert sorted(map(len, dealt)) == [2, 3, 3]
    for strong in ("abc", "def"):
        assert sorted(name for group in dealt for name in group if name in strong) == [*strong]
        assert all(len({*strong} & {*group}) == 1 for group in dealt)


def test_lots_decide_who_is_dealt_to_which_group() -> None:
    dealt = {str(deal("abcd", 2, key=bytes([number]) * 32)) for number in range(50)}
    assert dealt == {
        str([[one, other], [*sorted({*"abcd"} - {one, other})]]) for one in "ab" for other in "cd"
    }


@given(st.binary(min_size=32, max_size=32))
def test_blocked_people_are_dealt_to_other_groups(key: bytes) -> None:
    dealt = deal("abcdefgh", 3, frozenset([("a", "f"), ("c", "d")]), key=key)
    assert sorted(map(len, dealt)) == [2, 3, 3]
    assert not any({"a", "f"} <= {*group} or {"c", "d"} <= {*group} for group in dealt)


@given(st.integers(8, 40), st.integers(2, 5), st.binary(min_size=32, max_size=32), st.data())
def test_groups_have_equal_sizes_and_keep_blocked_people_apart(
    entrants: int, groups: int, key: bytes, data: st.DataObject
) -> None:
    blocked = data.draw(st.sampled_from(pairs_of(names(entrants))))
    dealt = deal(names(entrants), groups, frozenset([blocked]), key=key)
    assert sorted(name for group in dealt for name in group) == list(names(entrants))
    sizes = [len(group) for group in dealt]
    assert max(sizes) - min(sizes) <= 1
    assert not any({*blocked} <= {*group} for group in dealt)


@given(
    st.integers(2, 4),
    st.integers(2, 5),
    st.integers(0, 5),
    st.binary(min_size=32, max_size=32),
    st.data(),
)
def test_groups_can_have_sizes_that_are_multiples_of_a_step(
    step: int, groups: int, more: int, key: bytes, data: st.DataObject
) -> None:
    everybody = names(step * (2 * groups + more))
    blocked = data.draw(st.sampled_from(pairs_of(everybody)))
    dealt = deal(everybody, groups, frozenset([blocked]), key=key, step=step)
    assert sorted(name for group in dealt for name in group) == list(everybody)
    sizes = [len(group) for group in dealt]
    assert {size % step for size in sizes} == {0}
    assert max(sizes) - min(sizes) in (0, step)
    last = {*everybody[len(everybody) // (groups * step) * groups * step :]}
    assert {*blocked} <= last or not any({*blocked} <= {*group} for group in dealt)


@given(st.integers(2, 4), st.integers(1, 30), st.integers(1, 6), st.data())
def test_divisions_can_have_sizes_that_are_multiples_of_a_step(
    step: int, steps: int, divisions: int, data: st.DataObject
) -> None:
    everybody = names(step * steps)
    claimed = {
        name: Claim(data.draw(st.integers(0, 2)), Outcome.SAFE, came_from=0, place=1)
        for name in everybody[:6]
    }
    if divisions <= steps:
        sizes = [len(division) for division in fill(everybody, {}, divisions, step)]
        assert max(sizes) - min(sizes) in (0, step)
        assert {size % step for size in sizes} == {0}
    if len(everybody) >= 6 + divisions * step * 3:
        filled = fill(everybody, claimed, divisions, step)
        assert {len(division) % step for division in filled} == {0}


@pytest.mark.parametrize("groups", [0, 5])
def test_groups_without_entrants_are_refused(groups: int) -> None:
    with pytest.raises(LeagueError):
        deal("abcd", groups, key=bytes(32))
