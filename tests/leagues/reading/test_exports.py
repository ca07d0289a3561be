"""From the export of a season alone, its standings can be recomputed."""

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from accounts.models import User
from leagues.contest.lots import key_of
from leagues.contest.standings import records
from leagues.contest.standings.ranking import standings as standings_of
from tests.support.exports import got, play_season

pytestmark = pytest.mark.django_db

SEEDS = range(2, 14)
"""Of these, 13 is a Swiss at tables of two."""


def groups_of(whole: Any) -> dict[tuple[int, int], list[Any]]:
    groups = defaultdict(list)
    for row in whole["standings"]:
        groups[row["division"], row["group"]].append(row)
    return groups


def record_of(whole: Any, group: tuple[int, int]) -> records.GroupRecord:
    """Return what the standings of a group are computed from, by the export."""

    def here(rows: list[Any]) -> list[Any]:
        return [each for each in rows if (each["division"], each["group"]) == group]

    rules = whole["season"]["rules"]
    by_round = rules["format"] in {"swiss", "single_tables"}
    rounds = rules["rounds"] if by_round else 0
    entrants = {each["id"]: each for each in whole["entrants"]}
    fixtures, byes = here(whole["fixtures"]), here(whole["byes"])
    last = max(each["round"] for each in [*fixtures, *byes])
    members = [entrants[row["entrant"]["id"]] for row in here(whole["standings"])]
    return records.GroupRecord(
        members=tuple(
            records.Contestant(each["id"], each["withdrawn_at"] is not None, each["substitute"])
            for each in members
        ),
        fixtures=tuple(
            records.FixtureRecord(
                each["id"],
                tuple(one["id"] for one in each["entrants"]),
                each["round"] if by_round else 1,
            )
            for each in fixtures
        ),
        results=tuple(result_of(each) for each in fixtures if each["result"]),
        key=key_of(whole["season"]["id"], bytes.fromhex(whole["season"]["revealed"])),
        drawn=whole["season"]["state"] == "finished",
        rules=worth_of(whole),
        games=rounds,
        rounds_left=max(0, rounds - last) if whole["season"]["state"] == "running" else 0,
        byes=tuple(
            records.ByeRecord(each["entrant"]["id"], each["round"] if by_round else 1)
            for each in byes
        ),
    )


def worth_of(whole: Any) -> records.PointRules:
    """Return what games are worth, by the export."""
    scales = {
        each["at_table"]: records.Scale(tuple(map(Fraction, each["places"])), each["drawn"])
        for each in whole["worth"]["tables"]
    }
    share, bye = Fraction(whole["worth"]["substitute"]), Fraction(whole["worth"]["bye"])
    return records.PointRules(
        scales,
        share,
        bye,
        bye_by_place=Fraction(whole["worth"]["bye_by_place"]),
        ties=tuple(whole["worth"]["ties"][1:]),
    )


def result_of(fixture: Any) -> records.ResultRecord:
    """Return a result, by the export."""
    shown = fixture["result"]
    void = shown["kind"] == "void"
    stayed = shown["compensation"]["entrant"]["id"] if void and shown["compensation"] else None
    return records.ResultRecord(
        fixture["id"],
        tuple(
            records.SeatResult(
                seat["place"],
                seat["score"],
                seat["left"],
                seat["substitute"] and seat["substitute"]["id"],
                seat["no_show"],
            )
            for seat in shown["seats"]
        ),
        records.ResultKind(shown["kind"]),
        shown["revision"],
        stayed,
    )


def points_of(whole: Any) -> dict[str, Fraction]:
    """Return the points of everybody: what games that count, byes and compensations give."""
    worth = worth_of(whole)
    points: dict[str, Fraction] = defaultdict(Fraction)
    early = {row["entrant"]["id"] for row in whole["standings"] if row["void"]}
    for bye in whole["byes"]:
        if bye["counts_for"]:
            points[bye["counts_for"]["id"]] += Fraction(bye["points"]).limit_denominator(1000)
    for fixture in whole["fixtures"]:
        result = fixture["result"]
        if result and result["compensation"]:
            points[result["compensation"]["entrant"]["id"]] += Fraction(
                result["compensation"]["points"]
            ).limit_denominator(1000)
        if not result or not result["counts"]:
            continue
        places = Counter(seat["place"] for seat in result["seats"])
        scale = worth.scale(len(result["seats"]))
        for entrant, seat in zip(fixture["entrants"], result["seats"], strict=True):
            given = scale.of(seat["place"], places[seat["place"]])
            points[entrant["id"]] += scale.places[-1] if seat["left"] else given
            if seat["left"] and seat["substitute"]:
                points[seat["substitute"]["id"]] += given * worth.substitute
    return points | dict.fromkeys(early, Fraction(0))


