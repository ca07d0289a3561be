"""Players ask organisers about their games, and are answered once, with reasons."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from pytest_django import Settings

from games.models import Game, SeatAssignment
from games.play.adjudication import game_adjudicate
from leagues.models import EventAuthor, Organiser, Result
from leagues.models.rulings import LONGEST_QUESTION, Ruling
from leagues.running import lifecycle
from notifications.content.mails import compose
from notifications.sending.dispatch import reason_to_drop
from tests.leagues.rulings import NOTHING, SECOND_WINS, WHY, Asked, co_organiser
from tests.support.api_seasons import DAY, ApiSeason, later
from tests.support.mails import handles, mails, told
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ada: Person) -> Asked:
    """Return a running season of ada's with one game."""
    return Asked(ada)


def test_organisers_are_told_of_a_question_until_it_is_answered(table: Asked, ada: Person) -> None:
    other = co_organiser(table)
    Organiser.objects.create(league=table.season.row.league, user=table.people[1].user)
    ruling = table.asked()
    assert told("season_ruling") == handles(ada, other)  # and not who plays in the game
    (mail,) = mails("season_ruling", other)
    assert reason_to_drop(mail) is None
    body = str(compose(mail).body)
    assert f"{table.people[0].user.handle.capitalize()} asks the organisers" in body
    assert "for a ruling at table 1 of the season" in " ".join(body.split())
    assert WHY in body
    table.answer(ruling)
    assert reason_to_drop(mail) == "outdated"


def test_who_asked_is_told_what_was_ruled_and_why(table: Asked) -> None:
    table.answer(table.asked(), SECOND_WINS)
    (mail,) = mails("season_ruling", table.people[0])
    assert reason_to_drop(mail) is None
    body = str(compose(mail).body)
    assert "with the places that were ruled" in body
    assert "The second seat was ahead." in body


def test_a_question_and_its_answer_are_read_by_the_table_and_the_organisers(
    table: Asked, bob: Person
) -> None:
    ruling = table.asked()
    readers = [table.season.organiser, co_organiser(table), *table.people]
    for person in readers:
        (shown,) = table.listed(person)
        assert (shown["question"], shown["by"]) == (WHY, table.people[0].user.handle)
        assert (shown["fixture"], shown["answer"]) == (table.fixture, None)
    assert table.answer(ruling).status_code == 201
    for person in readers:
        (shown,) = table.listed(person)
        assert shown["answer"]["reasons"] == NOTHING["reasons"]
        assert (shown["answer"]["effect"], shown["answer"]["by"]) == ("none", "ada")
    assert table.listed(bob) == []
    assert table.game.state == "running"


def test_people_at_other_tables_do_not_read_a_question(season: ApiSeason) -> None:
    people = [Person() for _ in range(3)]
    season.enter(*people)
    season.start()
    fixture = season.fixtures()[0]
    seated = [each["players"][0] for each in fixture["entrants"]]
    here = [each for each in people if each.user.handle in seated]
    (away,) = [each for each in people if each.user.handle not in seated]
    body = {"fixture": fixture["id"], "question": WHY}
    assert problem(away.post(f"{season.path}/rulings", body)) == (403, "permission_denied")
    assert here[0].post(f"{season.path}/rulings", body).status_code == 201
    assert len(here[1].get(f"{season.path}/rulings").json()["results"]) == 1
    assert away.get(f"{season.path}/rulings").json()["results"] == []


@pytest.mark.slow
def test_a_ruling_ends_the_game_with_places_author_and_reasons(table: Asked) -> None:
    answer = table.answer(table.asked(), SECOND_WINS)
    assert answer.status_code == 201, answer.content
    assert (table.game.state, table.game.winners) == ("finished", [1])
    assert table.game.ruling == SECOND_WINS["reasons"]
    (fixture,) = table.season.fixtures()
    result = fixture["result"]
    assert (result["kind"], result["reason"]) == ("adjudicated", SECOND_WINS["reasons"])
    assert [seat["place"] for seat in result["seats"]] == [2, 1]
    sequence = Result.objects.get().sequence
    author = EventAuthor.objects.get(season=table.season.id, sequence=sequence)
    assert author.user == table.season.organiser.user
    lifecycle.sweep()
    assert Result.objects.count() == 1
    assert table.season.shown()["state"] == "finished"
    call_command("rebuild_seasons", "--check")


