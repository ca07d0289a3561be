"""Event streams: appended once, chained by hashes, and read back unchanged."""

import json
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.utils import timezone
from msgspec.structs import replace

from games.actors import Actor, CommandSource, Role
from games.models import StoredEvent
from games.play.commands import Command, play
from games.refusals import StaleVersionError
from games.signals import events_appended
from games.stream import store
from games.stream.folds import Folds
from illimat_core import fold
from illimat_core.events import TurnPassed
from illimat_core.sealing import GENESIS, SealedEvent, canonical, commitment_to_part, hash_of
from tests.support.api_games import SECRET_BYTES, ApiGame

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.locking]


def _with(row: SealedEvent, **members: Any) -> str:
    """Return the private part of a row with some members replaced."""
    (part,) = json.loads(row.private)
    return canonical([part | members])


CHANGES: dict[str, Callable[[SealedEvent], Any]] = {
    "game": lambda row: str(uuid4()),
    "sequence": lambda row: row.sequence + 1,
    "type": lambda row: "GameEnded",
    "schema": lambda row: row.schema + 1,
    "edition": lambda row: "1999.1",
    "seat": lambda row: 3,
    "public": lambda row: '{"seat":1}',
    "private": lambda row: _with(row, part={"cards": ["KSt"]}),
    "entropy": lambda row: "00" * 32,
    "command_id": lambda row: row.game,
    "microseconds": lambda row: row.microseconds + 1,
    "previous_hash": lambda row: "1" * 64,
}


def test_sequences_begin_with_one_and_have_no_gap(table: ApiGame) -> None:
    table.play()
    rows = table.rows
    assert [row.sequence for row in rows] == list(range(1, table.game.version + 1))


def test_every_event_names_the_hash_before_it(table: ApiGame) -> None:
    table.play()
    previous = GENESIS
    for row in table.rows:
        assert row.previous_hash == previous
        assert row.hash == hash_of(row)
        previous = row.hash
    assert table.game.head == previous


@pytest.mark.parametrize("column", CHANGES)
def test_the_hash_covers(table: ApiGame, column: str) -> None:
    row = next(row for row in table.rows if row.type == "HandDealt")
    assert row.hash == hash_of(row)
    assert row.hash != hash_of(row._replace(**{column: CHANGES[column](row)}))


@pytest.mark.parametrize("member", [{"seen_by": [3]}, {"salt": "00" * 32}])
def test_the_hash_covers_who_saw_a_private_part_and_its_salt(
    table: ApiGame, member: dict[str, Any]
) -> None:
    row = next(row for row in table.rows if json.loads(row.private))
    assert row.hash != hash_of(row._replace(private=_with(row, **member)))


def test_the_hash_can_be_recomputed_with_the_standard_library(table: ApiGame) -> None:
    table.play(entropy=SECRET_BYTES)
    for row in table.rows:
        parts = [canonical(part).encode() for part in json.loads(row.private)]
        commitments = [sha256(part).hexdigest() for part in parts]
        sealed = [row.previous_hash, *row[:7], commitments, *row[8:11]]
        assert sha256(canonical(sealed).encode()).hexdigest() == row.hash


@pytest.mark.parametrize("text", ['"\\', "\n\t\r\b\f\x00\x1f", "\x7f\u2028é🂡"])
def test_a_hash_is_the_same_in_every_way_of_writing_json(text: str) -> None:
    row = SealedEvent("g", 1, text, 1, "e", None, text, "[]", text, None, 7, GENESIS)
    sealed = (row.previous_hash, *row[:7], (), *row[8:11])
    assert sha256(canonical(sealed).encode()).hexdigest() == hash_of(row)


def test_rows_are_read_as_django_reads_them(table: ApiGame) -> None:
    table.play(entropy=SECRET_BYTES)
    rows = StoredEvent.objects.filter(game=table.id).order_by("sequence")
    for row, stored in zip(table.rows, rows, strict=True):
        assert row.recorded_at == stored.recorded_at
        assert row.command_id == (str(stored.command_id) if stored.command_id else None)
        assert row.game == str(stored.game_id)
        for name in {*SealedEvent._fields} - {"game", "command_id", "microseconds"}:
            assert getattr(row, name) == getattr(stored, name)


def test_the_hash_covers_hidden_cards_only_under_a_salt_of_their_own(table: ApiGame) -> None:
    parts = [part for row in table.rows for part in json.loads(row.private)]
    salts = [part["salt"] for part in parts]
    assert len(parts) > 2
    assert all(len(bytes.fromhex(salt)) == 32 for salt in salts)
    assert len(set(salts)) == len(salts)
    for part in parts:
        unsalted = {name: member for name, member in part.items() if name != "salt"}
        assert commitment_to_part(canonical(part).encode()) != commitment_to_part(
            canonical(unsalted).encode()
        )


def test_hidden_cards_are_in_no_public_part(table: ApiGame) -> None:
    for row in table.rows:
        if row.type == "HandDealt":
            assert "cards" not in json.loads(row.public)
            (part,) = json.loads(row.private)
            assert part["seen_by"] == [json.loads(row.public)["seat"]]
            assert len(part["part"]["cards"]) in {3, 4}


