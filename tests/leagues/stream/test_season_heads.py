"""A season has a head, a hash over its events: what was changed behind the server is found."""

import json
import logging
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from leagues.models import Season, StoredSeasonEvent
from leagues.running import lifecycle
from tests.support.api_seasons import DAY, ApiSeason, later, make_league
from tests.support.people import Person, problem
from tests.support.storage import unguarded
from tests.support.times import Time

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

GENESIS = "0" * 64


def entered(organiser: Person, league: str = "Cups") -> ApiSeason:
    season = ApiSeason(organiser, make_league(organiser, league))
    season.enter(Person(), Person())
    return season


def head_of(season: ApiSeason) -> str:
    """Compute the head as the documentation says."""
    head = GENESIS
    for row in StoredSeasonEvent.objects.filter(season=season.id).order_by("sequence"):
        seconds, rest = int(row.at.timestamp()), row.at.microsecond
        moment = seconds * 10**6 + rest
        sealed = [head, season.id, row.sequence, row.type, row.schema, row.data, moment]
        text = json.dumps(sealed, separators=(",", ":"), ensure_ascii=False)
        head = sha256(text.encode()).hexdigest()
    return head


def change(season: ApiSeason, at: int, **columns: Any) -> None:
    rows = StoredSeasonEvent.objects.filter(season=season.id, sequence=at)
    assert rows.update(**columns)


def drop(season: ApiSeason, sequence: int) -> None:
    StoredSeasonEvent.objects.filter(season=season.id, sequence=sequence).delete()


def insert(season: ApiSeason, sequence: int) -> None:
    """Make room for another event, and insert it."""
    rows = StoredSeasonEvent.objects.filter(season=season.id)
    for row in rows.filter(sequence__gte=sequence).order_by("-sequence"):
        change(season, row.sequence, sequence=row.sequence + 1)
    before = rows.get(sequence=sequence - 1)
    data = json.dumps({"type": "EntrantRegistered", "entrant": str(uuid4())})
    rows.create(
        season=before.season,
        sequence=sequence,
        type="EntrantRegistered",
        schema=1,
        data=data,
        at=before.at,
    )


def swap(season: ApiSeason, one: int, other: int) -> None:
    change(season, one, sequence=1000)
    change(season, other, sequence=one)
    change(season, 1000, sequence=other)


TAMPERED: dict[str, tuple[Callable[[ApiSeason], object], str]] = {
    "exchanged": (
        lambda season: change(season, 2, data='{"type":"RegistrationOpened","by_hand":true}'),
        "The hash of event 4 is not the head that is stored.",
    ),
    "written otherwise": (
        lambda season: change(season, 2, data='{"type": "RegistrationOpened"}'),
        "The hash of event 4 is not the head that is stored.",
    ),
    "dropped": (lambda season: drop(season, 2), "Event 2 is missing."),
    "dropped at the end": (lambda season: drop(season, 4), "Event 4 is missing."),
    "inserted": (lambda season: insert(season, 3), "Event 5 was not appended by the server."),
    "reordered": (
        lambda season: swap(season, 3, 4),
        "The hash of event 4 is not the head that is stored.",
    ),
}


def verified(capsys: pytest.CaptureFixture[str], *ids: object) -> list[str]:
    """Return the lines that `verify` prints about faults."""
    capsys.readouterr()
    with suppress(CommandError):
        call_command("verify", *map(str, ids))
    lines = capsys.readouterr().out.splitlines()
    return [] if lines[-1].startswith("No faults.") else lines


def test_a_season_shows_the_hash_of_its_last_event(ada: Person) -> None:
    season = entered(ada)
    assert season.shown()["head"] == head_of(season)
    exported = ada.get(f"{season.path}/export.json").json()
    assert exported["season"]["head"] == head_of(season)
    before = head_of(season)
    season.enter(Person())
    assert before != season.shown()["head"] == head_of(season)


@pytest.mark.parametrize("how", TAMPERED)
def test_verify_finds_a_season_with_an_event(
    ada: Person, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    season, other = entered(ada), entered(ada, "Bowls")
    assert verified(capsys) == []
    tamper, fault = TAMPERED[how]
    with unguarded():
        tamper(season)
    assert verified(capsys) == [f"Season {season.id}: {fault}"]
    assert verified(capsys, other.id) == []
    with pytest.raises(CommandError, match="Seasons with faults: 1 of 1"):
        call_command("verify", season.id)


def test_a_damaged_season_is_not_started(
    ada: Person, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    season, other = entered(ada), entered(ada, "Bowls")
    token = season.plan()["token"]
    with unguarded():
        drop(season, 2)
    for body in ({"dry_run": True}, {"token": token}):
        refused = season.organiser.post(f"{season.path}/start", body)
        assert problem(refused) == (503, "season_damaged")
        assert refused.json()["season"] == season.id
        assert "Retry-After" not in refused.headers
    caplog.clear()
    later(time, 8 * DAY)
    assert (season.row.state, season.row.prevented) == ("registration", None)
    assert other.row.state == "running"
    (line,) = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert line.getMessage() == (
        f"Season {season.id} can neither start nor end. Event 2 is missing. Run manage.py verify."
    )


def test_a_damaged_season_does_not_end_before_it_is_repaired(ada: Person, time: Time) -> None:
    season = entered(ada)
    season.start()
    row = StoredSeasonEvent.objects.get(season=season.id, sequence=3)
    with unguarded():
        drop(season, 3)
    later(time, 100 * DAY)
    lifecycle.sweep()
    assert (season.row.state, season.row.revealed) == ("running", "")
    row.save(force_insert=True)
    lifecycle.sweep()
    assert season.row.state == "finished"
    assert season.row.head == head_of(season)


def test_the_rows_of_a_damaged_season_are_rebuilt_only_if_its_events_are_trusted(
    ada: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    season = entered(ada)
    head, version = season.row.head, season.row.version
    Season.objects.filter(pk=season.id).update(round=7)
    call_command("rebuild_seasons")
    assert (season.row.head, season.row.round) == (head, 0)
    with unguarded():
        drop(season, version)
    for how in ("--check", season.id):
        with pytest.raises(CommandError, match="damaged events: 1"):
            call_command("rebuild_seasons", how)
    assert (season.row.head, season.row.version) == (head, version)
    call_command("rebuild_seasons", season.id, "--trust-events")
    assert (season.row.head, season.row.version) == (head_of(season), version - 1)
    assert verified(capsys) == []
    with unguarded():
        drop(season, 2)
    with pytest.raises(CommandError, match="damaged events: 1"):
        call_command("rebuild_seasons", season.id, "--trust-events")


def test_an_unreadable_event_is_named_and_the_season_left_alone(
    ada: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    season = entered(ada)
    with unguarded():
        StoredSeasonEvent.objects.filter(season=season.id, sequence=2).update(data="{")
    with pytest.raises(CommandError, match="damaged events: 1"):
        call_command("rebuild_seasons", season.id, "--trust-events")
    assert "was left alone: Event 2: Input data was truncated" in capsys.readouterr().out
    assert verified(capsys) != []
