"""Organisers move entrants to another division before the start."""

from typing import Any
from uuid import UUID

import pytest

from leagues.models import Entrant, EventAuthor
from leagues.stream import store
from leagues.stream.events import EntrantMoved
from notifications.sending.dispatch import reason_to_drop
from tests.support.api_seasons import (
    LEAGUES,
    TEAMS,
    TWO,
    ApiSeason,
    in_divisions,
    make_league,
    pair,
    played,
)
from tests.support.mails import mails, text, told
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db
WHY = "Plays in a stronger league."
NAMES = ("una", "vic", "wim", "xia", "yan", "zoe")


class Moving:
    """A season of two divisions, in which una, vic and wim would play above xia, yan and zoe."""

    def __init__(self, ada: Person, **rules: Any) -> None:
        self.season = ApiSeason(ada, **TWO | rules)
        self.people = {name: Person(name) for name in NAMES}
        self.ids = dict(zip(NAMES, self.season.enter(*self.people.values()), strict=True))

    def move(self, name: str, division: int, by: Person | None = None) -> Any:
        """Move somebody as an organiser."""
        mover = by or self.season.organiser
        path = f"{self.season.path}/entrants/{self.ids[name]}/division"
        return mover.client.put(path, {"division": division, "reason": WHY}, format="json")

    def back(self, name: str) -> Any:
        path = f"{self.season.path}/entrants/{self.ids[name]}/division"
        return self.season.organiser.delete(path)

    def answer(self, name: str, *, agree: bool, division: int = 2) -> Any:
        sent = {"agree": agree, "division": division}
        return self.people[name].post(f"{self.season.path}/division-consent", sent)

    def shown(self, name: str) -> Any:
        """Return the move of an entrant as everybody sees it."""
        (found,) = (one for one in self.season.entrants() if one["id"] == self.ids[name])
        return found["move"]


@pytest.fixture
def moving(ada: Person) -> Moving:
    """Return a season of ada's with two divisions."""
    return Moving(ada)


def test_a_move_up_holds_at_once_and_says_why(moving: Moving) -> None:
    before = moving.season.plan()["token"]
    answer = moving.move("zoe", 1)
    up = {"division": 1, "reason": WHY, "agreed": None}
    assert (answer.status_code, answer.json()["move"]) == (200, up)
    assert in_divisions(moving.season) == ["una vic zoe", "wim xia yan"]
    plan = moving.season.plan()
    assert plan["token"] != before
    assert [one["move"] for one in plan["divisions"][0]] == [None, None, up]
    assert moving.shown("zoe") == up
    (mail,) = mails("season_transfer")
    assert "you play in division 1: an organiser has moved you there" in text(mail)
    assert WHY in text(mail)
    *_, last = store.read(moving.season.row.pk)
    assert last.event == EntrantMoved(entrant=UUID(moving.ids["zoe"]), division=0, reason=WHY)
    author = EventAuthor.objects.get(season=moving.season.id, sequence=last.sequence)
    assert author.user == moving.season.organiser.user
    assert store.differences(moving.season.row) == []


def test_a_move_down_holds_once_the_entrant_agrees(moving: Moving) -> None:
    assert moving.move("una", 2).json()["move"]["agreed"] is False
    assert in_divisions(moving.season)[0] == "una vic wim"
    (asked,) = mails("season_transfer")
    assert "you only play there if you agree" in text(asked)
    assert f"/seasons/{moving.season.id}" in text(asked)
    assert problem(moving.answer("una", agree=True, division=1)) == (409, "move_changed")
    for _ in range(2):
        assert moving.answer("una", agree=True).json()["entrant"]["move"]["agreed"] is True
    assert in_divisions(moving.season)[1] == "una yan zoe"
    assert reason_to_drop(asked) == "outdated"
    moving.season.start()
    assert Entrant.objects.get(pk=moving.ids["una"]).division == 1
    assert moving.shown("una") == {"division": 2, "reason": WHY, "agreed": True}
    exported = moving.season.organiser.get(f"{moving.season.path}/export.json").json()
    assert [one["move"]["reason"] for one in exported["entrants"] if one["move"]] == [WHY]
    rows = moving.season.organiser.get(f"{moving.season.path}/export.csv").content.decode()
    assert f'2,"{WHY}"' in rows
    assert store.differences(moving.season.row) == []


