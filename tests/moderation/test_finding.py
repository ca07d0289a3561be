"""Finding what concerns a person: their games and their deliveries, by their whole handle."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import PastOccupation
from notifications.models import Delivery
from tests.support.api_games import ApiGame
from tests.support.people import Person, staff

pytestmark = pytest.mark.django_db
GAMES = "/admin/games/game/"
DELIVERIES = "/admin/notifications/delivery/"


def found(chief: Person, query: str) -> set[object]:
    """Return the keys of what a list of the admin site finds."""
    return {row.pk for row in chief.get(query).context["cl"].result_list}


def test_staff_find_games_by_who_made_them_sits_there_or_has_sat_there() -> None:
    chief, ada, bob, eve = staff(), Person("ada"), Person("bob"), Person("eve")
    first, second = ApiGame([ada, bob]), ApiGame([bob, eve])
    seat = {"seat": 0, "occupant": "player", "since": 0, "until": 5}
    PastOccupation.objects.create(game_id=second.id, user=ada.user, **seat)
    assert found(chief, f"{GAMES}?q=ADA") == {first.game.pk, second.game.pk}
    assert found(chief, f"{GAMES}?q=bob") == {first.game.pk, second.game.pk}
    assert found(chief, f"{GAMES}?q=eve") == {second.game.pk}
    assert found(chief, f"{GAMES}?q={first.id}") == {first.game.pk}
    assert found(chief, f"{GAMES}?q=ad") == set()


def test_staff_find_the_deliveries_of_a_person_newest_first_without_text_or_address() -> None:
    chief, ada, bob = staff(), Person("ada"), Person("bob")
    ApiGame([ada, bob])
    ApiGame([bob, ada])
    theirs = Delivery.objects.filter(notice__person=ada.user).order_by("-pk")
    Delivery.objects.update(address="ada@old.example")
    page = chief.get(f"{DELIVERIES}?q=Ada")
    assert [row.pk for row in page.context["cl"].result_list] == [row.pk for row in theirs]
    assert theirs
    assert "ada@old.example" not in page.content.decode()
    assert found(chief, f"{DELIVERIES}?q=ad") == set()


def test_a_person_s_page_leads_to_their_games_deliveries_and_reports() -> None:
    chief, ada = staff(), Person("ada")
    shown = chief.get(f"/admin/accounts/user/{ada.user.pk}/change/").content.decode()
    for path in (GAMES, DELIVERIES, "/admin/moderation/report/"):
        assert f'href="{path}?q=ada"' in shown


def test_settings_lead_staff_alone_to_the_admin_site() -> None:
    for person, led in ((staff(), True), (Person(), False)):
        assert ('href="/admin/"' in person.client.get("/settings").content.decode()) == led


@pytest.mark.parametrize("path", [GAMES, DELIVERIES])
def test_a_search_takes_no_more_statements_for_more_rows(path: str) -> None:
    chief, ada, bob = staff(), Person("ada"), Person("bob")
    counted = []
    for _ in range(2):
        ApiGame([ada, bob])
        with CaptureQueriesContext(
            connection,
        ) as queries:
            chief.get(f"{path}?q=ada")
        counted.append(len(queries))
    assert counted[0] == counted[1] <= 20