def test_a_ruling_ends_the_game_as_void(table: Asked) -> None:
    void = {"effect": "void", "reasons": "Nobody could have played on."}
    assert table.answer(table.asked(), void).status_code == 201
    assert (table.game.state, table.game.ruling) == ("called_off", void["reasons"])
    assert (Result.objects.get().kind, Result.objects.get().reason) == ("void", void["reasons"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "members",
    [
        {},
        {"reasons": ""},
        {"reasons": "x" * 1001},
        SECOND_WINS | {"effect": "none"},
        SECOND_WINS | {"effect": "void"},
        SECOND_WINS | {"effect": "win"},
        SECOND_WINS | {"places": []},
        SECOND_WINS | {"places": [2, 2]},
        SECOND_WINS | {"places": [1, 2, 3]},
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(table: Asked, members: Any) -> None:
    assert problem(table.answer(table.asked(), members)) == (422, "invalid")
    (shown,) = table.listed(table.season.organiser, "?open=true")
    assert (shown["answer"], table.game.state) == (None, "running")


def test_questions_have_a_bounded_length(table: Asked) -> None:
    for question in ("", "x" * (LONGEST_QUESTION + 1)):
        assert problem(table.ask(question=question)) == (422, "invalid")
    assert table.ask(question="x" * LONGEST_QUESTION).status_code == 201


def test_a_person_has_one_open_question_about_a_game(table: Asked) -> None:
    first = table.asked()
    assert problem(table.ask()) == (409, "already_asked")
    assert table.ask(table.people[1]).status_code == 201
    assert table.answer(first).status_code == 201
    assert table.ask().status_code == 201


def test_a_person_asks_a_limited_number_of_times_a_day(table: Asked, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"rulings_a_day": 1}
    table.answer(table.asked())
    refused = table.ask()
    assert problem(refused) == (429, "quota_reached")
    assert (refused.json()["quota"], refused.json()["limit"]) == ("rulings_a_day", 1)


def test_only_organisers_answer(table: Asked, bob: Person) -> None:
    ruling = table.asked()
    for person in (bob, *table.people):
        assert problem(table.answer(ruling, person=person)) == (403, "permission_denied")
    missing = str(uuid4())
    assert problem(table.answer(missing)) == (404, "not_found")
    assert problem(table.ask(fixture=missing)) == (404, "not_found")


def test_nobody_rules_in_a_game_in_which_they_play(table: Asked) -> None:
    ruling = table.asked()
    first, second = table.people
    Organiser.objects.filter(user=table.season.organiser.user).delete()
    Organiser.objects.create(league=table.season.row.league, user=first.user)
    for person in (first, second):
        Organiser.objects.get_or_create(league=table.season.row.league, user=person.user)
        for members in (NOTHING, SECOND_WINS):
            refused = table.answer(ruling, members, person)
            assert problem(refused) == (403, "permission_denied")
            assert "another organiser" in refused.json()["detail"]
    assert table.answer(ruling, SECOND_WINS, co_organiser(table)).status_code == 201


def test_nobody_rules_in_a_game_whose_seat_they_took_over(table: Asked) -> None:
    ruling = table.asked()
    SeatAssignment.objects.filter(game=table.game, user=table.people[1].user).update(
        user=table.season.organiser.user
    )
    assert problem(table.answer(ruling)) == (403, "permission_denied")


@pytest.mark.slow
def test_a_substitute_asks_about_the_games_that_they_took_over(table: Asked, bob: Person) -> None:
    season, (leaver, other) = table.season, table.people
    (waiting,) = season.enter(bob, substitute=True)
    (fixture,) = season.fixtures()
    entrants = {each["players"][0]: each["id"] for each in fixture["entrants"]}
    leaver.delete(f"{season.path}/entrants/me")
    named = {"entrant": entrants[leaver.user.handle], "substitute": waiting}
    assert season.organiser.post(f"{season.path}/substitutes", named).status_code == 201
    ruling = table.asked(bob)
    assert [each["id"] for each in table.listed(other)] == [ruling]
    assert [each["id"] for each in table.listed(bob)] == [ruling]
    Organiser.objects.create(league=season.row.league, user=bob.user)
    assert problem(table.answer(ruling, person=bob)) == (403, "permission_denied")


def test_nobody_asks_before_the_game_begins(
    season: ApiSeason, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = [Person(), Person()]
    season.enter(*two)
    monkeypatch.setattr("leagues.running.fixture_games.GAMES_AT_ONCE", 0)
    season.start()
    (fixture,) = season.fixtures()
    body = {"fixture": fixture["id"], "question": WHY}
    assert problem(two[0].post(f"{season.path}/rulings", body)) == (409, "not_running")


def test_a_game_that_has_ended_is_not_ended_again_and_the_question_stays_open(
    table: Asked,
) -> None:
    ruling = table.asked()
    game_adjudicate(game_id=table.game.pk, basis="ruling", places=[1, 2])
    assert problem(table.answer(ruling, SECOND_WINS)) == (409, "game_over")
    lifecycle.sweep()
    assert problem(table.answer(ruling, SECOND_WINS)) == (409, "game_over")
    (shown,) = table.listed(table.season.organiser, "?open=true")
    assert shown["answer"] is None
    assert table.game.winners == [0]
    assert table.answer(ruling).status_code == 201
    assert table.listed(table.season.organiser, "?open=true") == []


def test_a_frozen_game_is_not_ended(table: Asked) -> None:
    ruling = table.asked()
    Game.objects.filter(pk=table.game.pk).update(damage="event 3 was changed")
    assert problem(table.answer(ruling, SECOND_WINS)) == (503, "game_frozen")
    assert table.answer(ruling).status_code == 201


def test_an_archived_season_takes_no_questions_or_answers(table: Asked, time: Time) -> None:
    ruling = table.asked()
    game_adjudicate(game_id=table.game.pk, basis="ruling", places=[1, 2])
    lifecycle.sweep()
    assert table.ask(table.people[1]).status_code == 201
    later(time, 31 * DAY)
    assert problem(table.answer(ruling)) == (409, "season_archived")
    assert problem(table.ask()) == (409, "season_archived")


def test_a_deleted_account_takes_its_questions_along_and_leaves_its_answers(
    table: Asked,
) -> None:
    other = co_organiser(table)
    for person in table.people:
        table.answer(table.asked(person), person=other)
    other.user.delete()
    (first, second) = table.listed(table.season.organiser)
    assert (first["answer"]["by"], second["answer"]["by"]) == (None, None)
    table.people[0].user.delete()
    (left,) = Ruling.objects.all()
    assert left.asked_by == table.people[1].user


def test_a_page_of_questions_takes_a_bounded_number_of_queries(
    table: Asked, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        table.answer(table.asked())
    table.asked(table.people[1])
    for person in (table.season.organiser, table.people[0]):
        with django_assert_max_num_queries(12):
            page = person.get(f"{table.path}?limit=2&fixture={table.fixture}").json()
        assert (len(page["results"]), bool(page["next"])) == (2, True)
    assert len(table.listed(table.season.organiser, "?open=true")) == 1


def test_a_ruling_takes_few_queries(table: Asked, django_assert_max_num_queries: Any) -> None:
    ruling = table.asked()
    with django_assert_max_num_queries(90):
        assert table.answer(ruling, SECOND_WINS).status_code == 201
