"""The command that measures house players counts and fits correctly."""

import sys
from subprocess import run
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core import read_options
from illimat_core.players.evaluation import (
    FEATURES,
    WEIGHTS,
    Survey,
    features,
    likely_values,
    weights_for,
)
from illimat_core.players.knowledge import know
from illimat_core.players.worlds import UnseenThings
from tests.support.playing import play as played
from trials.dice import dice
from trials.strength.figures import Figure, Interval, interval, markdown, plot
from trials.strength.fitting import GAMES, collect_features, solve
from trials.strength.matches import Contender, Match, read_entrant, share
from trials.strength.table import ROWS

pytestmark = pytest.mark.no_cover  # a search, which measuring would make three times as long

BEGINNER = Contender("beginner")
SHARE = Interval(0.985, 0.98, 0.99)
FIGURE = Figure("none", "steady", "random", 400, SHARE, 0.95)


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"mode": "teams"}])
def test_all_seats_of_a_deal_share_one_win(options: dict[str, object]) -> None:
    """Deal and dice belong to seats, so between equal players all games of a deal are equal."""
    match = Match("equals", options | {"rounds": 1}, BEGINNER, BEGINNER)
    for seed in range(3):
        assert sum(match.shares(seed)) == pytest.approx(1)


@pytest.mark.slow
def test_the_same_seed_is_the_same_figure() -> None:
    match = Match("twice", {"rounds": 1}, Contender("steady"), BEGINNER)
    assert match.shares(7) == match.shares(7)


def test_winners_of_a_tie_share_the_win() -> None:
    state = played({"players": 3, "rounds": 1}, 5).state
    assert sum(share(state, [seat]) for seat in state.seats) == pytest.approx(1)


SHARES = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


@given(st.lists(SHARES, min_size=1))
def test_an_interval_has_the_mean_within_it_and_stays_within_0_and_1(shares: list[float]) -> None:
    mean, low, high = interval(shares)
    assert 0 <= low <= mean <= high <= 1
    assert high - low < 2 / len(shares) ** 0.5
    assert high > low


def test_an_interval_of_single_games_is_wilsons() -> None:
    mean, low, high = interval([0.0, 1.0] * 500)
    assert mean == 0.5
    assert (low, high) == pytest.approx((0.469, 0.531), abs=0.001)
    assert interval([1.0] * 60).low == pytest.approx(60 / (60 + 1.96**2), abs=0.002)


def test_an_interval_is_that_of_deals_and_not_of_their_games() -> None:
    alike, opposed = interval([0.0, 1.0] * 50), interval([0.25, 0.75] * 50)
    assert opposed.high - opposed.low == pytest.approx((alike.high - alike.low) / 2, rel=0.05)


@pytest.mark.parametrize(
    ("least", "verdict"), [(None, ""), (0.98, "met"), (0.985, "open"), (0.995, "missed")]
)
def test_a_figure_says_whether_what_was_wanted_is_certain(
    least: float | None, verdict: str
) -> None:
    figure = Figure("none", "steady", "random", 400, SHARE, least)
    assert figure.verdict == verdict
    assert verdict in markdown([figure])


def test_a_plot_has_a_point_for_each_figure() -> None:
    drawn = ElementTree.fromstring(plot([FIGURE, FIGURE]))  # noqa: S314 - made here
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == 2


def test_an_entrant_may_have_a_budget() -> None:
    assert str(read_entrant("strong:60")) == "strong:60"
    for wrong in ("clever", "strong:0", "strong:many"):
        with pytest.raises(ValueError, match=r"level|budget|invalid"):
            read_entrant(wrong)


def test_least_squares_finds_the_weights_that_margins_were_made_of() -> None:
    random, wanted = dice(1), [2.0, -1.0, 0.5]
    rows = [[random.random() for _ in wanted] for _ in range(20)]
    margins = [sum(w * x for w, x in zip(wanted, row, strict=True)) for row in rows]
    places = range(len(wanted))
    products = [[sum(row[i] * row[j] for row in rows) for j in places] for i in places]
    targets = [
        sum(row[i] * margin for row, margin in zip(rows, margins, strict=True)) for i in places
    ]
    assert solve(products, targets) == pytest.approx(wanted)


def test_margins_of_all_seats_are_observed_at_every_turn() -> None:
    rows = collect_features({"players": 2, "rounds": 1}, 3, BEGINNER.player())
    assert len(rows) > 20
    assert {len(row) for row, _ in rows} == {len(FEATURES)}
    assert sum(margin for _, margin in rows) == pytest.approx(0)


def test_there_are_weights_for_every_game() -> None:
    for name, games in GAMES.items():
        for options in games:
            found = weights_for(read_options(options))
            assert found == WEIGHTS.get(name, found)
            assert found in WEIGHTS.values()
    assert set(WEIGHTS) <= set(GAMES)


def test_features_have_their_names() -> None:
    state = played({}, 3, 12).state
    likely = likely_values(UnseenThings(know(state, 0)).cards)
    found = dict(zip(FEATURES, features(Survey(state, likely), 0), strict=True))
    assert found["mean"] == 1
    assert found["cards_in_hand"] == len(state.players[0].hand) / 4


@pytest.mark.slow
def test_the_command_prints_a_table() -> None:
    command = [sys.executable, "-m", "trials.strength", "--only", "none", "--jobs", "1"]
    flags = ["--deals", "2", "--one", "beginner", "--others", "random"]
    told = run([*command, *flags], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert "| none | beginner | random | 2 | " in told.stdout


def test_every_match_can_be_played() -> None:
    for row in ROWS:
        read_options(row.match.options)
        row.match.one.player()
