"""Moderators call games off or adjudicate them, with reasons that the table sees."""

from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command

from accounts.models import User
from games.models import Game, PastOccupation
from games.play.results import places_of
from games.refusals import NotAllowedError
from leagues.models import Result
from moderation.endings import game_call_off, game_decide
from notifications.content.mails import compose
from notifications.models import Delivery
from tests.leagues.rulings import Asked
from tests.support.api_games import ApiGame
from tests.support.knowledge import cards_in
from tests.support.people import Person, staff

pytestmark = pytest.mark.django_db
WHY = "Two <i>accounts</i> of one person."


def page(game: Game, act: str) -> str:
    """Return the address at which moderators do something to a game."""
    return f"/admin/games/game/{game.pk}/{act}/"


def send(by: Person, game: Game, act: str, **form: str) -> Any:
    """Send the confirmed form of an act, with reasons."""
    return by.client.post(
        page(game, act), {"confirmed": "on", "reasons": WHY, **form}, format="multipart"
    )


@pytest.fixture
def clerk() -> Person:
    person = staff("clerk", superuser=False)
    call_command("moderator", "clerk")
    return person


@pytest.fixture
def table() -> ApiGame:
    return ApiGame([Person("ada"), Person("bob")])


def mail_about(game: Game) -> str:
    """Return the text of a mail about the end of a game."""
    kinds = ["called_off", "game_over"]
    found = Delivery.objects.filter(notice__game=game, notice__kind__in=kinds, channel="email")
    return " ".join(str(compose(found[0]).body).split())


def test_a_moderator_calls_a_running_game_off_and_its_table_reads_why(
    clerk: Person, table: ApiGame
) -> None:
    assert send(clerk, table.game, "call-off").status_code == 302
    assert table.game.state == "called_off"
    told = {"reason": "void", "places": [], "ruling": WHY, "by": "moderators"}
    assert table.people[0].get(table.path).json()["adjudication"] == told
    shown = table.people[0].client.get(f"/games/{table.id}").content.decode()
    assert "The moderators&#x27; reasons: Two &lt;i&gt;" in shown
    mail = mail_about(table.game)
    assert "was called off by the moderators of this server" in mail
    assert f"The moderators' reasons: {WHY}" in mail
    entry = LogEntry.objects.get(action_flag=CHANGE)
    assert (entry.user, entry.object_id) == (clerk.user, str(table.id))
    last = table.game.events.latest("sequence")
    assert (last.type, last.source) == ("GameAdjudicated", "staff")


def test_a_moderator_names_the_places_of_a_game(clerk: Person, table: ApiGame) -> None:
    for wrong in ({"basis": "ruling"}, {"basis": "by_score", "places": "2 1"}):
        assert send(clerk, table.game, "adjudicate", **wrong).status_code == 200
    wrong = {"basis": "ruling", "places": "1 3"}
    assert send(clerk, table.game, "adjudicate", **wrong).status_code == 200
    assert table.game.state == "running"
    form = {"basis": "ruling", "places": "2, 1"}
    assert send(clerk, table.game, "adjudicate", **form).status_code == 302
    assert list(places_of(table.game, table.state)) == [2, 1]
    sentence = table.people[0].get(table.path).json()["last_event"]
    assert "by a ruling of the server's moderators" in sentence
    assert "by the moderators of this server, who decided the places" in mail_about(table.game)


@pytest.mark.parametrize("basis", ["by_score", "by_place"])
def test_a_moderator_lets_the_scores_decide(clerk: Person, table: ApiGame, basis: str) -> None:
    assert send(clerk, table.game, "adjudicate", basis=basis).status_code == 302
    assert table.game.state == "finished"


def test_a_table_that_waits_for_people_is_called_off(clerk: Person) -> None:
    ada, bob = Person("ada"), Person("bob")
    table = ApiGame([ada, bob], seats=3)
    assert send(clerk, table.game, "adjudicate", basis="by_score").status_code == 302
    assert "can only be called off" in clerk.get(page(table.game, "change")).content.decode()
    assert send(clerk, table.game, "call-off").status_code == 302
    assert "The game is called off." in clerk.get(page(table.game, "change")).content.decode()
    assert send(clerk, table.game, "call-off").status_code == 302
    shown = clerk.get(page(table.game, "change")).content.decode()
    assert "The game is over. You had written: Two &lt;i&gt;" in shown
    assert table.game.state == "called_off"
    assert ada.get(table.path).json()["adjudication"]["ruling"] == WHY
    shown = ada.client.get(f"/games/{table.id}").content.decode()
    assert "The moderators&#x27; reasons: Two &lt;i&gt;" in shown
    assert "called off by the moderators" in mail_about(table.game)


