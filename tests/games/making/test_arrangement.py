"""Games that the server arranges between people begin at once, however many games they have."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import seeds
from games.clocks.controls import DEFAULT, NoClock, PerDecision
from games.clocks.spans import HOUR
from games.making.arrangement import game_arrange
from games.models import Game, StoredEvent
from games.models.timers import Timer
from games.play.projections import compute
from games.refusals import OptionsError
from games.stream.store import examine
from games.workers.verification import verify
from illimat_core.options import MAX_ROUNDS
from notifications.models import Notice
from tests.support.api_games import GAMES, SECRET_BYTES, ApiGame
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db

BEGINNER = {"mode": "beginner", "rounds": 1}


def arranged(*people: Person, **members: object) -> Game:
    """Return a game that the server arranges between people."""
    wanted = {"options": BEGINNER, "control": DEFAULT, **members}
    return game_arrange(players=[person.user for person in people], **wanted)  # type: ignore[arg-type]


def test_people_sit_in_the_order_in_which_they_are_named(ada: Person, bob: Person) -> None:
    for people in ([ada, bob], [bob, ada]):
        shown = ada.get(f"{GAMES}/{arranged(*people).pk}").json()
        assert [each["handle"] for each in shown["players"]] == [p.user.handle for p in people]
        assert (shown["state"], shown["creator"], shown["options"]["players"]) == (
            "running",
            None,
            2,
        )


def test_an_arranged_game_is_rated_if_there_is_an_hour_for_a_decision(
    ada: Person, bob: Person
) -> None:
    quick = arranged(ada, bob, control=PerDecision(HOUR - 1))
    assert (quick.rated, arranged(ada, bob).rated) == (False, True)


@pytest.mark.slow
def test_an_arranged_game_is_played_to_its_end(ada: Person, bob: Person) -> None:
    game = arranged(ada, bob, entropy=SECRET_BYTES)
    table = ApiGame.__new__(ApiGame)
    table.people, table.id, table.path = [ada, bob], game.pk, f"{GAMES}/{game.pk}"
    while table.game.state == Game.State.RUNNING:
        table.play()
    assert verify(game.pk) == []
    finished = table.game
    assert compute(finished, examine(finished)).members == []


def test_everybody_is_told_that_the_game_begins(ada: Person, bob: Person) -> None:
    game = arranged(ada, bob)
    told = Notice.objects.filter(game=game).values_list("person", flat=True)
    assert set(told) == {ada.user.pk, bob.user.pk}
    assert Timer.objects.filter(game=game, kind="clock").exists()


def test_operators_see_that_a_league_began_the_game(ada: Person, bob: Person) -> None:
    first = StoredEvent.objects.get(game=arranged(ada, bob, entropy=SECRET_BYTES), sequence=1)
    assert (first.actor, first.source, first.seat) == ("server", "league", None)
    assert first.entropy == SECRET_BYTES


def test_no_quota_keeps_a_game_from_being_arranged(
    ada: Person, bob: Person, settings: object
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"games_at_once": 0, "games_a_day": 0}  # type: ignore[attr-defined]
    assert arranged(ada, bob).state == Game.State.RUNNING
    made = ada.post(GAMES, {"options": BEGINNER})
    assert problem(made) == (429, "quota_reached")


@pytest.mark.parametrize("options", [{"rounds": MAX_ROUNDS + 1}, {"mode": "teams"}])
def test_options_that_cannot_be_are_refused_and_leave_nothing(
    ada: Person, bob: Person, options: dict[str, object]
) -> None:
    with pytest.raises(OptionsError):
        arranged(ada, bob, options=options)
    assert not Game.objects.exists()
    assert not seeds.GameSeed.objects.exists()


def test_nobody_gets_two_seats(ada: Person) -> None:
    with pytest.raises(ValueError, match="two seats"):
        arranged(ada, ada)


def test_arranging_takes_as_many_statements_for_four_as_for_two(ada: Person, bob: Person) -> None:
    counts = []
    for people in ([ada, bob], [ada, bob, Person(), Person()]):
        with CaptureQueriesContext(connection) as asked:
            arranged(*people, control=NoClock())
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 30


def test_an_arranged_game_has_pauses_only_if_they_are_allowed(ada: Person, bob: Person) -> None:
    path = f"{GAMES}/{arranged(ada, bob).pk}"
    until = {"until": "2100-01-01T00:00:00Z"}
    assert problem(ada.post(f"{path}/pause", until)) == (409, "no_pauses")
    assert (ada.get(path).json()["pauses"], ada.get(path).json()["pauses_left"]) == (False, 0)
    allowed = ada.get(f"{GAMES}/{arranged(ada, bob, pauses=True).pk}").json()
    assert (allowed["pauses"], allowed["pauses_left"]) == (True, 3)
