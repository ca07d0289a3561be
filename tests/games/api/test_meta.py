"""What the server says of itself."""

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def test_an_expired_token_keeps_nobody_from_reading_about_the_server(client: Any) -> None:
    answer = client.get("/api/v1/meta", headers={"X-Session-Token": "expired"})
    assert answer.status_code == 200


def test_the_server_says_what_it_is(client: Any) -> None:
    meta = client.get("/api/v1/meta").json()
    assert meta["edition"] in meta["editions"]
    assert "beginner" in meta["options"]["mode"]["enum"]
    assert meta["options"]["target_score"]["default"] == 17
    assert meta["options"]["rounds"].items() >= {"minimum": 1, "maximum": 32}.items()
    assert meta["limits"]["page"] == 100
    assert {"luminary": "maiden", "name": "the Maiden", "sets": ["core", "all"]}.items() <= next(
        entry for entry in meta["luminaries"] if entry["luminary"] == "maiden"
    ).items()
    (turn,) = [question for question in meta["decisions"] if question["kind"] == "turn"]
    assert "harvest" in turn["answers"]
    (drawn,) = [event for event in meta["events"] if event["type"] == "HandDrawn"]
    assert drawn["secret"] == ["cards"]
    for link in meta["links"].values():
        assert link.startswith("/")


def test_the_server_says_which_players_and_luminaries_go_together_with_a_mode(client: Any) -> None:
    modes = {entry["mode"]: entry for entry in client.get("/api/v1/meta").json()["modes"]}
    assert {mode: entry["players"] for mode, entry in modes.items()} == {
        "standard": [2, 3, 4],
        "beginner": [2, 3, 4],
        "teams": [4],
        "solitaire": [1],
        "solo_fields": [1],
    }
    assert modes["teams"]["title"] == "team game"
    assert "rake" in modes["standard"]["luminaries"]
    assert "rake" not in modes["solitaire"]["luminaries"]
    assert modes["beginner"]["luminaries"] == []
