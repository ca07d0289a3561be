"""Choosing by API what one is told."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from notifications.channels import CHANNELS
from notifications.channels.email import EMAIL
from notifications.kinds import KINDS, kinds_to_choose
from notifications.kinds.game_over import GAME_OVER
from notifications.kinds.your_turn import YOUR_TURN
from notifications.models import Choice
from notifications.wishes.wanted import is_wanted
from tests.notifications.choices import MINE, refusals
from tests.support.api_games import ApiGame
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(db: None) -> Person:
    return Person("ada")


@pytest.fixture
def table(ada: Person) -> ApiGame:
    return ApiGame([ada, Person("bob")])


def choose(person: Person, path: str, **choices: dict[str, bool | None]) -> Any:
    return person.client.patch(path, {"choices": choices}, format="json")


def test_at_first_the_defaults_of_the_kinds_apply(ada: Person) -> None:
    found = ada.get(MINE).json()
    assert found["choices"] == {
        key: {channel: channel in kind.channels for channel in CHANNELS}
        for key, kind in kinds_to_choose().items()
    }
    assert found["choices"]["your_turn"]["email"] is True
    assert {"key": "your_turn", "label": "your turn"} in found["kinds"]
    assert {"key": "email", "label": "e-mail"} in found["channels"]


def test_notices_about_the_account_cannot_be_declined(ada: Person) -> None:
    about_accounts = KINDS.keys() - kinds_to_choose().keys()
    assert "account" in about_accounts
    assert not about_accounts & ada.get(MINE).json()["choices"].keys()


def test_only_the_members_in_the_request_change(ada: Person, table: ApiGame) -> None:
    before = ada.get(MINE).json()
    changed = choose(ada, MINE, game_over={"email": False})
    assert changed.status_code == 200
    assert changed.json() == ada.get(MINE).json()
    assert changed.json()["choices"]["game_over"]["email"] is False
    assert not is_wanted(person=ada.user, kind=GAME_OVER, channel=EMAIL.key, game=table.game)
    assert is_wanted(person=ada.user, kind=YOUR_TURN, channel=EMAIL.key, game=table.game)
    assert choose(ada, MINE, game_over={"email": None}).json() == before


def test_a_game_has_choices_of_its_own(ada: Person, table: ApiGame) -> None:
    path = f"{table.path}/notifications"
    choose(ada, MINE, your_turn={"email": False})
    assert ada.get(path).json()["choices"]["your_turn"]["email"] is False
    assert ada.get(path).json()["overrides"] == {}
    changed = choose(ada, path, your_turn={"email": True}).json()
    assert changed["choices"]["your_turn"]["email"] is True
    assert changed["overrides"] == {"your_turn": {"email": True}}
    assert is_wanted(person=ada.user, kind=YOUR_TURN, channel=EMAIL.key, game=table.game)
    assert ada.get(MINE).json()["choices"]["your_turn"]["email"] is False
    back = choose(ada, path, your_turn={"email": None}).json()
    assert (back["choices"]["your_turn"]["email"], back["overrides"]) == (False, {})


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({"choices": {"weather": {"email": False}}}, "#/choices/weather"),
        ({"choices": {"account": {"email": False}}}, "#/choices/account"),
        ({"choices": {"your_turn": {"pigeon": False}}}, "#/choices/your_turn/pigeon"),
        ({"choices": {"your_turn": {"email": "no"}}}, "#/choices/your_turn/email"),
        ({"choices": {"your_turn": False}}, "#/choices/your_turn"),
        ({"choices": None}, "#/choices"),
        ({"mails": False}, "#/mails"),
    ],
)
def test_a_refusal_points_at_the_invalid_member(
    ada: Person, table: ApiGame, sent: Any, pointer: str
) -> None:
    for path in (MINE, f"{table.path}/notifications"):
        assert list(refusals(ada.client.patch(path, sent, format="json"))) == [pointer]
    assert not Choice.objects.exists()


def test_a_refusal_lists_what_there_is_to_choose(ada: Person) -> None:
    said = refusals(choose(ada, MINE, weather={"email": False}))["#/choices/weather"]
    assert all(key in said for key in kinds_to_choose())


def test_only_people_at_the_table_choose_for_its_game(table: ApiGame) -> None:
    stranger = Person("eve")
    path = f"{table.path}/notifications"
    assert problem(stranger.get(path))[0] == 403
    assert problem(choose(stranger, path, your_turn={"email": False}))[0] == 403
    private = ApiGame([Person()], seats=2, visibility="private")
    assert stranger.get(f"{private.path}/notifications").status_code == 404


def test_choices_change_only_so_often_a_day(
    ada: Person, table: ApiGame, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"notification_changes_a_day": 2}
    paths = (MINE, f"{table.path}/notifications")
    for path in paths * 2:  # the same again does not count
        assert choose(ada, path, your_turn={"email": False}).status_code == 200
    for path in paths:
        refused = choose(ada, path, your_turn={"email": True})
        assert problem(refused) == (429, "quota_reached")
        assert refused.json()["quota"] == "notification_changes_a_day"
    assert set(Choice.objects.values_list("wanted", flat=True)) == {False}


def test_choices_of_the_same_again_take_no_more_rows_or_statements(ada: Person) -> None:
    everything: dict[str, dict[str, bool | None]] = {
        kind: dict.fromkeys(CHANNELS, False) for kind in kinds_to_choose()
    }
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert choose(ada, MINE, **everything).status_code == 200
        counts.append(len(queries))
    assert max(counts) <= 12
    assert Choice.objects.count() == len(kinds_to_choose()) * len(CHANNELS)
