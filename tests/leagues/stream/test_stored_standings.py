"""The stored standings of a season are always what would be computed anew."""

from fractions import Fraction
from math import ceil
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Model

from leagues.contest.divisions import Outcome
from leagues.contest.reasons import Reason
from leagues.contest.standings.records import GroupKey, SeatResult
from leagues.models import Season, Standing
from leagues.rules import SeasonRules
from leagues.running.pairings import pair_round
from leagues.season import lookup
from leagues.stream import events, store, stored_standings
from notifications.models import Delivery, Notice
from tests.leagues.stored import appended, declared, play, sealed, stored_of
from tests.support.played_seasons import PlayedSeason, crowd

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_tables_are_what_they_would_be_anew_in_whatever_order_results_arrive(seed: int) -> None:
    play(seed, groups=2, most=6)


def large(entrants: int, *, groups: int) -> tuple[Season, list[UUID], list[UUID]]:
    """Return a running season with tables of four, the entrants and the fixtures."""
    season = sealed(f"Large {entrants} {groups}")
    everybody = [uuid4() for _ in range(entrants)]
    size = entrants // groups
    fixtures: list[UUID] = []
    happened: list[events.SeasonEvent] = [declared(season, SeasonRules())]
    happened += [events.EntrantRegistered(entrant=each) for each in everybody]
    happened.append(events.SeasonStarted())
    for group in range(groups):
        here = everybody[group * size :][:size]
        paired = []
        for first in range(0, size - 3, 4):
            fixtures.append(uuid4())
            seats = tuple(here[first : first + 4])
            paired.append(events.PairedTable(fixtures[-1], len(fixtures), seats))
        happened += [
            events.GroupFilled(division=0, group=group, entrants=tuple(here)),
            events.RoundPaired(division=0, group=group, round=1, tables=tuple(paired)),
        ]
    return appended(season, *happened), everybody, fixtures


def of_four(fixture: UUID) -> events.ResultRecorded:
    seats = tuple(SeatResult(place, 40 - place) for place in range(1, 5))
    return events.ResultRecorded(fixture=fixture, seats=seats)


@pytest.mark.thorough
def test_a_result_of_a_large_season_concerns_its_group_only(
    django_assert_max_num_queries: Any,
) -> None:
    season, _, fixtures = large(1000, groups=50)
    before = dict(Standing.objects.values_list("pk", "row"))
    with django_assert_max_num_queries(20):
        appended(season, of_four(fixtures[0]))
    after = dict(Standing.objects.values_list("pk", "row"))
    assert len(after) == 1000
    assert len(before.keys() - after.keys()) <= 20


@pytest.mark.thorough
def test_in_one_group_of_1000_a_result_takes_a_statement_more_for_each_batch_of_rows(
    django_assert_max_num_queries: Any,
) -> None:
    season, _, fixtures = large(1000, groups=1)
    with django_assert_max_num_queries(20 + 1 + 5):  # SQLite inserts batches of 166 rows
        appended(season, of_four(fixtures[0]))
    assert stored_standings.differences(season) == []


@pytest.mark.thorough
def test_pairing_a_round_of_1000_takes_few_queries(django_assert_max_num_queries: Any) -> None:
    rules: dict[str, Any] = {"format": "swiss", "rounds": 3, "days_per_round": 7}
    season = PlayedSeason([crowd(1000)], **rules)
    everybody = season.divisions[0]
    first = season.pair(*(everybody[place : place + 4] for place in range(0, 1000, 4)))
    season.append(*map(of_four, first))
    names = [str(each) for each in everybody]
    points = {row.entrant: row.points for row in stored_standings.read(season.season)[0]}
    told = statements_for(1000, Notice) + statements_for(1000, Delivery)  # everybody is told
    with django_assert_max_num_queries(30 + told), transaction.atomic():
        here = lookup.season_lock(season.season.pk)
        paired = pair_round(here, SeasonRules(**rules), [(0, 0, names, points)], 2)
        store.append(here, paired)
    assert sum(len(each.tables) for each in paired) == 250


def statements_for(rows: int, model: type[Model]) -> int:
    """Return the statements that the database needs to write that many rows of a model."""
    columns = [column for column in model._meta.concrete_fields if not column.primary_key]
    return ceil(rows / connection.ops.bulk_batch_size(columns, range(rows)))