def test_who_declines_or_does_not_answer_plays_where_they_would(moving: Moving) -> None:
    for name in ("una", "vic"):
        moving.move(name, 2)
    assert moving.answer("una", agree=False).json()["entrant"]["move"] is None
    assert problem(moving.answer("una", agree=True)) == (409, "no_move")
    moving.season.start()
    assert Entrant.objects.filter(season=moving.season.id, division=0).count() == 3
    assert moving.shown("vic") is None
    assert problem(moving.answer("vic", agree=True)) == (409, "no_move")


def test_a_move_ends_when_it_is_taken_back_or_the_entrant_withdraws(moving: Moving) -> None:
    for name in ("yan", "zoe"):
        moving.move(name, 1)
    assert [moving.back("yan").status_code for _ in range(2)] == [204, 204]
    moving.people["zoe"].delete(f"{moving.season.path}/entrants/me")
    moving.season.enter(moving.people["zoe"])
    assert in_divisions(moving.season) == ["una vic wim", "xia yan zoe"]
    assert told("season_transfer") == {"yan": 2, "zoe": 1}
    assert store.differences(moving.season.row) == []


def test_the_same_move_again_changes_nothing(moving: Moving) -> None:
    moving.move("una", 2)
    moving.answer("una", agree=True)
    assert moving.move("una", 2).json()["move"]["agreed"] is True
    assert told("season_transfer") == {"una": 1}


@pytest.mark.parametrize(
    ("name", "division", "code"),
    [
        ("una", 3, "no_such_division"),
        ("una", 1, "already_there"),
        ("zoe", 2, "already_there"),
    ],
)
def test_moves_that_lead_nowhere_are_refused(
    moving: Moving, name: str, division: int, code: str
) -> None:
    assert problem(moving.move(name, division)) == (409, code)


def test_nobody_moves_themselves_or_their_team(ada: Person, bob: Person, eve: Person) -> None:
    season = ApiSeason(ada, **TEAMS | {"division_size": 2})
    pair(season, ada, bob)
    others = [Person() for _ in range(6)]
    for one, other in zip(others[::2], others[1::2], strict=True):
        pair(season, one, other)
    (own,) = (each["id"] for each in season.entrants() if "ada" in each["players"])
    path = f"{season.path}/entrants/{own}/division"
    sent = {"division": 2, "reason": WHY}
    assert problem(ada.client.put(path, sent, format="json")) == (403, "permission_denied")
    assert problem(ada.delete(path)) == (403, "permission_denied")
    assert problem(eve.client.put(path, sent, format="json")) == (403, "permission_denied")
    ada.post(f"{LEAGUES}/{season.league}/organisers", {"handle": "eve"})
    eve.post(f"{LEAGUES}/{season.league}/organisers/me")
    assert eve.client.put(path, sent, format="json").status_code == 200
    agreed = bob.post(f"{season.path}/division-consent", {"agree": True, "division": 2})
    assert agreed.status_code == 201
    assert told("season_transfer") == {"ada": 2, "bob": 1}


def test_nobody_is_moved_below_the_place_of_their_last_season(ada: Person) -> None:
    moving = Moving(ada)
    played(moving.season)
    following = ApiSeason(ada, moving.season.league, **TWO)
    ids = following.enter(*moving.people.values())
    moving.season, moving.ids = following, dict(zip(NAMES, ids, strict=True))
    top = in_divisions(following)[0].split()[0]
    refused = moving.move(top, 2)
    assert problem(refused) == (409, "below_claim")
    assert "a place in division 1" in refused.json()["detail"]


def test_only_those_with_a_place_in_a_season_with_divisions_are_moved(
    ada: Person, bob: Person, eve: Person
) -> None:
    full = Moving(ada, capacity=6)
    full.ids["bob"] = full.season.enter(bob)[0]
    assert problem(full.move("bob", 1)) == (409, "no_place")
    full.season.start()
    assert problem(full.move("zoe", 1)) == (409, "not_in_registration")
    whole = ApiSeason(ada, make_league(ada, "Masters"))
    (entrant,) = whole.enter(eve)
    path = f"{whole.path}/entrants/{entrant}/division"
    sent = {"division": 1, "reason": WHY}
    assert problem(ada.client.put(path, sent, format="json")) == (409, "no_divisions")


def test_a_move_that_would_prevent_the_start_is_refused(moving: Moving) -> None:
    for name in ("zoe", "yan", "xia", "wim"):
        assert moving.move(name, 1).status_code == 200
    refused = moving.move("una", 1)
    assert problem(refused) == (409, "impossible_move")
    assert "Division 2 would have 1 entrants" in refused.json()["detail"]
