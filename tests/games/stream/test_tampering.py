"""Tampering with stored events is noticed, and freezes the game until it is repaired."""

import json
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.feeds import feed_open
from accounts.models import User
from accounts.services import account_close, accounts_erase
from games import immutability
from games.api.urls import OF_GAME
from games.models import Game, SeatAssignment, StoredEvent
from games.play import recorder
from games.seeds import GameSeed
from games.stream import integrity, store
from games.time.deadline_calendar import deadline_calendar
from games.workers.verification import verify
from illimat_core import Event, sealing
from illimat_core.events import OutageCredited, SeatLeft
from notifications.models import Delivery
from notifications.tasks import send
from tests.support.api_games import GAMES, SECRET_BYTES, ApiGame
from tests.support.people import Person, problem
from tests.support.storage import run
from tests.support.tampering import backup, change, delete, forge, restore, seal_again

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.locking]

LONG_AGO = "2001-01-01T00:00Z"
MINE = "/api/v1/me/games"


def hand(table: ApiGame) -> int:
    """Return the sequence number of the event that deals a hand."""
    return next(row.sequence for row in table.rows if row.type == "HandDealt")


def stacked(table: ApiGame) -> str:
    """Return the private part of the dealt hand's event, with better cards."""
    row = table.rows[hand(table) - 1]
    card = next(card for card in table.state.options.deck if card not in row.private)
    return row.private.replace(table.events[hand(table) - 1].cards[0], card)  # type: ignore[attr-defined]


def summary(table: ApiGame, **columns: Any) -> None:
    """Change columns of the game's row."""
    Game.objects.filter(pk=table.id).update(**columns)


def set_back(table: ApiGame) -> None:
    """Reset the game's summary to the state before the last command."""
    last = next(row for row in reversed(table.rows) if row.command_id)
    state = store.state_at(table.game, last.sequence - 1)
    summary(table, version=state.version, head=last.previous_hash, awaited=list(state.awaited))


STREAM: dict[str, Callable[[ApiGame], object]] = {
    "a public member is changed": lambda t: change(t, 3, public='{"seat":1}'),
    "a hidden card is changed": lambda t: change(t, hand(t), private=stacked(t)),
    "a type is changed": lambda t: change(t, 3, type="TurnPassed"),
    "a time is changed": lambda t: change(t, 3, recorded_at=LONG_AGO),
    "private parts are no JSON": lambda t: change(t, 3, private="{"),
    "the last event is deleted": lambda t: delete(t, t.game.version),
    "an event in the middle is deleted": lambda t: delete(t, 4),
    "the first event is deleted": lambda t: delete(t, 1),
    "an event is changed and sealed": lambda t: seal_again(t, 3, edition="1"),
    "the last event is changed and sealed": lambda t: seal_again(t, t.game.version, edition="1"),
    "an event is changed and all after it sealed": lambda t: seal_again(
        t, 3, to_the_end=True, edition="1"
    ),
}
SUMMARY: dict[str, Callable[[ApiGame], object]] = {
    "the head is changed": lambda t: summary(t, head="0" * 64),
    "the version is raised": lambda t: summary(t, version=t.game.version + 1),
    "the edition is changed": lambda t: summary(t, edition="2099.1"),
}
BEHIND_IT: dict[str, Callable[[ApiGame], object]] = {
    "an event is appended by hand": forge,
    "the version is set back": set_back,
}
PROJECTIONS: dict[str, tuple[Callable[[ApiGame], object], str]] = {
    "scores": (lambda t: summary(t, scores=[7, 7]), "scores"),
    "awaited": (lambda t: summary(t, awaited=[]), "awaited"),
    "marks": (lambda t: SeatAssignment.objects.filter(game=t.id).update(awaited=False), "seats"),
    "state": (lambda t: summary(t, over=True), "over"),
}
BODIES: dict[str, Any] = {
    "game-preview": {"action": {"type": "pass"}},
    "game-actions": {"expected_version": 1, "action": {"type": "pass"}},
    "game-win-offer": {"choice": "win"},
    "game-house": {"level": "steady"},
    "game-invitations": {"handle": "eve"},
}


