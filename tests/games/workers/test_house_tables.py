"""Tables with house players: at creation and later, marked by name and level, and for practice."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import transaction

from games.models import Game, SeatAssignment
from games.models.timers import Timer
from games.time.stored_clocks import fold_log, stored_clock
from games.workers import house_choices, timers
from games.workers.timers import rebuild
from games.workers.verification import verify
from illimat_core.events import GameCalledOff
from illimat_core.players.levels import LEVELS
from notifications.models import Delivery
from notifications.tasks import send
from tests.support.api_games import GAMES, ApiGame, pass_by, practice, sweep_all
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db

BEGINNER = {"mode": "beginner", "players": 2}


def made(person: Person, *levels: str, players: int = 0, **members: Any) -> Any:
    options = BEGINNER | {"players": players or len(levels) + 1} | members.pop("options", {})
    return person.post(GAMES, {"options": options, "house": levels, **members})


def shown(person: Person, table: ApiGame) -> Any:
    return person.get(table.path).json()


def faults(answer: Any) -> dict[str, str]:
    """Return the members at fault, with what is wrong."""
    assert answer.status_code == 422, answer.content
    return {each["pointer"]: each["detail"] for each in answer.json()["errors"]}


def test_a_practice_game_starts_at_once_unlisted_and_without_a_clock(ada: Person) -> None:
    answer = made(ada, "strong").json()
    assert (answer["state"], answer["practice"]) == ("running", True)
    assert (answer["visibility"], answer["clock"]["kind"]) == ("link", "none")
    assert ada.get(GAMES).json()["results"] == []


def test_house_players_are_named_and_marked_with_their_level(ada: Person) -> None:
    answer = made(ada, "strong", "random", "strong").json()
    found = {
        player["house"]["name"]: player["house"]["level"]
        for player in answer["players"]
        if player["house"]
    }
    assert found == {"Raven": "strong", "Moth": "random", "Lynx": "strong"}
    assert {p["occupant"] for p in answer["players"] if p["house"]} == {"house"}
    assert [p["house"] for p in answer["players"] if p["handle"]] == [None]


def test_every_level_has_names_for_a_whole_table() -> None:
    names = [name for level in LEVELS.values() for name in level.names]
    assert all(len(level.names) >= 3 for level in LEVELS.values())
    assert len(set(names)) == len(names)
    longest = SeatAssignment._meta.get_field("name").max_length
    assert max(map(len, names)) <= (longest or 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "levels",
    [pytest.param(["random"], marks=pytest.mark.thorough), ["beginner", "steady", "strong"]],
)
def test_a_whole_practice_game_is_played(ada: Person, levels: list[str]) -> None:
    table = practice(ada, *levels, options={"rounds": 1})
    for _ in range(150):
        sweep_all()
        if table.game.state != "running":
            break
        table.play()
    answer = shown(ada, table)
    assert answer["state"] == "finished"
    results = {each["occupant"]: each["result"] for each in answer["occupations"]}
    assert results["player"] in {"won", "lost"}
    assert results["house"] is None
    assert verify(table.id) == []
    assert fold_log(table.game, list(table.game.assignments.all())) == stored_clock(table.game)


@pytest.mark.thorough
@pytest.mark.parametrize("levels", [["random", "beginner", "steady"], ["strong", "random"]])
def test_house_players_make_every_kind_of_decision(ada: Person, levels: list[str]) -> None:
    options = {"mode": "standard", "luminaries": "all", "rounds": 1}
    table = practice(ada, *levels, options=options)
    for _ in range(300):
        sweep_all()
        if table.game.state != "running":
            break
        table.play()
    assert table.game.state == "finished"


@pytest.mark.parametrize("many", [1, 2, 3])
@pytest.mark.parametrize("how", ["leaves", "misses"])
def test_a_practice_game_is_called_off_when_its_only_person_is_gone(
    ada: Person, settings: Any, many: int, how: str
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"practice_games": 1}
    table = practice(ada, *["random"] * many, clock="one_day", excuses=0)
    ada.client.patch("/api/v1/me", {"game_mails": False}, format="json")
    sweep_all()
    if how == "leaves":
        assert ada.post(f"{table.path}/leave").json()["state"] == "called_off"
    else:
        pass_by(table, timedelta(days=1))
        sweep_all()
    assert table.game.state == "called_off"
    assert table.events[-1] == GameCalledOff(reason="nobody_left")
    assert not Timer.objects.filter(game=table.id).exists()
    practice(ada, "random")


def test_the_house_answers_at_once_while_a_person_practises(ada: Person) -> None:
    table = practice(ada, "beginner")
    while table.game.awaited == [table.game.assignments.get(user=ada.user).number]:
        table.play()
    version = table.game.version
    assert house_choices.sweep() > 0
    assert table.game.version > version
    assert table.on_seat(table.game.awaited[0]) is ada
    with transaction.atomic():
        assert not rebuild(table.game)


def test_the_log_names_house_players(ada: Person) -> None:
    table = practice(ada, "random")
    sweep_all()
    table.play()
    sweep_all()
    told = [each["text"] for each in ada.get(f"{table.path}/events").json()["results"]]
    assert any("Moth (house)" in text for text in told if text)


def test_nobody_gets_mail_about_a_practice_game_without_a_clock(ada: Person) -> None:
    table = practice(ada, "random")
    sweep_all()
    table.play()
    sweep_all()
    assert not Delivery.objects.filter(notice__game=table.id).exists()
    timed = practice(ada, "random", clock="one_day")
    while timed.game.awaited == [timed.game.assignments.get(user=ada.user).number]:
        timed.play()
    sweep_all()
    assert Delivery.objects.filter(notice__game=timed.id, notice__kind="your_turn").exists()


@pytest.mark.parametrize(("clock", "mails"), [("no_clock", 0), ("one_day", 1)])
def test_why_a_practice_game_with_a_clock_was_called_off_is_told(
    ada: Person, clock: str, mails: int
) -> None:
    table = practice(ada, "random", clock=clock)
    assert ada.post(f"{table.path}/leave").status_code == 200
    queued = Delivery.objects.filter(notice__game=table.id, notice__kind="called_off")
    for each in queued:
        send(each.pk)
    assert len(mail.outbox) == mails
    bodies = [" ".join(str(message.body).split()) for message in mail.outbox]
    assert all("because you left it" in body for body in bodies)


def test_people_and_house_players_share_a_table(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], seats=3, house=["random"])
    answer = shown(ada, table)
    assert (answer["state"], answer["practice"]) == ("running", False)
    assert answer["clock"]["preset"] == "standard"
    for person in (ada, bob):
        assert person.post(f"{table.path}/call-off").status_code == 200
    assert table.game.state == "called_off"


def test_where_people_play_together_the_house_waits_its_minute(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], seats=3, house=["random"])
    house = table.game.assignments.get(level="random").number
    while table.game.awaited != [house]:
        table.play()
    version = table.game.version
    sweep_all()
    assert (table.game.version, timers.sweep()) == (version, 0)


def test_the_host_seats_and_removes_house_players(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=3)
    path = f"{table.path}/house"
    answer = ada.post(path, {"level": "steady"})
    assert [p["house"]["name"] for p in answer.json()["players"] if p["house"]] == ["Otter"]
    assert problem(bob.post(path, {"level": "steady"}))[0] == 403
    assert ada.delete(f"{path}/Otter").status_code == 204
    assert problem(ada.delete(f"{path}/Otter")) == (409, "not_seated")
    for level in ("random", "strong"):
        answer = ada.post(path, {"level": level})
    assert (answer.json()["state"], answer.json()["practice"]) == ("running", True)
    assert problem(ada.post(path, {"level": "random"})) == (409, "not_open")


def test_a_listed_table_that_becomes_a_practice_game_is_listed_no_longer(ada: Person) -> None:
    table = ApiGame([ada], seats=2, visibility="public")
    ada.post(f"{table.path}/house", {"level": "random"})
    assert ada.get(GAMES).json()["results"] == []
    assert table.game.visibility == Game.Visibility.LINK


def test_a_table_that_becomes_a_practice_game_keeps_its_clock(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    ada.post(f"{table.path}/house", {"level": "random"})
    answer = shown(ada, table)
    assert (answer["practice"], answer["clock"]["preset"]) == (True, "standard")


def test_a_seat_is_kept_for_a_person(ada: Person) -> None:
    table = ApiGame([ada], seats=2, start="by_hand")
    ada.post(f"{table.path}/house", {"level": "random"})
    ada.delete(f"{table.path}/seats/me")
    answer = ada.post(f"{table.path}/house", {"level": "random"})
    assert faults(answer) == {
        "#/house": "One seat is for a person, so the house can take at most 1 here."
    }
    assert problem(ada.post(f"{table.path}/start"))[0] == 409


def test_a_start_by_hand_waits_for_the_hand(ada: Person) -> None:
    table = practice(ada, "random", start="by_hand")
    assert table.game.state == "open"
    assert ada.post(f"{table.path}/start").json()["practice"] is True


def test_bad_input_is_refused_with_what_to_do(ada: Person) -> None:
    assert faults(made(ada, "grandmaster", players=2)) == {
        "#/house/0": "Choose among random, beginner, steady, strong."
    }
    assert faults(made(ada, "steady", "steady", players=2)) == {
        "#/house": "One seat is for a person, so the house can take at most 1 here."
    }
    assert faults(made(ada, "steady", visibility="public")) == {
        "#/visibility": "A practice game is not in the public list. Choose `link` or `private`."
    }
    solo = made(ada, "steady", options={"mode": "solitaire", "players": 1})
    assert "#/house" in faults(solo)
    assert not Game.objects.exists()


def test_nobody_takes_the_seat_of_a_house_player(ada: Person, bob: Person, eve: Person) -> None:
    table = ApiGame([ada, bob], seats=3, house=["random"])
    seat = table.game.assignments.get(level="random").number
    assert problem(eve.post(f"{table.path}/seats/{seat}")) == (409, "seat_taken")


def test_a_person_has_a_bounded_number_of_practice_games(ada: Person, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {"practice_games": 2, "practice_games_a_day": 3}
    first, _ = practice(ada, "random"), practice(ada, "random")
    assert problem(made(ada, "random")) == (429, "quota_reached")
    assert Game.objects.count() == 2
    ada.post(f"{first.path}/call-off")
    practice(ada, "random")
    Game.objects.update(state="called_off")
    assert problem(made(ada, "random")) == (429, "quota_reached")