def test_an_append_to_a_version_that_has_gone_is_refused_whole(table: ApiGame) -> None:
    game, before = table.game, len(table.rows)
    with pytest.raises(StaleVersionError) as refusal, transaction.atomic():
        store.append(game, game.version - 1, [TurnPassed(seat=0)])
    assert refusal.value.current == game.version
    assert len(table.rows) == before


def test_an_append_beside_another_is_refused_by_the_key_itself(table: ApiGame) -> None:
    behind = table.game
    table.play()
    with pytest.raises(store.AlreadyThereError), transaction.atomic():
        store.append(behind, behind.version, [TurnPassed(seat=0)])
    assert table.game.version == len(table.rows)


def test_a_command_is_never_appended_twice(table: ApiGame) -> None:
    game = table.game
    command = game.id
    store.append(game, game.version, [TurnPassed(seat=0)], command_id=command)
    with pytest.raises(store.AlreadyThereError), transaction.atomic():
        store.append(game, game.version, [TurnPassed(seat=1)], command_id=command)


def test_other_refusals_of_the_database_are_passed_on_as_they_are(table: ApiGame) -> None:
    game = table.game
    game.version = -1
    with pytest.raises(IntegrityError, match="sequence_from_one"), transaction.atomic():
        store.append(game, -1, [TurnPassed(seat=0)])


def test_time_never_goes_back_in_a_game(table: ApiGame) -> None:
    game = table.game
    game.moved_at = ahead = timezone.now() + timedelta(hours=2)
    (row,) = store.append(game, game.version, [TurnPassed(seat=0)])
    assert row.recorded_at == ahead


@pytest.mark.parametrize("microsecond", [0, 1, 999_499, 999_500, 999_999])
def test_every_moment_is_read_as_it_was_stored(table: ApiGame, microsecond: int) -> None:
    game = table.game
    ahead = timezone.now() + timedelta(hours=2)
    game.moved_at = ahead.replace(microsecond=microsecond)
    store.append(game, game.version, [TurnPassed(seat=0)])
    game.save()
    assert table.rows[-1].recorded_at == game.moved_at


def test_the_state_is_the_fold_of_what_is_stored(table: ApiGame) -> None:
    for number in range(6):
        table.play(number)
        kept = store.state_of(table.game)
        store.folds.drop()
        assert store.state_of(table.game) == kept == table.folded


def test_a_state_goes_on_from_the_one_that_was_kept(table: ApiGame) -> None:
    first = table.state
    table.play()
    played = table.state
    store.folds.drop()
    earlier = StoredEvent.objects.get(game=table.id, sequence=first.version)
    store.folds.keep(table.id, earlier.hash, first)
    assert store.state_of(table.game) == played


def _act_in_vain(table: ApiGame) -> None:
    with transaction.atomic():
        play(Command(table.id, table.awaited.user, CommandSource.API, "lost", table.choices()[:1]))
        raise RuntimeError


def test_a_state_that_never_was_is_not_gone_on_from(table: ApiGame) -> None:
    truth = table.state
    with pytest.raises(RuntimeError):
        _act_in_vain(table)
    assert table.state == truth
    table.play(1)
    assert table.state == table.folded


def test_a_state_of_another_stream_is_not_gone_on_from(table: ApiGame) -> None:
    table.play()
    truth = table.state
    store.folds.drop()
    store.folds.keep(table.id, "f" * 64, replace(store.state_at(table.game, 5), round=9))
    assert table.state == truth


def test_old_versions_can_be_looked_at(table: ApiGame) -> None:
    old = table.state
    table.play()
    assert store.state_at(table.game, old.version) == old
    with pytest.raises(table.game.DoesNotExist):
        store.state_at(table.game, 1000)


def test_the_cache_forgets_what_nobody_asked_for_longest(table: ApiGame) -> None:
    few = Folds(capacity=2)
    states = [store.state_at(table.game, version) for version in (1, 2, 3)]
    for state in states:
        few.keep(table.id, f"head {state.version}", state)
    assert few.get(table.id, 1, "head 1") is None
    assert few.get(table.id, 3, "head 3") is states[2]
    assert few.get(table.id, 3, "another head") is None


def test_a_receiver_that_fails_undoes_the_append(table: ApiGame) -> None:
    def fail(signal: Signal, **_: Any) -> None:
        raise RuntimeError

    before = table.game
    events_appended.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            table.play()
    finally:
        events_appended.disconnect(fail)
    after = table.game
    assert (after.version, after.head, after.revision) == (
        before.version,
        before.head,
        before.revision,
    )
    assert len(table.rows) == before.version


def test_receivers_hear_of_a_command_when_the_summary_is_up_to_date(table: ApiGame) -> None:
    heard: list[dict[str, Any]] = []

    def hear(signal: Signal, **told: Any) -> None:
        heard.append(told)

    before = table.state
    seat = table.game.awaited[0]
    events_appended.connect(hear)
    try:
        table.play()
    finally:
        events_appended.disconnect(hear)
    (told,) = heard
    assert told["state_before"] == before
    assert fold(told["events"], before) == told["state"] == table.state
    assert told["game"].version == table.game.version
    assert told["actor"] == Actor(Role.PERSON, seat, table.on_seat(seat).user)
    first = StoredEvent.objects.get(game=table.id, sequence=before.version + 1)
    assert told["command_id"] == first.command_id
