"""Snapshots of long games: written now and then, and used only where the stream has them."""

from collections.abc import Callable

import msgspec
import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from games.models.snapshots import Snapshot
from games.refusals import DamagedStreamError
from games.stream import snapshots, store
from games.workers.verification import verify
from tests.support.api_games import ApiGame
from tests.support.tampering import change, delete

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

EACH = 10
OLD = 3  # the sequence of an event before every snapshot
WRONG = ["Its snapshot is wrong."]


def written(table: ApiGame) -> int:
    """Play; return how many statements wrote a snapshot."""
    with CaptureQueriesContext(connection) as queries:
        table.play()
    return sum('INSERT INTO "games_snapshot"' in query["sql"] for query in queries)


def version_of(table: ApiGame) -> int:
    """Return the version of the snapshot that the game would be folded on from; 0 if none."""
    found = snapshots.find(table.id, table.game.version)
    return found.state.version if found else 0


@pytest.fixture
def long(table: ApiGame, monkeypatch: pytest.MonkeyPatch) -> ApiGame:
    """Return a game that went on after its snapshot, and that no process has folded."""
    monkeypatch.setattr(snapshots, "EACH", EACH)
    while version_of(table) in {0, table.game.version}:
        table.play()
    store.folds.drop()
    return table


def lie(table: ApiGame, *, head: str = "", form: str = snapshots.FORM) -> None:
    """Have a server keep a state that the events do not lead to."""
    first, state = (store.state_at(table.game, each) for each in (1, version_of(table)))
    head = head or Snapshot.objects.get().head
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "FORM", form)
        snapshots.keep(table.id, head, replace(state, round=9), since=first)
    store.folds.drop()


def lie_by_hand(table: ApiGame) -> None:
    """Write a state into the database."""
    state = replace(store.state_at(table.game, version_of(table)), round=9)
    Snapshot.objects.update(body=msgspec.msgpack.encode(state))
    store.folds.drop()


def is_read_whole(table: ApiGame) -> bool:
    """Return whether a process that has nothing in memory reads events before the snapshot."""
    change(table, OLD, type="TurnPassed")
    store.folds.drop()
    try:
        assert table.state.version == table.game.version
    except DamagedStreamError:
        return True
    return False


def test_a_play_that_crosses_a_bound_writes_the_snapshot_in_one_statement(
    table: ApiGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EACH", EACH)
    writing = 0
    for _ in range(12):
        before = table.game.version
        now = written(table)
        assert now == (before // EACH < table.game.version // EACH)
        if now:
            assert version_of(table) == table.game.version
            assert Snapshot.objects.get().head == table.game.head
        writing += now
    assert 1 < writing < 12


def test_a_snapshot_has_fewer_than_1500_bytes(long: ApiGame) -> None:
    assert len(Snapshot.objects.get().body) < 1500


def test_a_long_game_is_folded_on_from_its_snapshot(long: ApiGame) -> None:
    assert long.state == long.folded
    assert not is_read_whole(long)
    assert verify(long.id)  # reads all


def test_a_game_that_ends_with_its_snapshot_is_its_snapshot(
    table: ApiGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EACH", 1)
    table.play()
    store.folds.drop()
    assert version_of(table) == table.game.version
    assert table.state == table.folded
    assert not is_read_whole(table)


IGNORED: dict[str, Callable[[ApiGame], object]] = {
    "is deleted": lambda t: Snapshot.objects.all().delete(),
    "is by a server with other code": lambda t: lie(t, form="another"),
    "is written by hand": lie_by_hand,
    "is of a history that was lost": lambda t: lie(t, head="f" * 64),
    "is no state": lambda t: Snapshot.objects.update(body=b"\xc1"),
}


@pytest.mark.parametrize("what", IGNORED)
def test_a_snapshot_is_as_good_as_none_if_it(long: ApiGame, what: str) -> None:
    IGNORED[what](long)
    assert verify(long.id) == []
    assert long.state == long.folded
    assert is_read_whole(long)


SPOILT: dict[str, Callable[[ApiGame, int], object]] = {
    "the event of the snapshot is changed": lambda t, at: change(t, at, seat=3),
    "the event of the snapshot is deleted": delete,
    "the event after it is changed": lambda t, at: change(t, at + 1, seat=3),
    "the event after it is deleted": lambda t, at: delete(t, at + 1),
}


@pytest.mark.parametrize("what", SPOILT)
def test_events_from_the_snapshot_on_are_checked(long: ApiGame, what: str) -> None:
    SPOILT[what](long, version_of(long))
    with pytest.raises(DamagedStreamError):
        store.state_of(long.game)


def test_a_wrong_snapshot_is_found_by_verify_and_deleted_by_a_rebuild(long: ApiGame) -> None:
    assert verify(long.id) == []
    call_command("rebuild_projections", verbosity=0)
    assert version_of(long)
    lie(long)
    assert verify(long.id) == WRONG
    assert not long.game.frozen
    assert version_of(long)  # verify only asks
    call_command("rebuild_projections", verbosity=0)
    assert not Snapshot.objects.exists()
    assert verify(long.id) == []
    assert long.state == long.folded


def test_only_long_games_that_no_process_has_folded_cost_a_statement_more(long: ApiGame) -> None:
    def asked() -> int:
        game = long.game
        with CaptureQueriesContext(connection) as queries:
            store.state_of(game)
        return sum("games_snapshot" in query["sql"] for query in queries)

    assert asked() == 1
    assert asked() == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "EACH", long.game.version + 1)
        store.folds.drop()
        assert asked() == 0