def test_somebody_who_floated_in_the_last_round_does_not_if_others_can() -> None:
    rules: dict[str, Any] = {"format": "swiss", "at_table": 2, "rounds": 3, "days_per_round": 7}
    season = PlayedSeason([crowd(10)], **rules)
    names = [str(each) for each in season.divisions[0]]
    pairs = list(zip(season.divisions[0][::2], season.divisions[0][1::2], strict=True))
    floats = (
        Reason("float", {"first": down, "second": up, "most": "1", "least": "0"})
        for down, up in zip(names[:4], names[5:9], strict=True)
    )
    season.pair(*pairs)
    season.pair(*pairs, round_=2, reasons=tuple(floats))
    points = {name: Fraction(place < 5) for place, name in enumerate(names)}
    (paired,) = pair_round(season.season, SeasonRules(**rules), [(0, 0, names, points)], 3)
    (float_,) = (each for table in paired.tables for each in table.reasons if each.key == "float")
    assert [float_.arguments[each] for each in ("first", "second")] == [names[4], names[9]]


def test_a_command_puts_right_rows_of_tables(django_assert_max_num_queries: Any) -> None:
    season, everybody, fixtures = large(8, groups=2)
    season = appended(season, of_four(fixtures[0]))
    first, second = Standing.objects.filter(group=0).order_by("place")[:2]
    Standing.objects.filter(pk=first.pk).delete()
    Standing.objects.filter(pk=second.pk).update(place=1, row={})
    found = store.differences(season)
    assert len(found) == 2
    assert str(first.entrant_id) in " ".join(found)
    with pytest.raises(CommandError, match="Wrong seasons: 1"):
        call_command("rebuild_seasons", "--check")
    call_command("rebuild_seasons")
    call_command("rebuild_seasons", "--check")
    assert {row.entrant_id for row in Standing.objects.all()} == set(everybody)


def test_rows_that_an_earlier_version_stored_are_read_until_they_are_rebuilt() -> None:
    season, _, fixtures = large(8, groups=2)
    season = appended(season, of_four(fixtures[0]))
    for stored in Standing.objects.all():
        del stored.row["paired"]
        stored.save()
    (rows,) = stored_standings.read(season).values()
    assert (len(rows), {row.paired for row in rows}) == (8, {None})
    call_command("rebuild_seasons")
    (rows,) = stored_standings.read(season).values()
    assert all(row.paired for row in rows)


def test_a_division_of_several_groups_has_one_table() -> None:
    season, everybody, fixtures = large(8, groups=2)
    season = appended(season, of_four(fixtures[0]))
    (rows,) = stored_standings.read(season).values()
    assert [row.place for row in rows] == [1, 2, 2, 2, 2, 4, 6, 8]
    assert {row.entrant for row in rows[:2]} == {
        str(everybody[0]),
        stored_of(season, GroupKey(0, 1))[0].entrant,
    }
    assert all(row.best <= row.place <= row.worst for row in rows)
    season = appended(season, of_four(fixtures[1]))
    (rows,) = stored_standings.read(season).values()
    assert [(row.place, row.worst) for row in rows[:4]] == [(1, 2), (1, 2), (3, 4), (3, 4)]
    final = stored_standings.final_order(season)
    season = appended(season, events.SeasonFinished(order=final))
    (rows,) = stored_standings.read(season).values()
    assert [row.entrant for row in rows] == list(map(str, final[0]))
    assert [row.place for row in rows] == list(range(1, 9))
    assert all(row.best == row.place == row.worst for row in rows)
    assert {row.points for row in rows[:2]} == {Fraction(10)}


def test_outcomes_are_promotion_and_relegation_between_divisions() -> None:
    season = sealed("Two divisions")
    up, down = ([uuid4() for _ in range(4)] for _ in range(2))
    rules = SeasonRules(division_size=4, promoted=1, relegated=1)
    fixtures = [uuid4(), uuid4()]
    happened: list[events.SeasonEvent] = [declared(season, rules)]
    happened += [events.EntrantRegistered(entrant=each) for each in (*up, *down)]
    happened.append(events.SeasonStarted())
    for division, entrants in enumerate((up, down)):
        table = events.PairedTable(fixtures[division], division + 1, tuple(entrants))
        happened += [
            events.GroupFilled(division=division, group=0, entrants=tuple(entrants)),
            events.RoundPaired(division=division, group=0, round=1, tables=(table,)),
        ]
    season = appended(season, *happened)
    assert not stored_standings.outcomes_of(season).keys() & set(map(str, up))
    season = appended(season, of_four(fixtures[0]))
    certain = stored_standings.outcomes_of(season)
    assert [certain[str(each)] for each in up] == [Outcome.SAFE] * 3 + [Outcome.RELEGATED]
    season = appended(season, of_four(fixtures[1]), events.EntrantWithdrew(entrant=down[0]))
    order = stored_standings.final_order(season)
    assert order == (tuple(up), tuple(down))
    season = appended(season, events.SeasonFinished(order=order))
    found = stored_standings.outcomes_of(season)
    assert found[str(down[0])] is Outcome.SAFE
    assert found[str(down[1])] is Outcome.PROMOTED
    assert found[str(down[3])] is Outcome.SAFE
