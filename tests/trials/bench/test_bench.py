"""The benchmark measures correctly; tests do not judge speed."""

from pathlib import Path

import msgspec
import pytest

from trials.bench import analysis, api, clocks, core, earlier, games, routes, seasons, table, walk
from trials.bench.measure import Bound, Row, Sample, Work, compare

SIZES = api.Sizes(played=1, few=10, many=50)
ROW = Row("Group", "work", "baseline", "unit")


def taking(*seconds: float) -> Work:
    """Return work whose rounds take the given times per unit; the first one is a warm-up."""
    left = iter(seconds)
    return lambda: next(left)


def test_speeds_are_compared_round_by_round() -> None:
    row = compare(ROW, taking(9, 1, 20, 3), taking(9, 2, 10, 6), rounds=3)
    assert row.ratio is not None
    assert row.ratio.median == 2
    assert row.ratio.low < 2


def test_of_a_cost_the_ratio_is_that_of_times() -> None:
    cost = Row("Group", "work", "baseline", "unit", Bound(1.2, cost=True))
    row = compare(cost, taking(9, 2, 2), taking(9, 1, 1), rounds=2)
    assert row.ratio is not None
    assert row.ratio.median == 2
    assert row.verdict == "MISSED"


@pytest.mark.parametrize(
    ("bound", "own", "verdict"),
    [
        (Bound(0.5, aim=0.8), 1.0, "met"),
        (Bound(0.5, aim=0.8), 1.6, "met, below the aim"),
        (Bound(0.5, aim=0.8), 2.1, "MISSED"),
        (Bound(1.2, cost=True), 1.1, "met"),
        (None, 7.0, ""),
    ],
)
def test_a_row_says_whether_its_bound_is_met(bound: Bound | None, own: float, verdict: str) -> None:
    row = Row("Group", "work", "baseline", "unit", bound)
    measured = compare(row, taking(own, own), taking(1, 1), rounds=1)
    assert measured.verdict == verdict
    assert measured.as_json()["verdict"] == verdict
    assert table.cells(measured)[-1] == verdict


@pytest.mark.parametrize(
    ("seconds", "verdict"),
    [(0.1, "met"), (0.5, "met, below the aim"), (0.6, "MISSED")],
)
def test_work_without_a_baseline_may_have_a_limit(seconds: float, verdict: str) -> None:
    row = msgspec.structs.replace(
        ROW, seconds=Sample.of([seconds]), limit=Bound(0.5, aim=0.1, cost=True)
    )
    assert row.verdict == verdict
    assert table.cells(row)[-2:] == ("at most 500, aim 100 ms", verdict)


def test_each_group_of_rows_is_printed_under_its_headings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report, other = table.Report(), msgspec.structs.replace(ROW, group="Others")
    for row in (ROW, ROW, other):
        report.add(row)
    printed = capsys.readouterr().out.split("\n")
    titles = [line.split()[0] for line in printed if "beside takes" in line]
    assert titles == ["Group", "Others"]
    assert sum(line.startswith("work ") for line in printed) == 3


def test_tests_that_did_not_run_say_how_to_run_them() -> None:
    row = Row("Group", "work", "baseline", "unit", missing="install it")
    assert row.verdict == "not run"
    assert table.cells(row)[-1] == "not run: install it"


@pytest.mark.thorough
def test_the_rules_are_measured() -> None:
    rows = list(core.rows(rounds=1))
    assert [row.work for row in rows if row.ratio is None] == []
    assert {row.group for row in rows} == {"Rules"}


@pytest.mark.thorough
def test_games_at_random_are_measured() -> None:
    rows = list(games.rows(rounds=1))
    assert [row.work for row in rows if row.ratio is None and row.missing != games.RLCARD] == []
    assert len(rows) == 6


@pytest.mark.thorough
def test_the_api_is_measured(tmp_path: Path) -> None:
    addresses = f"sqlite:///{tmp_path}/{{}}.sqlite3".format
    rows = list(api.measured("SQLite", addresses, rounds=1, sizes=SIZES))
    assert [row.work for row in rows if row.seconds is None] == []
    assert len(rows) == 14


@pytest.mark.thorough
def test_sweeps_of_running_clocks_are_measured(tmp_path: Path) -> None:
    addresses = f"sqlite:///{tmp_path}/{{}}.sqlite3".format
    rows = list(clocks.measured("SQLite", addresses, rounds=1, clocks=120))
    assert [row.work for row in rows] == ["a sweep with none due", "each of 100 due"]
    assert all(row.ratio and row.ratio.median > 1 for row in rows)


@pytest.mark.thorough
def test_large_seasons_are_measured_beside_smaller_ones_and_lists(tmp_path: Path) -> None:
    addresses = f"sqlite:///{tmp_path}/{{}}.sqlite3".format
    rows = list(seasons.measured("SQLite", addresses, rounds=1, entrants=80))
    works = ("pair a round", "record a result", "read the standings")
    assert [(row.work, bool(row.bound)) for row in rows] == [
        (work, bound) for work in works for bound in (True, False)
    ]
    assert all(row.ratio and row.ratio.median > 0 for row in rows)


@pytest.mark.thorough
def test_every_route_is_measured(tmp_path: Path) -> None:
    addresses = f"sqlite:///{tmp_path}/{{}}.sqlite3".format
    rows = list(routes.measured("SQLite", addresses, rounds=1, games=20))
    *bound, others = [row for row in rows if row.bound]
    assert len(bound) == routes.DEAREST
    assert "others, at most" in others.work
    assert all(row.ratio for row in rows)
    apart = {row.baseline for row in rows if not row.bound}
    assert apart == {walk.FIELDS, walk.HASHES, walk.PNG}
    assert not any("(5" in row.work for row in bound)


@pytest.mark.thorough
def test_the_analysis_of_a_game_is_measured() -> None:
    (row,) = analysis.rows(rounds=1)
    assert row.ratio


@pytest.mark.thorough
def test_random_play_is_measured_beside_an_earlier_commit() -> None:
    rows = list(earlier.rows(rounds=1))
    assert all(row.ratio or "not in this clone" in row.missing for row in rows)


def test_a_clone_without_the_earlier_commit_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earlier, "COMMIT", "0" * 40)
    rows = list(earlier.rows(rounds=1))
    assert all("is not in this clone" in row.missing for row in rows)
