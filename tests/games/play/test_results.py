"""The result of a game agrees with what the game shows, no matter who left and how it ended."""

from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import actors
from games.actors import Actor, CommandSource, Role
from games.clocks.controls import NoClock
from games.models import Game, SeatAssignment
from games.play import beginning, recorder
from games.play.adjudication import game_adjudicate
from games.play.results import GameResult, result_of
from games.play.vacancies import seat_take_over
from games.reading.lookup import find_seats
from games.signals import game_ended
from games.stream import dealer
from games.stream.store import state_of
from illimat_core import advance, legal_actions, read_options
from illimat_core.modes import MODES
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person
from tests.support.playing import CONSIDERED
from trials.dice import dice

pytestmark = pytest.mark.django_db

SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 12))]


def check_against_what_is_shown(game: Game, reader: Person) -> GameResult:
    """Compare the result of a game with the answer about it; return the result."""
    shown, result = reader.get(f"{GAMES}/{game.pk}").json(), result_of(game)
    ended_at = datetime.fromisoformat(shown["ended_at"])
    assert (result.end == "void", result.ended_at) == (shown["state"] == "called_off", ended_at)
    assert (result.end == "adjudicated") == (
        shown["adjudication"] is not None and shown["state"] == "finished"
    )
    for seat in result.seats:
        assert seat.score == shown["players"][seat.seat]["score"]
        assert (seat.place is None) == (result.end == "void")
        if shown["winners"]:
            assert (seat.place == 1) == (seat.seat in shown["winners"])
        had = [each for each in shown["occupations"] if each["seat"] == seat.seat]
        had.sort(key=lambda each: each["since"])
        assert [each["occupant"] for each in had] == [each.occupant for each in seat.occupancies]
        for told, each in zip(had, seat.occupancies, strict=True):
            if each.occupant == "house":
                assert (told["result"], each.user_id, each.decided) == (None, None, False)
            else:
                assert (told["result"] == "left") == (each.left_at is not None)
            if each.left_at is not None:
                assert game.started_at is not None
                assert game.started_at <= each.left_at <= result.ended_at
    return result


def played(mode: str, seed: int) -> tuple[Game, Person]:
    """Return a random game of a mode, played to its end by its seats in turn, and a player."""
    random = dice(seed)
    least, *more = MODES[mode].players
    people = [Person() for _ in range(random.choice([least, *more]))]
    options = {"mode": mode, "players": len(people), "rounds": 1 if len(people) > 1 else None}
    game = beginning.table_make(read_options(options), NoClock())
    SeatAssignment.objects.bulk_create(
        SeatAssignment(game=game, user=person.user, number=seat)
        for seat, person in enumerate(people)
    )
    seats, chance = find_seats(game.pk), dealer.Dealer(game, 0, "")
    beginning.deal_first(
        game, seats, chance, actor=actors.SERVER, source=CommandSource.LEAGUE, entropy=""
    )
    state = state_of(game)
    while not state.over:
        seat = state.awaited[0]
        listed = legal_actions(state, seat)
        action = random.choice([each for each, _ in zip(listed, range(CONSIDERED), strict=False)])
        after, events = advance(state, seat, action, dealer.Dealer(game, state.round, None))
        by = Actor(Role.PERSON, seat)
        recorder.append(
            game, seats, recorder.Advance(state, after, events), actor=by, source=CommandSource.API
        )
        state = after
    return game, people[0]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", MODES)
def test_of_a_game_that_was_played_to_its_end(mode: str, seed: int) -> None:
    game, reader = played(mode, seed)
    result = check_against_what_is_shown(game, reader)
    assert result.end == "finished"
    assert all(seat.kept and seat.first.decided for seat in result.seats)


