"""A league ends a running game; its places are told to everybody, and nothing goes on."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from games.models import Game, StoredEvent
from games.models.timers import Timer
from games.play.adjudication import LONGEST_RULING, game_adjudicate
from games.play.results import places_of
from games.reading.lookup import find_seats
from games.refusals import GameFrozenError, GameNotFoundError, GameOverError, TableError
from games.time.stored_clocks import fold_log, stored_clock
from games.workers.timers import rebuild
from games.workers.verification import verify
from illimat_core.cards import ORDER
from illimat_core.places import places_at_present, places_by_score
from notifications.content.mails import compose
from notifications.models import Delivery, Notice
from tests.support.api_games import ApiGame
from tests.support.asked import InRound
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db
LEAGUE = {"by": "league"}


@pytest.fixture
def trio(ada: Person, bob: Person) -> ApiGame:
    """Return a running game of three whose first round is scored."""
    return InRound([ada, bob, Person("cy")], 2, visibility="public", options={"rounds": 3})


def shown(table: ApiGame) -> Any:
    """Return the game as its first player sees it."""
    return table.people[0].get(table.path).json()


@pytest.mark.slow
def test_by_score_the_rounds_scored_so_far_decide(trio: ApiGame) -> None:
    state = trio.state
    game_adjudicate(game_id=trio.id, basis="by_score")
    game, places = trio.game, places_by_score(state)
    assert game.scores == [player.score for player in state.players]
    assert list(places_of(game, trio.state)) == list(places)
    assert game.winners == [seat for seat, place in enumerate(places) if place == 1]
    answer = shown(trio)
    assert (
        answer["adjudication"] == {"reason": "by_score", "places": [*places], "ruling": ""} | LEAGUE
    )
    results = {each["seat"]: each["result"] for each in answer["occupations"]}
    assert results == {n: "won" if place == 1 else "lost" for n, place in enumerate(places)}
    assert answer["last_event"].startswith("The game is adjudicated by the scores so far")


def test_by_place_the_current_round_breaks_ties(table: ApiGame) -> None:
    for _ in range(6):
        table.play()
    places = places_at_present(table.state)
    game_adjudicate(game_id=table.id, basis="by_place")
    assert tuple(places_of(table.game, table.state)) == places


@pytest.mark.slow
def test_a_ruling_names_the_places_and_is_shown_with_its_reasons(trio: ApiGame) -> None:
    game_adjudicate(game_id=trio.id, basis="ruling", places=[2, 1, 2], ruling="A slip of mine.")
    assert (trio.game.state, trio.game.winners) == ("finished", [1])
    told = {"reason": "ruling", "places": [2, 1, 2], "ruling": "A slip of mine."} | LEAGUE
    assert shown(trio)["adjudication"] == told


@pytest.mark.slow
def test_a_void_game_is_called_off(trio: ApiGame) -> None:
    game_adjudicate(game_id=trio.id, basis="void")
    assert (trio.game.state, trio.game.winners) == ("called_off", None)
    assert list(places_of(trio.game, trio.state)) == []
    assert shown(trio)["adjudication"] == {"reason": "void", "places": [], "ruling": ""} | LEAGUE
    assert {each["result"] for each in shown(trio)["occupations"]} == {None}


@pytest.mark.slow
@pytest.mark.parametrize("basis", ["by_score", "void"])
def test_after_an_adjudication_nothing_goes_on(trio: ApiGame, basis: Any) -> None:
    version, awaited = trio.game.version, trio.awaited
    game_adjudicate(game_id=trio.id, basis=basis)
    game = trio.game
    assert (game.version, game.awaited, game.ended_at) == (version + 1, [], game.moved_at)
    assert not Timer.objects.filter(game=trio.id).exists()
    assert not game.assignments.filter(awaited=True).exists()
    assert problem(trio.act(awaited, {"type": "forfeit"})) == (409, "game_over")
    last = StoredEvent.objects.get(game=trio.id, sequence=game.version)
    assert (last.type, last.actor, last.source) == ("GameAdjudicated", "server", "league")
    with pytest.raises(GameOverError):
        game_adjudicate(game_id=trio.id, basis="by_score")


@pytest.mark.slow
@pytest.mark.parametrize("basis", ["by_score", "by_place", "void"])
def test_what_is_stored_of_an_adjudicated_game_can_be_computed_again(
    trio: ApiGame, basis: Any
) -> None:
    game_adjudicate(game_id=trio.id, basis=basis)
    right = trio.game
    assert verify(trio.id) == []
    assert fold_log(right, find_seats(trio.id)) == stored_clock(right)
    wrong = {"state": "running", "ended_at": None, "winners": [0, 1, 2], "awaited": [1]}
    Game.objects.filter(pk=trio.id).update(**wrong)
    call_command("rebuild_projections", str(trio.id), verbosity=0)
    again = trio.game
    for name in wrong:
        assert getattr(again, name) == getattr(right, name)
    with transaction.atomic():
        assert not rebuild(again)


@pytest.mark.slow
def test_hands_lie_open_after_an_adjudication_but_there_is_no_analysis(trio: ApiGame) -> None:
    game_adjudicate(game_id=trio.id, basis="by_score")
    hands = shown(trio)["view"]["hands"]
    assert hands == {
        str(seat): sorted(player.hand, key=ORDER.__getitem__)
        for seat, player in enumerate(trio.state.players)
    }
    asked = trio.people[0].post(f"{trio.path}/analysis")
    assert problem(asked) == (409, "not_finished")


def test_a_paused_game_is_adjudicated(table: ApiGame) -> None:
    until = {"until": (timezone.now() + timedelta(days=3)).isoformat()}
    for person in table.people:
        assert person.post(f"{table.path}/pause", until).status_code == 200
    game_adjudicate(game_id=table.id, basis="by_score")
    assert (table.game.state, table.game.paused_until) == ("finished", None)
    assert not Timer.objects.filter(game=table.id).exists()


@pytest.mark.slow
def test_a_game_that_stands_still_is_adjudicated(trio: ApiGame, eve: Person) -> None:
    assert trio.on_seat(1).post(f"{trio.path}/leave").status_code == 200
    game_adjudicate(game_id=trio.id, basis="by_score")
    assert trio.game.state == "finished"
    assert shown(trio)["occupations"][1]["result"] == "left"
    assert eve.get("/api/v1/open-seats").json()["results"] == []
    assert problem(eve.post(f"{trio.path}/seats/1")) == (409, "game_over")


def test_a_frozen_game_is_not_adjudicated(table: ApiGame) -> None:
    Game.objects.filter(pk=table.id).update(damage="Event 3 is missing.")
    with pytest.raises(GameFrozenError):
        game_adjudicate(game_id=table.id, basis="by_score")
    assert table.game.state == "running"


def test_only_a_running_game_is_adjudicated(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    with pytest.raises(TableError) as refusal:
        game_adjudicate(game_id=table.id, basis="void")
    assert refusal.value.code == "not_running"
    with pytest.raises(GameNotFoundError):
        game_adjudicate(game_id=uuid4(), basis="void")


@pytest.mark.parametrize("places", [None, [], [1], [1, 2, 3], [2, 2], [1, 3], [0, 1], [1, 1, 1]])
def test_a_ruling_without_the_places_of_all_seats_is_refused(table: ApiGame, places: Any) -> None:
    with pytest.raises(ValidationError) as refusal:
        game_adjudicate(game_id=table.id, basis="ruling", places=places)
    assert "places" in refusal.value.message_dict
    assert table.game.state == "running"


def test_partners_share_the_place_that_a_ruling_gives_them(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob, Person(), Person()], options={"mode": "teams"})
    with pytest.raises(ValidationError):
        game_adjudicate(game_id=table.id, basis="ruling", places=[1, 2, 3, 4])
    game_adjudicate(game_id=table.id, basis="ruling", places=[3, 1, 3, 1])
    assert table.game.winners == [1, 3]


def test_the_reasons_of_a_ruling_are_bounded(table: ApiGame) -> None:
    with pytest.raises(ValidationError):
        game_adjudicate(
            game_id=table.id, basis="ruling", places=[1, 2], ruling="x" * (LONGEST_RULING + 1)
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("basis", "kind", "said"),
    [
        ("by_score", "game_over", "by its league in round 2. The places follow from the scores"),
        ("by_place", "game_over", "follow from the scores at that moment"),
        ("ruling", "game_over", "by a ruling of the league's organiser, who decided the places."),
        ("void", "called_off", "It is void and counts for nobody."),
    ],
)
def test_everybody_gets_a_mail_that_says_how_the_game_was_ended(
    trio: ApiGame, basis: Any, kind: str, said: str
) -> None:
    places = [2, 1, 3] if basis == "ruling" else None
    game_adjudicate(game_id=trio.id, basis=basis, places=places, ruling="<b>Late</b> & sorry.")
    newest = Notice.objects.filter(game=trio.id, version=trio.game.version)
    assert {(each.person, each.kind) for each in newest} == {(p.user, kind) for p in trio.people}
    mail = compose(Delivery.objects.filter(notice__in=newest, channel="email")[0])
    text, html = str(mail.body), str(mail.alternatives[0][0])
    assert said in " ".join(text.split())
    assert "The organiser's reasons: <b>Late</b> & sorry." in " ".join(text.split())
    assert "<b>Late" not in html
    first = f"1. {trio.on_seat(1).user.handle}: "
    assert basis != "ruling" or first in text


@pytest.mark.slow
@pytest.mark.parametrize("basis", ["by_score", "void"])
def test_the_page_says_that_the_game_was_adjudicated(trio: ApiGame, basis: Any) -> None:
    game_adjudicate(game_id=trio.id, basis=basis, ruling="<i>Over</i>")
    page = trio.people[0].client.get(f"/games/{trio.id}").content.decode()
    said = {"by_score": "adjudicated by the scores so far", "void": "The game is void"}[basis]
    assert said in page
    assert "reasons: &lt;i&gt;Over&lt;/i&gt;" in page
    assert "stands still" not in page