def test_nobody_ends_a_game_in_which_they_play_or_have_played(clerk: Person) -> None:
    sits = ApiGame([clerk, Person()])
    sat = ApiGame([Person(), Person()])
    seat = {"seat": 0, "occupant": "player", "since": 0, "until": 5}
    PastOccupation.objects.create(game_id=sat.id, user=clerk.user, **seat)
    waits = ApiGame([clerk, Person()], seats=3)
    for table in (sits, sat, waits):
        shown = clerk.get(page(table.game, "change")).content.decode()
        assert "../call-off/" not in shown
        assert send(clerk, table.game, "call-off").status_code == 403
        assert send(clerk, table.game, "adjudicate", basis="by_score").status_code == 403
        with pytest.raises(NotAllowedError):
            game_call_off(user=clerk.user, game_id=table.game.pk, reasons=WHY)
        assert table.game.ended_at is None
    with pytest.raises(NotAllowedError):
        game_decide(user=clerk.user, game_id=sits.game.pk, basis="by_score", reasons=WHY)


def test_staff_without_the_permission_end_no_game(table: ApiGame) -> None:
    reader = staff("reader", superuser=False)
    reader.user.user_permissions.set(Permission.objects.filter(codename="view_game"))
    for act in ("call-off", "adjudicate"):
        assert send(reader, table.game, act, basis="by_score").status_code == 403
    assert table.game.state == "running"


def test_a_frozen_game_is_not_ended_and_the_page_says_why(clerk: Person, table: ApiGame) -> None:
    Game.objects.filter(pk=table.id).update(damage="Event 3 was changed.")
    assert "damaged" in send(clerk, table.game, "call-off").content.decode()
    assert table.game.ended_at is None


def test_a_season_takes_the_result_with_the_reasons(clerk: Person) -> None:
    table = Asked(Person("ada"))
    form = {"basis": "ruling", "places": "2 1"}
    assert send(clerk, table.game, "adjudicate", **form).status_code == 302
    (result,) = Result.objects.all()
    assert (result.kind, result.reason) == ("adjudicated", WHY)
    assert [seat["place"] for seat in result.seats] == [2, 1]


def test_somebody_who_plays_in_a_season_s_game_does_not_end_it() -> None:
    table = Asked(Person("ada"))
    player = table.people[1]
    User.objects.filter(pk=player.user.pk).update(is_staff=True, is_superuser=True)
    player.user.refresh_from_db()
    with pytest.raises(NotAllowedError):
        game_call_off(user=player.user, game_id=table.game.pk, reasons=WHY)
    assert not Result.objects.exists()


def test_no_page_on_which_games_are_ended_shows_a_hand_or_a_seed(
    clerk: Person, table: ApiGame
) -> None:
    hands = {card for player in table.state.players for card in player.hand}
    for act in ("call-off", "adjudicate"):
        for answer in (clerk.get(page(table.game, act)), send(clerk, table.game, act, reasons="")):
            shown = answer.content.decode()
            assert answer.status_code == 200
            assert not cards_in(shown) & hands
            assert table.seed.hex() not in shown
            assert len(shown) < 20_000


def test_a_moderator_adjudicates_before_the_seats_with_their_handles_and_scores(
    clerk: Person, table: ApiGame
) -> None:
    Game.objects.filter(pk=table.id).update(scores=[7, 4])
    shown = clerk.get(page(table.game, "adjudicate")).content.decode()
    names = {seat.number: seat.user for seat in table.game.assignments.all()}
    for seat, score in enumerate((7, 4)):
        assert f"Seat {seat}: {names[seat]}, {score}" in shown


def test_a_game_s_page_has_times_and_reasons_and_no_commitments(
    clerk: Person, table: ApiGame
) -> None:
    send(clerk, table.game, "call-off")
    shown = clerk.get(page(table.game, "change")).content.decode()
    moment = table.game.events.get(sequence=1).recorded_at
    assert f"1 {moment:%Y-%m-%d %H:%M:%S} " in shown
    assert "deck_root" not in shown
    assert "Two &lt;i&gt;accounts" in shown
    assert f'href="/games/{table.id}"' in shown


def test_a_command_makes_moderators_who_need_a_second_factor(capsys: Any) -> None:
    ada = Person("ada")
    call_command("moderator", "ADA")
    ada.user.refresh_from_db()
    assert (ada.user.is_staff, ada.user.is_superuser) == (True, False)
    assert ada.client.get("/admin/", follow=True).request["PATH_INFO"].startswith("/accounts/2fa")
    rights = User.objects.get(pk=ada.user.pk).get_all_permissions()
    assert {"accounts.add_suspension", "games.change_game"} <= rights
    assert not rights & {"accounts.change_user", "accounts.delete_user"}
    call_command("moderator")
    assert capsys.readouterr().out.splitlines()[-1] == "ada"
    User.objects.filter(handle="ada").update(is_active=False)
    call_command("moderator")
    assert capsys.readouterr().out.splitlines()[-1] == "ada (suspended)"
    call_command("moderator", "ada", "--remove")
    ada.user.refresh_from_db()
    assert not ada.user.is_staff
    call_command("moderator")
    assert "no moderators" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("moderator", "nobody")
