"""Seasons are streams of events that nobody can change; all else about them is computed."""

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from games import immutability
from leagues.contest.lots import commitment_to
from leagues.contest.reasons import Reason
from leagues.contest.standings.records import SeatResult
from leagues.models import Bye, Entrant, EntrantPlayer, Fixture, League, Result, Season
from leagues.rules import SeasonRules
from leagues.season import draw, lookup
from leagues.seeds import SeasonSeed
from leagues.stream import events as happened
from leagues.stream import store
from leagues.stream.events import KINDS, SeasonEvent, decode, encode
from leagues.stream.rows import RecordedEvent, changes_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OPERATING = Path(__file__).parents[3] / "docs" / "operating.md"
START = datetime(2026, 3, 1, tzinfo=UTC)


def declared(season: Season, **members: Any) -> happened.SeasonDeclared:
    given: dict[str, Any] = {
        "number": 1,
        "name": "Spring",
        "rules": SeasonRules(at_table=2, late_entry_until=START),
        "registration_opens_at": START,
        "starts_at": START + timedelta(days=7),
        "ends_at": START + timedelta(days=90),
        "commitment": season.commitment,
    }
    return happened.SeasonDeclared(**given | members)


@pytest.fixture
def season() -> Season:
    """Return a season that has been declared."""
    league = League.objects.create(name="Cups")
    made = Season(league=league, number=1, name="Spring")
    draw.seal(made)
    with transaction.atomic():
        return store.append(made, [declared(made)])


def appended(season: Season, *events: SeasonEvent) -> Season:
    with transaction.atomic():
        return store.append(lookup.season_lock(season.pk), events)


def whole_season() -> tuple[SeasonEvent, ...]:
    """Return events of every kind but the declaration."""
    ada, ben, cleo, dan, eve = (uuid4() for _ in range(5))
    fixture, bye = uuid4(), uuid4()
    table = happened.PairedTable(fixture, 1, (ada, ben), (Reason("drawn"),))
    rests = happened.RestingEntrant(bye, cleo, Reason("size", {"entrants": 3, "at_table": 2}))
    return (
        happened.RegistrationOpened(),
        *(happened.EntrantRegistered(entrant=each) for each in (ada, ben, cleo)),
        happened.EntrantRegistered(entrant=dan, waits=True),
        happened.AttendanceAsked(again_at=START),
        happened.AttendanceConfirmed(entrant=ada),
        happened.DatesMoved(
            before=happened.Dates(START + timedelta(days=7), START + timedelta(days=90)),
            after=happened.Dates(START + timedelta(days=9), START + timedelta(days=95)),
            rules=SeasonRules(at_table=2, late_entry_until=START),
            asked_again=(ada,),
            reason="Holidays.",
        ),
        happened.HiatusDeclared(entrant=eve),
        happened.EntrantMoved(entrant=ada, division=1, reason="Strong.", agreed=False),
        happened.EntrantAdmitted(entrant=dan),
        happened.EntrantWithdrew(entrant=dan),
        happened.EntrantRegistered(entrant=dan, confirmed=True),
        happened.EntrantAbsent(entrant=dan),
        happened.EntrantRegistered(entrant=dan),
        happened.StartPrevented(member="entrants", message="{least} at least.", arguments={}),
        happened.SeasonStarted(),
        happened.GroupFilled(division=0, group=0, entrants=(ada, ben, cleo)),
        happened.RoundPaired(division=0, group=0, round=1, tables=(table,), byes=(rests,)),
        happened.SubstituteNamed(entrant=ada, substitute=dan),
        happened.ResultRecorded(fixture=fixture, seats=(SeatResult(1, 9), SeatResult(2, 3))),
        happened.ResultRecorded(
            fixture=fixture, revision=1, seats=(SeatResult(2), SeatResult(1)), reason="Typed wrong."
        ),
        happened.SeasonFinished(order=((ben, ada, cleo),)),
        happened.SeedRevealed(revealed="00" * 32),
        happened.SeasonArchived(),
    )


def others() -> Iterator[SeasonEvent]:
    """Yield events of the kinds that a whole season does not have."""
    yield happened.GamesArranged(games={uuid4(): uuid4()})
    yield happened.SeasonCalledOff(reason="Too few of us.")


def test_every_kind_of_event_reads_as_it_was_written(season: Season) -> None:
    events = [declared(season), *whole_season(), *others()]
    assert {type(event).__name__ for event in events} == set(KINDS)
    for event in events:
        assert decode(*encode(event)) == event
        assert list(changes_of(RecordedEvent(season.pk, 1, START, event)))


def test_an_event_of_an_unknown_schema_is_not_guessed_at() -> None:
    with pytest.raises(ValueError, match="schema 2 is not known"):
        decode("SeasonStarted", 2, "{}")
    with pytest.raises(ValueError, match="SeasonLost"):
        decode("SeasonLost", 1, "{}")