@pytest.mark.slow
@pytest.mark.parametrize("basis", ["by_score", "by_place", "void"])
@pytest.mark.parametrize("seed", SEEDS)
def test_of_a_game_in_which_people_come_and_go(seed: int, basis: Any) -> None:
    random = dice(seed)
    table = ApiGame([Person() for _ in range(3)], leavers=random.choice(["substitute", "house"]))
    for _ in range(8):
        seat = random.randrange(3)
        match random.choice(["play", "play", "leave", "return", "take", "take over"]):
            case "play" if (
                table.game.awaited and table.game.assignments.get(number=table.game.awaited[0]).user
            ):
                table.play()
            case "leave":
                random.choice(table.people).post(f"{table.path}/leave")
            case "return":
                random.choice(table.people).post(f"{table.path}/seats/{seat}")
            case "take":
                table.people.append(Person())
                table.people[-1].post(f"{table.path}/seats/{seat}")
            case "take over":
                table.people.append(Person())
                seat_take_over(user=table.people[-1].user, game_id=table.id, seat=seat)
            case _:
                pass  # it is the house's turn
        if table.game.state != Game.State.RUNNING:
            break  # called off, as a player left before their first decision
    else:
        game_adjudicate(game_id=table.id, basis=basis)
    check_against_what_is_shown(table.game, table.people[0])


def test_who_left_and_who_took_over_is_told_with_the_time(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob, Person("cy")])
    leaver, eve = table.on_seat(1), Person("eve")
    leaver.post(f"{table.path}/leave")
    left_at = table.game.moved_at
    eve.post(f"{table.path}/seats/1")
    game_adjudicate(game_id=table.id, basis="by_score")
    seat = result_of(table.game).seats[1]
    assert [each.user_id for each in seat.occupancies] == [leaver.user.pk, eve.user.pk]
    assert (seat.first.left_at, seat.last.left_at, seat.kept) == (left_at, None, False)


def test_who_leaves_and_comes_back_has_kept_the_seat(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob, Person("cy")], leavers="house")
    for _ in range(3):
        table.play()
    person = table.on_seat(1)
    person.post(f"{table.path}/leave")
    assert person.post(f"{table.path}/seats/1").status_code == 200
    game_adjudicate(game_id=table.id, basis="by_score")
    seat = result_of(table.game).seats[1]
    assert [each.occupant for each in seat.occupancies] == ["player", "house", "returned"]
    assert seat.kept


def test_only_decisions_of_their_own_count_as_made_by_people(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob])
    first = table.awaited.user
    table.play()
    game_adjudicate(game_id=table.id, basis="by_score")
    decided = {each.first.user_id: each.first.decided for each in result_of(table.game).seats}
    assert decided == {user.pk: user == first for user in (ada.user, bob.user)}


@pytest.mark.parametrize("way", ["adjudicated", "called off", "forfeited"])
def test_the_end_of_a_game_is_told_once_with_its_result(table: ApiGame, way: str) -> None:
    ended: list[GameResult] = []

    def note(game: Game, **_: Any) -> None:
        ended.append(result_of(game))

    game_ended.connect(note)
    try:
        table.play()
        assert ended == []
        match way:
            case "adjudicated":
                game_adjudicate(game_id=table.id, basis="by_score")
            case "called off":
                for person in table.people:
                    person.post(f"{table.path}/call-off")
            case _:
                table.forfeit(table.awaited)
    finally:
        game_ended.disconnect(note)
    assert ended == [result_of(table.game)]


def test_a_table_that_never_began_has_no_result(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    assert ada.post(f"{table.path}/call-off").status_code == 200
    with pytest.raises(ValueError, match="no result"):
        result_of(table.game)


def test_a_game_that_is_not_over_has_no_result(table: ApiGame, ada: Person) -> None:
    for game in (table.game, ApiGame([ada], seats=2).game):
        with pytest.raises(ValueError, match="no result"):
            result_of(game)


def test_a_result_takes_as_many_queries_for_a_long_game_as_for_a_short_one(
    ada: Person, bob: Person
) -> None:
    counts = []
    for people in ([ada, bob], [ada, bob, Person(), Person()]):
        table = ApiGame(people)
        for _ in range(len(people) * 4 - 8):
            table.play()
        game = game_adjudicate(game_id=table.id, basis="void")
        with CaptureQueriesContext(connection) as asked:
            result_of(game)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 5