def shown_points_of(whole: Any) -> dict[str, float]:
    """Return the sum of the points that the export shows for everybody."""
    points: dict[str, float] = defaultdict(float)
    for bye in whole["byes"]:
        points[bye["entrant"]["id"]] += bye["points"]
    for fixture, result in ((each, each["result"]) for each in whole["fixtures"]):
        if result and result["compensation"]:
            points[result["compensation"]["entrant"]["id"]] += result["compensation"]["points"]
        for entrant, seat in zip(
            fixture["entrants"], result["seats"] if result else (), strict=False
        ):
            points[entrant["id"]] += seat["points"]
            if seat["substitute"]:
                points[seat["substitute"]["id"]] += seat["substitute_points"]
    return points


@pytest.mark.parametrize("seed", SEEDS)
def test_the_points_of_a_row_are_the_sum_of_those_of_its_games_and_byes(seed: int) -> None:
    reader, address = User.objects.create_user("ada", "ada@example.org"), play_season(seed)
    seats = shown_points_of(got(reader, f"{address}/export.json"))
    for row in got(reader, f"{address}/crosstable?limit=100")["results"]:
        games = sum(each["points"] or 0 for each in row["games"] + row["byes"])
        assert row["points"] == pytest.approx(games)
        assert row["points"] == pytest.approx(seats[row["entrant"]["id"]])
        for game in row["games"]:
            assert not (game["compensation"] and game["counts"])


def test_relative_decides_first_where_tables_have_different_sizes() -> None:
    reader, mixed = User.objects.create_user("ada", "ada@example.org"), 0
    for seed in SEEDS:
        whole = got(reader, f"{play_season(seed)}/export.json")
        first, second, *_ = whole["worth"]["ties"]
        for rows in groups_of(whole).values():
            decides = second if rows[0]["relative"] is None else first
            mixed += decides == "relative"
            orders = [(row["void"], -round(row[decides], 9)) for row in rows]
            assert orders == sorted(orders)
    assert mixed


@pytest.mark.parametrize("seed", SEEDS)
def test_standings_can_be_recomputed_from_an_export(seed: int) -> None:
    reader = User.objects.create_user("ada", "ada@example.org")
    whole = got(reader, f"{play_season(seed)}/export.json")
    points = points_of(whole)
    for group, rows in groups_of(whole).items():
        anew = standings_of(record_of(whole, group))
        assert [(row.entrant, row.place, row.best, row.worst, row.void) for row in anew] == [
            (row["entrant"]["id"], row["place"], row["best"], row["worst"], row["void"])
            for row in rows
        ]
        lots = [None if row.lot is None else str(row.lot) for row in anew]
        assert lots == [row["lot"] for row in rows]
        for row, again in zip(rows, anew, strict=True):
            assert row["between"] == pytest.approx(float(again.between))
            assert row["points"] == pytest.approx(float(points[row["entrant"]["id"]]))


def test_an_export_tells_who_withdrew_who_took_over_and_what_was_corrected() -> None:
    reader = User.objects.create_user("ada", "ada@example.org")
    told = ("substitute", "withdrawn", "late", "corrected", "compensated")
    found: Counter[str] = Counter()
    for seed in SEEDS:
        whole = got(reader, f"{play_season(seed)}/export.json")
        for entrant in whole["entrants"]:
            assert (entrant["substitute"] is None) == (entrant["substitute_at"] is None)
            found["substitute"] += entrant["substitute"] is not None
            found["withdrawn"] += entrant["withdrawn_at"] is not None
            found["late"] += entrant["from_round"] == 2
        there = {each["entrant"]["id"]: each for each in whole["standings"]}
        for entrant in (each for each in whole["entrants"] if each["id"] in there):
            row = there[entrant["id"]]
            assert (entrant["division"], entrant["group"]) == (row["division"], row["group"])
        by_fixture = Counter(each["fixture"] for each in whole["corrected"])
        assert min(by_fixture.values(), default=2) > 1
        found["compensated"] += any(
            each["result"] and each["result"]["compensation"] for each in whole["fixtures"]
        )
        found["corrected"] += len(by_fixture)
    assert min(found[each] for each in told) > 0