def test_rows_follow_from_the_events(season: Season) -> None:
    season = appended(season, *whole_season())
    assert (season.state, season.round, season.version) == ("finished", 1, 26)
    assert season.rules["late_entry_until"] == "2026-03-01T00:00:00Z"
    assert season.prevented is None
    assert season.archived_at is not None
    assert Entrant.objects.filter(season=season, state="playing").count() == 3
    ada = Entrant.objects.get(season=season, substitute__isnull=False)
    assert ada.substitute is not None
    assert ada.substitute.state == "substitute"
    fixture = Fixture.objects.get(season=season)
    assert fixture.entrants[0] == str(ada.pk)
    assert fixture.settled
    assert [result.revision for result in fixture.results.order_by("sequence")] == [0, 1]
    assert Bye.objects.get(season=season).reason["key"] == "size"
    assert store.differences(season) == []


@pytest.mark.parametrize("chance", range(5))
def test_what_is_stored_is_what_the_events_say_however_they_are_split(chance: int) -> None:
    league = League.objects.create(name=f"League {chance}")
    season = Season(league=league, number=1, name="Spring")
    draw.seal(season)
    events = [declared(season), *whole_season()]
    dice = random.Random(chance)  # noqa: S311 - it splits a list
    while events:
        some = dice.randint(1, 6)
        season = appended(season, *events[:some])
        del events[:some]
        assert store.differences(season) == []


def test_a_command_puts_right_what_was_changed(season: Season) -> None:
    season = appended(season, *whole_season())
    entrant = Entrant.objects.filter(season=season, state="playing").first()
    assert entrant
    EntrantPlayer.objects.create(entrant=entrant, season=season)
    Entrant.objects.filter(pk=entrant.pk).update(state="hiatus", team="The Crows")
    Result.objects.filter(revision=1).delete()
    Season.objects.filter(pk=season.pk).update(round=7)
    Fixture.objects.create(
        id=uuid4(), season=season, division=0, group=0, round=9, number=9, entrants=[]
    )
    with pytest.raises(CommandError, match="Wrong seasons: 1"):
        call_command("rebuild_seasons", "--check")
    call_command("rebuild_seasons")
    call_command("rebuild_seasons", "--check")
    entrant.refresh_from_db()
    assert (entrant.state, entrant.team) == ("playing", "The Crows")
    assert entrant.players.count() == 1


@pytest.mark.slow
def test_many_rows_take_few_statements(season: Season, django_assert_max_num_queries: Any) -> None:
    entrants = tuple(uuid4() for _ in range(1000))
    with django_assert_max_num_queries(40):
        appended(season, *(happened.EntrantRegistered(entrant=each) for each in entrants))
    filled = [
        happened.GroupFilled(division=0, group=number, entrants=entrants[8 * number :][:8])
        for number in range(125)
    ]
    with django_assert_max_num_queries(125 + 40):
        appended(season, happened.SeasonStarted(), *filled)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE leagues_storedseasonevent SET data = '{}'",
        "DELETE FROM leagues_storedseasonevent",
        "INSERT INTO leagues_storedseasonevent SELECT * FROM leagues_storedseasonevent",
    ],
)
def test_no_event_is_ever_changed(season: Season, statement: str) -> None:
    with (
        pytest.raises(DatabaseError, match=immutability.REFUSAL),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert immutability.check(connection) == []


@pytest.mark.only_postgresql  # whose statements are documented
def test_the_operator_can_remove_a_text_as_documented(season: Season) -> None:
    season = appended(season, *whole_season())
    corrected = Result.objects.exclude(reason="").get()
    (block,) = (
        each
        for each in re.findall(r"```sql\n(.*?)```", OPERATING.read_text(), re.DOTALL)
        if "leagues_storedseasonevent" in each
    )
    block = block.replace("'…'", f"'{season.pk}'").replace("= …", f"= {corrected.sequence}")
    with connection.cursor() as cursor:
        for statement in block.split(";\n"):
            connection.check_constraints()  # which the end of a transaction would check
            if statement.strip():
                cursor.execute(statement)
    with pytest.raises(CommandError):
        call_command("rebuild_seasons", "--check")
    call_command("rebuild_seasons", "--trust-events")
    call_command("rebuild_seasons", "--check")
    call_command("verify")
    corrected.refresh_from_db()
    assert corrected.reason == "Removed."
    assert immutability.check(connection) == []


def test_a_missing_trigger_is_noticed(season: Season) -> None:
    name = "leagues_storedseasonevent_repeat"
    if connection.vendor == "sqlite":
        drop = "DROP TRIGGER leagues_storedseasonevent_replace"
    else:
        drop = f"DROP TRIGGER {name} ON leagues_storedseasonevent"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(drop)
        assert "leagues_storedseasonevent" in immutability.check(connection)[0]
        transaction.set_rollback(True)


def test_no_relation_leads_to_the_seed_of_a_season() -> None:
    for model in apps.get_models():
        fields = model._meta.get_fields()
        assert all(field.related_model is not SeasonSeed for field in fields), model
    assert SeasonSeed not in admin.site._registry


def test_the_commitment_fits_the_seed_that_is_revealed(season: Season) -> None:
    seed = bytes.fromhex(draw.reveal(season.pk))
    assert season.commitment == commitment_to(str(season.pk), seed)
    printed = repr(vars(season)) + repr(SeasonSeed.objects.get(season=season))
    assert seed.hex() not in printed