def verified(*games: object, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the faults that `verify` prints; it must fail if and only if there are any."""
    capsys.readouterr()
    with suppress(CommandError):
        call_command("verify", *map(str, games))
    lines = capsys.readouterr().out.splitlines()
    return [] if lines[-1].startswith("No faults.") else lines


@pytest.fixture
def other(ada: Person, bob: Person) -> ApiGame:
    """Return another game, which stays intact."""
    return ApiGame([ada, bob])


@pytest.mark.parametrize("what", STREAM | SUMMARY | BEHIND_IT)
def test_a_stream_that_is_not_as_it_was_is_not_folded(
    table: ApiGame, other: ApiGame, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    table.play()
    person, kept = table.awaited, table.state
    (STREAM | SUMMARY | BEHIND_IT)[what](table)
    store.folds.drop()
    for _ in range(3):
        refused = person.get(table.path)
        assert problem(refused) == (503, "game_frozen")
        assert refused.json()["game"] == str(table.id)
        assert str(table.id) in refused.json()["detail"]
        assert "Retry-After" not in refused.headers
    (line,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert str(table.id) in line.getMessage()
    other.play()
    store.folds.keep(table.id, table.game.head, kept)
    assert problem(person.get(table.path)) == (503, "game_frozen")  # also with a cached fold


@pytest.mark.slow
@pytest.mark.parametrize("what", STREAM)
def test_verify_finds_a_change_behind_a_cached_fold(
    table: ApiGame, other: ApiGame, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table.play()
    rows = backup(table)
    assert verified(capsys=capsys) == []
    STREAM[what](table)
    assert table.awaited.get(table.path).status_code == 200
    found = verified(capsys=capsys)
    assert found
    assert all(line.startswith(f"Game {table.id}: ") for line in found)
    assert problem(table.awaited.get(table.path)) == (503, "game_frozen")
    restore(rows)
    assert verified(table.id, capsys=capsys) == []
    table.play()


@pytest.mark.parametrize(
    "what",
    [
        "the last event is deleted",
        "the last event is changed and sealed",
        "the edition is changed",
    ],
)
def test_nothing_is_appended_behind_an_event_that_is_not_there(table: ApiGame, what: str) -> None:
    table.play()
    version, person = table.game.version, table.awaited
    action = person.get(f"{table.path}/legal-actions").json()["results"][0]  # folds the state
    (STREAM | SUMMARY)[what](table)
    assert problem(table.act(person, action)) == (503, "game_frozen")
    assert table.game.version == version
    assert not StoredEvent.objects.filter(game=table.id, sequence__gt=version).exists()


@pytest.mark.parametrize("what", BEHIND_IT)
def test_a_stream_that_goes_on_behind_the_summary_is_not_appended_to(
    table: ApiGame, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table.play()
    BEHIND_IT[what](table)
    before = StoredEvent.objects.filter(game=table.id).count()
    assert problem(table.act(table.awaited, table.choices()[0])) == (503, "game_frozen")
    assert StoredEvent.objects.filter(game=table.id).count() == before
    assert f"Game {table.id}: Event" in verified(capsys=capsys)[0]


@pytest.mark.parametrize("what", PROJECTIONS)
def test_a_summary_that_is_wrong_is_found_by_verify_and_does_not_freeze(
    table: ApiGame, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table.play()
    spoil, name = PROJECTIONS[what]
    spoil(table)
    assert verified(capsys=capsys) == [f"Game {table.id}: Its summary is wrong: {name}."]
    assert table.people[0].get(table.path).status_code == 200
    call_command("rebuild_projections")
    assert verified(capsys=capsys) == []


def test_a_seed_that_was_changed_is_found_by_verify(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    GameSeed.objects.filter(game=table.id).update(seed=bytes(32))
    (fault,) = verified(capsys=capsys)
    assert fault == f"Game {table.id}: Its seed is not the one that was committed to."
    assert problem(table.awaited.get(table.path)) == (503, "game_frozen")


def exchange(table: ApiGame) -> list[str]:
    """Exchange the two cards on top of the deck, and seal all events and the summary again."""
    dealt = next(row for row in table.rows if row.type == "RoundDealt")
    (part,) = json.loads(dealt.private)
    first, second, *_ = part["part"]["deck"]
    part["part"]["deck"][:2] = second, first
    private = sealing.canonical([part])
    seal_again(table, dealt.sequence, to_the_end=True, private=private)
    summary(table, head=backup(table)[-1].hash)
    return [first, second]


def test_verify_deals_again_and_names_the_round_but_no_card(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = exchange(table)
    (fault,) = verified(capsys=capsys)
    assert fault == f"Game {table.id}: Round 1 was not drawn from the game's seed."
    detail = table.awaited.get(table.path)
    assert problem(detail) == (503, "game_frozen")
    assert not any(card in detail.json()["detail"].split() for card in cards)


@pytest.mark.parametrize("outages", [[], [OutageCredited(since=1, lasted=2, reason="outage")]])
def test_verify_finds_nothing_in_rounds_that_were_dealt_in_play(
    table: ApiGame,
    outages: list[Event],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recorder, "_outages", lambda *_: outages)
    while table.game.round < 2:
        table.play(entropy=SECRET_BYTES)
    assert verified(capsys=capsys) == []


def test_a_changed_edition_is_found_by_verify_and_taken_from_trusted_events(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    summary(table, edition="2099.1")
    (fault,) = verified(capsys=capsys)
    assert f"{table.id}: Event 1 is of another edition" in fault
    call_command("rebuild_projections", str(table.id), trust_events=True)
    assert verified(capsys=capsys) == []
    table.play()


def test_a_play_is_refused_where_people_were_told_of_events_that_are_gone(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    table.play()
    start = table.game.version
    table.play()
    for sequence in range(start + 1, table.game.version + 1):
        delete(table, sequence)
    store.folds.drop()
    call_command("rebuild_projections", str(table.id), trust_events=True)
    assert problem(table.act(table.awaited, table.choices()[-1])) == (503, "game_frozen")
    assert table.game.version == start
    (fault,) = verified(table.id, capsys=capsys)
    assert fault == f"Game {table.id}: Events are missing that people were told of."


def test_verify_names_every_fault_of_every_game(
    table: ApiGame, other: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    change(table, 3, edition="1")
    delete(table, 5)
    change(other, 2, entropy="00")
    assert sorted(verified(capsys=capsys)) == sorted(
        [
            f"Game {table.id}: Event 3 was changed after it was stored.",
            f"Game {table.id}: Event 5 is missing.",
            f"Game {other.id}: Event 2 was changed after it was stored.",
        ]
    )
    with pytest.raises(CommandError, match="There is no game"):
        call_command("verify", str(uuid4()))


def test_a_stream_that_is_whole_and_cannot_be_folded_freezes_the_game(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    seal_again(table, table.game.version, type="CardsTurnedToGold")
    summary(table, head=backup(table)[-1].hash)
    store.folds.drop()
    for path in (table.path, f"{table.path}/events"):
        assert problem(table.people[0].get(path)) == (503, "game_frozen")
    (fault,) = verified(capsys=capsys)
    assert fault == f"Game {table.id}: Its events cannot be read (UnknownEventError)."


@pytest.mark.slow
def test_every_route_of_a_frozen_game_says_so(table: ApiGame, eve: Person) -> None:
    change(table, 3, edition="1")
    store.folds.drop()
    person = table.awaited
    assert problem(person.get(table.path)) == (503, "game_frozen")
    for route in OF_GAME:
        path = f"{table.path}/{route.pattern}"
        path = path.replace("<int:version>", "2").replace("<int:seat>", "0")
        methods = {"get", "post", "delete", "put", "patch"} & vars(route.callback.cls).keys()  # type: ignore[attr-defined]
        assert methods
        for method in methods:
            headers = {"Idempotency-Key": str(uuid4())}
            body = BODIES.get(route.name or "", {})
            answer = getattr(person.client, method)(path, body, headers=headers)
            assert problem(answer) == (503, "game_frozen"), (method, path)


def test_a_person_who_may_not_know_of_a_frozen_game_is_not_told(
    table: ApiGame, eve: Person
) -> None:
    summary(table, visibility=Game.Visibility.PRIVATE)
    change(table, 3, edition="1")
    store.folds.drop()
    for _ in range(2):
        assert problem(eve.get(table.path)) == (404, "not_found")
        table.people[0].get(table.path)


def test_a_client_that_has_seen_the_game_is_not_told_that_nothing_has_changed(
    table: ApiGame,
) -> None:
    person = table.awaited
    etag = person.get(table.path).headers["ETag"]
    change(table, 3, edition="1")
    store.folds.drop()
    person.get(f"{table.path}/at/2")
    assert problem(person.get(table.path, etag)) == (503, "game_frozen")


def test_lists_show_a_frozen_game_as_one_that_waits_for_nobody(
    table: ApiGame, other: ApiGame
) -> None:
    person = table.awaited
    person.client.force_login(person.user)
    feed_open(user=person.user)
    left = int(other.awaited is person)
    assert waiting(person) == (1 + left, str(1 + left), 1 + left, 1 + left)
    rows = backup(table)
    change(table, 3, edition="1")
    store.folds.drop()
    assert problem(person.get(table.path)) == (503, "game_frozen")
    for path in (f"{GAMES}?mine=true", MINE, f"{MINE}?state=running"):
        found = {game["id"]: game for game in person.get(path).json()["results"]}
        shown = found[str(table.id)]
        assert (shown["frozen"], shown["awaited"], shown["you"]["awaited"]) == (True, [], False)
        assert not any(player["awaited"] for player in shown["players"])
        assert not found[str(other.id)]["frozen"]
    for player in table.people:
        for state in ("my_turn", "waiting"):
            assert str(table.id) not in player.get(f"{MINE}?state={state}").content.decode()
    assert "This game is frozen." in person.client.get("/").content.decode()
    assert waiting(person) == (left, str(left or ""), left, left)
    restore(rows)
    call_command("verify", str(table.id))
    assert waiting(person) == (1 + left, str(1 + left), 1 + left, 1 + left)


def waiting(person: Person) -> tuple[int, str, int, int]:
    """Return how many games wait for a person: in the API, titles, the home page, the calendar."""
    return (
        person.get(f"{MINE}?state=my_turn").json()["waiting_count"],
        person.client.get("/turns").json()["waiting"],
        len(person.client.get("/").context["turns"]),
        deadline_calendar(user=person.user).count(b"BEGIN:VEVENT"),
    )


def test_the_page_of_a_frozen_game_says_so(
    table: ApiGame, caplog: pytest.LogCaptureFixture
) -> None:
    change(table, 3, edition="1")
    store.folds.drop()
    for _ in range(2):
        page = table.people[0].client.get(f"/games/{table.id}")
        assert page.status_code == 503
        assert "This game is frozen" in page.content.decode()
        assert "Content-Security-Policy" in page.headers
    assert len(caplog.records) == 1


def test_a_mail_about_a_frozen_game_waits_until_it_can_be_written(
    table: ApiGame, caplog: pytest.LogCaptureFixture
) -> None:
    rows = backup(table)
    owed = Delivery.objects.waiting().filter(notice__game=table.id).first()
    assert owed
    change(table, 3, edition="1")
    store.folds.drop()
    for _ in range(2):
        Delivery.objects.update(not_before=LONG_AGO, lease_until=LONG_AGO)
        send(owed.pk)
        assert Delivery.objects.waiting().get(pk=owed.pk).attempts == 0
    assert len(caplog.records) == 1
    restore(rows)
    call_command("verify")
    Delivery.objects.update(not_before=LONG_AGO, lease_until=LONG_AGO)
    send(owed.pk)
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("erased", [False, True])
def test_a_person_who_is_gone_leaves_a_game_once_it_is_repaired(
    table: ApiGame, other: ApiGame, *, erased: bool
) -> None:
    rows, leaver = backup(table), table.on_seat(1).user
    change(table, 3, edition="1")
    store.folds.drop()
    account_close(user=leaver)
    assert other.game.awaited == []
    if erased:
        User.objects.filter(pk=leaver.pk).update(closed_at=LONG_AGO)
        assert accounts_erase() == 1
    assert table.game.damage
    restore(rows)
    call_command("verify", str(table.id))
    left = next(event for event in table.events if isinstance(event, SeatLeft))
    assert (left.seat, left.reason) == (1, "account_deleted" if erased else "account_closed")
    call_command("verify")


def test_the_replay_of_a_frozen_game_is_refused(table: ApiGame) -> None:
    change(table, 3, edition="1")
    store.folds.drop()
    with pytest.raises(CommandError, match="Event 3 was changed"):
        call_command("replay", str(table.id))


SWALLOWED = (
    {
        "a rule": "CREATE RULE swallow AS ON INSERT TO games_storedevent DO INSTEAD NOTHING",
        "a rule that redirects": "CREATE TABLE decoy (LIKE games_storedevent); "
        "CREATE RULE redirect AS ON INSERT TO games_storedevent "
        "DO INSTEAD INSERT INTO decoy VALUES (NEW.*)",
        "a trigger": "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql "
        "AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER swallow BEFORE INSERT "
        "ON games_storedevent FOR EACH ROW EXECUTE FUNCTION swallow()",
    }
    if connection.vendor == "postgresql"
    else {
        "a trigger": "CREATE TRIGGER swallow BEFORE INSERT ON games_storedevent "
        "BEGIN SELECT RAISE(IGNORE); END",
    }
)


@pytest.mark.parametrize("what", SWALLOWED)
def test_nothing_is_acknowledged_that_the_database_does_not_store(
    table: ApiGame, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    person, action = table.awaited, table.choices()[0]
    before = table.game.version, StoredEvent.objects.filter(game=table.id).count()
    run(SWALLOWED[what])
    refused = table.act(person, action)
    assert problem(refused) == (503, "not_stored")
    assert (table.game.version, StoredEvent.objects.filter(game=table.id).count()) == before
    assert "has not stored" in caplog.text
    assert immutability.check(connection)
    assert "Retry-After" not in refused.headers
    assert not table.game.damage


def test_an_event_that_is_there_already_is_no_damage(table: ApiGame) -> None:
    error = store.AlreadyThereError(table.id)
    assert integrity.freeze_if_damaged(error) is error
    assert not table.game.damage


def test_a_score_with_hashes_that_fit_is_found_when_the_game_is_played_again_by_the_rules(
    table: ApiGame,
) -> None:
    while table.state.round == 1:
        table.play()
    scored = next(row for row in table.rows if row.type == "RoundScored")
    assert verify(table.id, rules=True) == []
    members = json.loads(scored.public)
    public = sealing.canonical(members | {"scores": [each + 1 for each in members["scores"]]})
    seal_again(table, scored.sequence, to_the_end=True, public=public)
    Game.objects.filter(pk=table.id).update(
        head=StoredEvent.objects.get(game=table.id, sequence=table.game.version).hash
    )
    assert all("summary" in each for each in verify(table.id))
    (fault,) = verify(table.id, rules=True)
    assert fault.startswith(f"Event {scored.sequence}, RoundScored: scores is")
    assert table.game.damage == fault
