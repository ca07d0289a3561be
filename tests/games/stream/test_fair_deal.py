"""What players get to check a game: commitments, openings, places, and the file for checkers."""

import json
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Game
from games.refusals import DamagedStreamError
from games.seeds import GameSeed
from games.stream import dealer
from games.stream.integrity import freeze
from illimat_core import SeededSource, sealing
from tests.support.api_games import SECRET_BYTES, ApiGame
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db

LUMINARIES = {"mode": "standard", "luminaries": ["maiden", "river", "rake", "union"]}


def deal(table: ApiGame, person: Person) -> Any:
    return person.get(f"{table.path}/deal").json()


def export(table: ApiGame, person: Person) -> Any:
    return person.get(f"{table.path}/export").json()


def call_off(table: ApiGame) -> None:
    for person in table.people:
        assert person.post(f"{table.path}/call-off").status_code == 200


def test_commitments_are_shown_with_the_table_and_then_opened_by_and_by(
    ada: Person, bob: Person
) -> None:
    table = ApiGame([ada], seats=2)
    shown = deal(table, ada)
    assert [*shown["commitments"]] == [*sealing.scopes()]
    assert shown["openings"] == {}
    digits = "".join(shown["commitments"].values())
    assert shown["commitment"] == sha256(bytes.fromhex(digits)).hexdigest()
    bob.post(f"{table.path}/seats")
    begun = deal(table, ada)
    assert begun["commitments"] == shown["commitments"]
    assert [*begun["openings"]] == ["seats"]
    for scope, secret in begun["openings"].items():
        assert (
            sealing.commitment_to_secret(str(table.id), scope, bytes.fromhex(secret))
            == (begun["commitments"][scope])
        )


def test_a_game_that_is_called_off_opens_its_round_and_all_hands(table: ApiGame) -> None:
    call_off(table)
    stranger = Person()
    whole = export(table, stranger)
    assert [*whole["openings"]] == ["seats", "1", "luminaries/1"]
    assert all(part.startswith("{") for each in whole["events"] for part in each["private"])
    view = stranger.get(table.path).json()["view"]
    assert all(isinstance(hand, list) for hand in view["hands"].values())


