"""Where all organisers play in a game, they are told to find another one; the operator can rule."""

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.play.adjudication import game_adjudicate
from leagues.models import Organiser
from notifications.content.mails import compose
from notifications.sending.dispatch import reason_to_drop
from tests.leagues.rulings import SECOND_WINS, WHY, Asked
from tests.support.mails import handles, mails, told
from tests.support.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ada: Person) -> Asked:
    """Return a running season of ada's with one game."""
    return Asked(ada)


def play_as_organiser(table: Asked) -> Person:
    """Let the second player be the only organiser, and return them."""
    Organiser.objects.update(user=table.people[1].user)
    return table.people[1]


def test_an_only_organiser_who_plays_is_told_to_find_another_one(table: Asked) -> None:
    organiser = play_as_organiser(table)
    table.asked()
    table.asked(organiser)
    assert told("season_ruling") == handles(organiser)
    (mail,) = mails("season_ruling", organiser)
    assert reason_to_drop(mail) is None
    assert "another organiser has to rule" in str(compose(mail).body)


def rulings(*options: str) -> str:
    """Run the operator's command, and return what it prints."""
    printed = StringIO()
    call_command("rulings", *options, stdout=printed)
    return printed.getvalue()


@pytest.mark.slow
def test_the_operator_rules_where_all_organisers_play(table: Asked) -> None:
    play_as_organiser(table)
    ruling = table.asked()
    listed = rulings()
    assert ruling in listed
    assert WHY in listed
    assert str(table.game.pk) in listed
    printed = rulings(ruling, "--reasons", str(SECOND_WINS["reasons"]), "--places", "2", "1")
    assert "is answered" in printed
    assert rulings() == "No question waits for the operator.\n"
    assert (table.game.winners, table.game.ruling) == ([1], SECOND_WINS["reasons"])
    (shown,) = table.listed(table.people[0])
    assert (shown["answer"]["by"], shown["answer"]["places"]) == (None, [2, 1])
    (mail,) = mails("season_ruling", table.people[0])
    assert "The operator of the server has answered" in str(compose(mail).body)
    call_command("rebuild_seasons", "--check")


def test_the_operator_answers_in_a_league_without_organisers(table: Asked) -> None:
    Organiser.objects.all().delete()
    assert "is answered" in rulings(table.asked(), "--reasons", "Play on.")
    assert table.game.state == "running"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ([], "Give --reasons"),
        (["--reasons", "x" * 1001], "Give --reasons"),
        (["--reasons", "So.", "--places", "2", "2"], "Give a place to each"),
    ],
)
def test_an_answer_of_the_operators_that_makes_no_sense_is_refused(
    table: Asked, options: list[str], refusal: str
) -> None:
    play_as_organiser(table)
    ruling = table.asked()
    with pytest.raises(CommandError, match=refusal):
        rulings(ruling, *options)
    assert table.game.state == "running"


def test_the_operator_leaves_to_organisers_what_they_can_answer(table: Asked) -> None:
    ruling = table.asked()
    assert ruling not in rulings()
    with pytest.raises(CommandError, match="An organiser"):
        rulings(ruling, "--reasons", "So.")
    with pytest.raises(CommandError, match="There is no question"):
        rulings(str(uuid4()), "--reasons", "So.")


def test_the_operator_ends_no_game_that_is_over_and_answers_once(table: Asked) -> None:
    play_as_organiser(table)
    ruling = table.asked()
    game_adjudicate(game_id=table.game.pk, basis="ruling", places=[1, 2])
    with pytest.raises(CommandError, match="The game is over"):
        rulings(ruling, "--reasons", "So.", "--void")
    rulings(ruling, "--reasons", "So.")
    with pytest.raises(CommandError, match="answered already"):
        rulings(ruling, "--reasons", "So.")
