"""A restored backup is another epoch: who has read a history that is gone hears so."""

import pytest

from api.models import epoch, epoch_change
from tests.support.api_games import ApiGame
from tests.support.people import problem

pytestmark = pytest.mark.django_db


def test_the_log_goes_on_from_a_place_in_its_history(table: ApiGame) -> None:
    first = table.awaited.get(f"{table.path}/events?limit=2").json()
    assert first["next"].endswith(f"after={first['epoch']}.2")
    rest = table.awaited.get(first["next"]).json()["results"]
    assert rest[0]["sequence"] == 3
    nothing_new = f"{table.path}/events?after={first['epoch']}.{table.game.version}"
    assert table.awaited.get(nothing_new).json()["results"] == []


@pytest.mark.parametrize("place", ["{was}.2", "{was}.0", "{epoch}.{beyond}", "{beyond}"])
def test_who_has_read_a_history_that_is_gone_hears_so(table: ApiGame, place: str) -> None:
    was, beyond = epoch(), table.game.version + 1
    after = place.format(was=was, epoch=epoch_change(), beyond=beyond)
    answer = table.awaited.get(f"{table.path}/events?after={after}")
    assert problem(answer) == (409, "history_changed")
    assert answer.json()["epoch"] == epoch() != was
    assert answer.json()["current_version"] == table.game.version


def test_an_action_chosen_in_a_history_that_is_gone_is_refused(table: ApiGame) -> None:
    was = epoch()
    more = table.awaited.get(f"{table.path}/legal-actions?limit=1").json()["next"]
    person, action, version = table.awaited, table.choices()[0], table.game.version
    epoch_change()
    for chosen in (action, {"type": "forfeit"}):
        answer = table.act(person, chosen, epoch=was)
        assert problem(answer) == (409, "history_changed")
        assert (answer.json()["epoch"], answer.json()["current_version"]) == (epoch(), version)
    assert problem(person.get(more)) == (409, "stale_version")
    assert table.game.version == version
    assert table.act(person, action, epoch=epoch()).status_code == 200


def test_an_action_names_no_epoch_that_there_cannot_be(table: ApiGame) -> None:
    for known in ("x", "", "0123abcd\n", 12345678, None):
        answer = table.act(table.awaited, table.choices()[0], epoch=known)
        assert problem(answer) == (422, "invalid")


def test_a_place_in_the_log_is_an_epoch_and_a_sequence(table: ApiGame) -> None:
    for place in ("x", "-1", "1.2.3", "g0000000.1", f"{epoch()}.", "12345678901"):
        answer = table.awaited.get(f"{table.path}/events?after={place}")
        assert problem(answer) == (422, "invalid")


def test_a_restored_backup_is_another_epoch(table: ApiGame) -> None:
    """Server and game show it, and what was fetched before is not current, though it may fit."""
    tags = {look: table.awaited.get(table.path + look).headers["ETag"] for look in ("", "/events")}
    began = epoch_change()
    assert table.awaited.get("/api/v1/meta").json()["epoch"] == began
    assert table.awaited.get(table.path).json()["epoch"] == began
    for look, tag in tags.items():
        assert table.awaited.get(table.path + look, tag).status_code == 200