def test_a_table_that_is_called_off_opens_what_it_would_have_drawn_from(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    ada.post(f"{table.path}/call-off")
    assert [*deal(table, ada)["openings"]] == ["seats", "1", "luminaries/1"]


def test_a_running_game_is_exported_as_far_as_the_asker_may_see_it(
    ada: Person, bob: Person
) -> None:
    table = ApiGame([ada, bob], options=LUMINARIES, entropy=SECRET_BYTES)
    table.play(entropy="cd" * 32)
    hands = {table.on_seat(seat): table.state.players[seat].hand for seat in (0, 1)}
    parts = [part for row in table.rows for part in json.loads(row.private)]
    for person, other in ((ada, bob), (bob, ada)):
        whole = export(table, person)
        opened = [part for each in whole["events"] for part in each["private"] if part[0] == "{"]
        seen_by = [part["seen_by"] for part in parts]
        assert len(opened) == sum(whole["viewer"] in seats for seats in seen_by) < len(parts)
        proven = {each["card"] for each in whole["cards"]}
        assert proven >= {*hands[person]}
        assert not proven & {*hands[other]}
        assert [each["entropy"] for each in whole["events"] if each["entropy"]] == [
            SECRET_BYTES,
            "cd" * 32,
        ]
    watched = export(table, Person())
    assert watched["viewer"] is None
    assert not [part for each in watched["events"] for part in each["private"] if part[0] == "{"]
    assert table.seed.hex() not in json.dumps(export(table, ada))


def test_every_link_of_the_log_can_be_computed_from_the_log(table: ApiGame) -> None:
    table.play(entropy=SECRET_BYTES)
    shown = table.people[0].get(f"{table.path}/events").json()["results"]
    previous = sealing.GENESIS
    for each, row in zip(shown, table.rows, strict=True):
        parts = [
            sha256(part.encode()).hexdigest() if part[0] == "{" else part
            for part in each["private"]
        ]
        members = [str(table.id), each["sequence"], each["event"]["type"], each["schema"]]
        members += [each["edition"], each["by"], each["public"], parts]
        members += [each["entropy"], each["command_id"], row.microseconds]
        assert sealing.link(previous, *members) == each["hash"]
        previous = each["hash"]
    assert previous == table.game.head


def test_the_export_has_the_seats_in_the_order_in_which_people_sat_down(table: ApiGame) -> None:
    seats = [table.people.index(table.on_seat(seat)) for seat in (0, 1)]
    drawn = export(table, table.people[0])["seats"]
    assert [drawn[place] for place in seats] == [0, 1]
    chosen = ApiGame(table.people, seating="chosen")
    assert export(chosen, table.people[0])["seats"] is None


def from_before(table: ApiGame) -> dict[str, str]:
    """Make a table's commitment that of the time before luminaries had secrets of their own."""
    scopes = sealing.scopes(own_luminaries=False)
    commitments = sealing.commitments(str(table.id), table.seed, scopes)
    commitment = sealing.commitment_to_all(commitments.values())
    Game.objects.filter(pk=table.id).update(commitment=commitment)
    return commitments


def test_a_table_from_before_is_dealt_as_it_was_committed_to(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, options=LUMINARIES)
    commitments = from_before(table)
    bob.post(f"{table.path}/seats")
    assert deal(table, ada) == {
        "version": table.game.version,
        "head": table.game.head,
        "commitment": table.game.commitment,
        "commitments": commitments,
        "openings": {"seats": sealing.secret_of(table.seed, "seats").hex()},
        "cards": [],
    }
    started, dealt = table.events[0], json.dumps(export(table, ada)["events"])
    assert started.commitments == tuple(commitments.values())[1:]  # type: ignore[attr-defined]
    assert "_root" not in dealt
    key = sealing.derived_key(str(table.id), "1", sealing.secret_of(table.seed, "1"))
    (row,) = (row for row in table.rows if row.type == "RoundDealt")
    parts = json.loads(row.private)[0]["part"]
    drawn = SeededSource(key).shuffle("deal/2/luminaries", LUMINARIES["luminaries"])
    assert [*drawn] == parts["luminaries"] + parts["reserve"]


def test_a_seed_that_was_not_committed_to_opens_nothing(table: ApiGame) -> None:
    GameSeed.objects.filter(game=table.id).update(seed=b"x" * 32)
    answer = table.people[0].get(f"{table.path}/deal")
    assert problem(answer) == (503, "game_frozen")
    assert table.game.damage == dealer.OTHER_SEED


def test_nobody_exports_a_game_that_they_may_not_know_of(ada: Person, eve: Person) -> None:
    table = ApiGame([ada], seats=2, visibility="private")
    for what in ("deal", "export"):
        assert eve.get(f"{table.path}/{what}").status_code == 404


def test_games_whose_secrets_are_not_opened_for_a_day_are_counted(
    table: ApiGame, ada: Person
) -> None:
    call_off(table)
    assert ada.get("/api/v1/deals").json() == {"unopened": 0}
    freeze(DamagedStreamError(table.id, "Event 2 is missing."))
    assert ada.get("/api/v1/deals").json() == {"unopened": 0}
    ended = timezone.now() - timedelta(days=1, seconds=1)
    Game.objects.filter(pk=table.id).update(ended_at=ended)
    assert ada.get("/api/v1/deals").json() == {"unopened": 1}


def test_operators_export_a_running_game_as_spectators_see_it(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("export", str(table.id))
    assert json.loads(capsys.readouterr().out) == export(table, Person())
    with pytest.raises(CommandError, match="There is no game"):
        call_command("export", "00000000-0000-4000-8000-000000000000")
    Game.objects.filter(pk=table.id).update(damage="Event 2 is missing.")
    with pytest.raises(CommandError, match="is frozen"):
        call_command("export", str(table.id))


def test_a_player_who_forfeits_may_contribute_too(table: ApiGame) -> None:
    person = table.awaited
    answer = table.act(person, {"type": "forfeit"}, entropy=SECRET_BYTES)
    assert answer.status_code == 200
    assert SECRET_BYTES in [each["entropy"] for each in export(table, person)["events"]]


def test_what_is_shown_of_a_game_that_is_over_may_be_compressed(table: ApiGame) -> None:
    for is_over in (False, True):
        if is_over:
            call_off(table)
        path = f"{table.path}/export"
        answer = table.people[0].client.get(path, headers={"Accept-Encoding": "gzip"})
        assert (answer.headers.get("Content-Encoding") == "gzip") == is_over
