"""In a season, a no-show costs the no-show, not the table."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from accounts.services import account_close
from games.models import Game
from games.play.adjudication import game_adjudicate
from games.time.notified import note_person_notified
from leagues.models import Result, Season, Standing
from leagues.running import lifecycle
from ratings.models import RatedSeat
from tests.support.api_games import GAMES, ApiGame, pass_by, sweep_all
from tests.support.api_seasons import SEASONS, ApiSeason
from tests.support.people import Person

pytestmark = pytest.mark.django_db


def table_of(organiser: Person, people: list[Person], **rules: Any) -> tuple[ApiGame, list[str]]:
    """Return the only game of a season, and the entrants in the order of the people."""
    season = ApiSeason(organiser, format="single_tables", at_table=len(people), **rules)
    entered = season.enter(*people)
    season.start()
    (game,) = Game.objects.all()
    table = ApiGame.__new__(ApiGame)
    table.people, table.id, table.path = people, game.pk, f"{GAMES}/{game.pk}"
    return table, entered


def by_seat(table: ApiGame) -> list[Person]:
    return [table.on_seat(number) for number in range(len(table.people))]


def leave(table: ApiGame, person: Person) -> None:
    answer = person.post(f"{table.path}/leave")
    assert answer.status_code == 200, answer.content


def recorded() -> list[tuple[int, bool, bool]]:
    """Return the place of each seat, and whether it was left by a no-show."""
    lifecycle.sweep()
    seats = Result.objects.get().seats
    return [(each["place"], each["left"], each["no_show"]) for each in seats]


def points_of(entered: list[str]) -> list[str]:
    rows = {str(each.entrant_id): each.row for each in Standing.objects.all()}
    return [rows[entrant]["points"] for entrant in entered]


@pytest.mark.parametrize("decided", [True, False])
def test_at_a_table_of_two_it_is_a_walkover_that_needs_no_answer(
    ada: Person, decided: bool
) -> None:
    people = [Person(), Person()]
    table, entered = table_of(ada, people, leavers="house")
    first, second = by_seat(table)
    winner, gone = (first, second) if table.game.awaited == [0] else (second, first)
    if decided:
        table.play()
    leave(table, gone)
    assert table.game.state == Game.State.FINISHED
    won = people.index(winner)
    assert sorted(recorded()) == [(1, False, False), (2, True, True)]
    assert points_of(entered)[won] == "3"
    assert Standing.objects.get(entrant=UUID(entered[won])).row["share"] == "0"
    assert set(RatedSeat.objects.values_list("games", flat=True)) == {None}


def test_the_seat_is_open_first_if_the_season_declares_that(ada: Person) -> None:
    table, _ = table_of(ada, [Person(), Person()], leavers="substitute")
    leave(table, table.on_seat(1))
    assert table.game.state == Game.State.RUNNING
    pass_by(table, timedelta(days=3, minutes=1))
    sweep_all()
    assert type(table.events[-3]).__name__ == "SeatForfeited"
    assert recorded() == [(1, False, False), (2, True, True)]


def test_if_nobody_decides_each_has_left(ada: Person) -> None:
    table, entered = table_of(ada, [Person(), Person()], leavers="substitute")
    leave(table, table.on_seat(1))
    leave(table, table.on_seat(0))
    game_adjudicate(game_id=table.id, basis="by_score")
    assert [rest for _, *rest in recorded()] == [[True, True], [True, True]]
    assert points_of(entered) == ["0", "0"]


def test_a_closed_account_voids_nothing_for_the_others_at_the_table(ada: Person) -> None:
    people = [Person() for _ in range(4)]
    table, entered = table_of(ada, people, leavers="house")
    gone = table.on_seat(3)
    account_close(user=gone.user)
    lifecycle.sweep()
    assert table.game.state == Game.State.RUNNING
    game_adjudicate(game_id=table.id, basis="ruling", places=[2, 3, 4, 1])
    assert [rest for _, *rest in recorded()] == [[False, False]] * 3 + [[True, True]]
    points = points_of(entered)
    assert points.pop(people.index(gone)) == "0"
    assert sorted(points) == ["1", "3", "6"]


def test_a_no_show_comes_last_even_if_the_house_finishes_higher(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = table_of(ada, [Person() for _ in range(3)], leavers="house")
    leave(table, table.on_seat(2))
    monkeypatch.setattr("games.play.adjudication.places_by_score", lambda _: (2, 2, 1))
    game_adjudicate(game_id=table.id, basis="by_score")
    assert recorded() == [(1, False, False), (1, False, False), (3, True, True)]
    fixtures = ada.get(f"{SEASONS}/{Season.objects.get().pk}/fixtures").json()["results"]
    assert fixtures[0]["result"]["reason"].endswith(" Those who never made a decision come last.")


def test_somebody_who_only_let_time_run_out_has_left_though_it_was_excused(ada: Person) -> None:
    table, _ = table_of(ada, [Person() for _ in range(3)], excuses=1)
    (seat,) = table.game.awaited
    note_person_notified(game_id=table.id, user_id=table.awaited.user.pk)
    pass_by(table, timedelta(days=6))
    sweep_all()
    assert table.game.state == Game.State.RUNNING
    game_adjudicate(game_id=table.id, basis="by_score")
    places = recorded()
    assert places.pop(seat) == (3, True, True)
    assert places == [(1, False, False)] * 2


def test_somebody_who_was_not_asked_or_never_told_of_it_is_no_no_show(ada: Person) -> None:
    table, _ = table_of(ada, [Person() for _ in range(3)], excuses=0)
    pass_by(table, timedelta(days=6))  # no mail has left
    sweep_all()
    game_adjudicate(game_id=table.id, basis="by_score")
    assert recorded() == [(1, False, False)] * 3
