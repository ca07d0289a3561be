"""What people's browsers add to chance: random bytes with the forms that join and play."""

import uuid
from typing import Any, Final

import pytest

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from games.models import Game, SeatAssignment, StoredEvent
from tests.support.mails import links
from tests.support.pages import browser_of
from tests.support.service_games import ServiceGame
from tests.web.forms import send
from tests.web.players import Table, first_form, ready

BYTES: Final = "5a" * 32
OTHERS: Final = "a5" * 32
INCOMPLETE: Final = "The form was incomplete. Load the page again."


def of_seats() -> list[str]:
    """Return what people contributed when they sat down."""
    return list(
        SeatAssignment.objects.exclude(user=None).order_by("pk").values_list("entropy", flat=True)
    )


def of_events(game_id: Any) -> list[str]:
    """Return all that is in the events of a game, in their order."""
    events = StoredEvent.objects.filter(game_id=game_id).order_by("sequence")
    return [each.entropy for each in events if each.entropy]


MADE: Final = [
    ("/games/new", {"mode": "beginner"}),
    ("/games/new", {"preset": "evening"}),
    ("/games/new", {"preset": "solitaire"}),
    ("/games/practice", {"level": "random", "opponents": "1"}),
]


@pytest.mark.django_db
@pytest.mark.parametrize("given", [BYTES, ""])
@pytest.mark.parametrize(("path", "filled"), MADE)
def test_a_person_who_makes_a_table_contributes_what_the_form_brings(
    people: list[User], path: str, filled: dict[str, str], given: str
) -> None:
    ada, key = browser_of(people[0]), str(uuid.uuid4())
    for brought in (given, OTHERS):  # sent twice, it makes one table
        assert send(ada, path, key, entropy=brought, **filled).status_code == 302
    assert of_seats() == [given]
    if Game.objects.get().state == "running":
        assert "".join(of_events(Game.objects.get().pk)) == given


@pytest.mark.django_db
@pytest.mark.parametrize("given", [BYTES, ""])
def test_a_person_who_sits_down_contributes_what_the_form_brings(
    people: list[User], given: str
) -> None:
    game = game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "beginner", "players": 3}),
        source=CommandSource.API,
    )
    bob, key = browser_of(people[1]), str(uuid.uuid4())
    for brought in (given, OTHERS):
        sat = send(bob, f"/games/{game.pk}/table", key, act="sit", entropy=brought)
        assert sat.url == f"/games/{game.pk}"
    assert of_seats() == ["", given]


@pytest.mark.django_db
@pytest.mark.parametrize("given", [BYTES, ""])
def test_a_person_who_accepts_by_mail_contributes_what_the_form_brings(
    people: list[User], given: str
) -> None:
    options = {"mode": "beginner", "players": 2}
    game = game_create(
        user=people[0],
        wanted=NewTable(options=options, start="by_hand", invited=["bob"]),
        source=CommandSource.API,
    )
    accept, _ = links(game)
    for brought in (given, OTHERS):
        page = browser_of(people[1]).post(accept, {"answer": "accept", "entropy": brought})
        assert "You sit at this table" in page.content.decode()
    assert of_seats() == ["", given]


@pytest.mark.django_db
@pytest.mark.parametrize("given", [BYTES, ""])
def test_a_person_who_plays_contributes_what_the_form_brings(
    people: list[User], given: str
) -> None:
    made = ServiceGame(people[:2])
    user, before = made.awaited, made.game.version
    form = first_form(ready(Table(made.id, people, 3), user))
    for brought in (given, OTHERS):
        answer = browser_of(user).post(f"/games/{made.id}", form | {"entropy": brought})
        assert answer.status_code == 302
    assert made.awaited != user
    played = StoredEvent.objects.get(game_id=made.id, sequence=before + 1)
    assert (played.entropy or "") == given
    assert "".join(of_events(made.id)) == given


@pytest.mark.django_db
def test_what_is_no_entropy_is_refused_in_words(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    form = first_form(ready(Table(made.id, people, 3), made.awaited))
    game = game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "beginner", "players": 3}, invited=["bob"]),
        source=CommandSource.API,
    )
    accept, _ = links(game)
    ada, bob = browser_of(people[0]), browser_of(people[1])
    for answer, status in (
        (browser_of(made.awaited).post(f"/games/{made.id}", form | {"entropy": "no"}), 422),
        (send(ada, "/games/new", preset="evening", entropy="no"), 422),
        (send(ada, "/games/practice", level="random", entropy="no"), 422),
        (send(bob, f"/games/{game.pk}/table", act="sit", entropy="no"), 422),
        (bob.post(accept, {"answer": "accept", "entropy": "no"}), 409),
    ):
        assert answer.status_code == status
        page = answer.content.decode()
        assert INCOMPLETE in page
        assert "hexadecimal" not in page
