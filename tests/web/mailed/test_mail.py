"""Links in mails: signed, for one purpose, and without effect until a form or a click asks."""

import re
import time
from itertools import product
from typing import Any, Final

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from accounts.log_in.changes import change_record
from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from games.play.ends import end_wish
from notifications.channels.email import EMAIL
from notifications.content.links import GOOD_FOR, choices_url, chooser_read, stop_read, stop_url
from notifications.content.mails import compose, compose_together
from notifications.kinds.game_over import GAME_OVER
from notifications.kinds.round_scored import ROUND_SCORED
from notifications.kinds.your_turn import YOUR_TURN
from notifications.models import Choice, Delivery
from notifications.sending.outbox import notices_write
from notifications.wishes.preferences import preferences_change, preferences_of
from notifications.wishes.wanted import is_wanted
from tests.support.mails import SCANNERS, path_of
from tests.support.service_games import ServiceGame

pytestmark = [pytest.mark.django_db]
ONE_CLICK: Final = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def ada(people: list[User]) -> User:
    return people[0]


def test_one_click_stops_mails_of_a_kind_without_log_in_or_cookies(ada: User) -> None:
    path = path_of(stop_url(ada, [YOUR_TURN]))
    for _ in range(2):  # a second click changes nothing
        answer = Client(enforce_csrf_checks=True).post(path, ONE_CLICK)
        assert answer.status_code == 200
        assert "You will not get these mails any more" in answer.content.decode()
        chosen = Choice.objects.get()
        assert (chosen.person, chosen.kind, chosen.channel) == (ada, "your_turn", "email")
        assert chosen.wanted is False


@pytest.mark.parametrize("body", [{}, {"List-Unsubscribe": "Two-Clicks"}, {"stop": "kinds"}])
def test_another_post_stops_nothing(ada: User, body: dict[str, str]) -> None:
    path = path_of(stop_url(ada, [YOUR_TURN]))
    answer = Client().post(path, body)
    assert answer.status_code == 400
    assert "Send me no more of them" in answer.content.decode()
    assert Client().post(path_of(stop_url(ada, [YOUR_TURN], combined=True)), {}).status_code == 400
    assert Client().post(path_of(choices_url(ada)), {}).status_code == 400
    assert not Choice.objects.exists()
    assert preferences_of(ada).combined


def pressed(page: str) -> dict[str, str]:
    """Return what the last button of a page's form sends, with the form's hidden fields."""
    form = re.findall(r"<form.*?</form>", page, re.S)[-1]
    return dict(re.findall(r'name="([^"]+)" value="([^"]+)"', form))


def test_the_buttons_of_the_page_stop_mails(ada: User) -> None:
    browser, path = Client(), path_of(stop_url(ada, [YOUR_TURN]))
    page = browser.get(path).content.decode()
    assert browser.post(path, pressed(page)).status_code == 200
    assert not is_wanted(person=ada, kind=YOUR_TURN, channel=EMAIL.key, game=None)


def test_one_click_on_a_combined_mail_stops_combined_mails_and_a_second_its_kinds(
    ada: User,
) -> None:
    preferences_change(person=ada, digest_at=480)
    path = path_of(stop_url(ada, [YOUR_TURN, GAME_OVER], combined=True))
    for _ in range(2):
        page = Client(enforce_csrf_checks=True).post(path, ONE_CLICK).content.decode()
        assert "You will not get combined mails any more" in page
        assert all(str(kind.label).capitalize() in page for kind in (YOUR_TURN, GAME_OVER))
        chosen = preferences_of(ada)
        assert (chosen.combined, chosen.digest_at) == (False, None)
    assert not Choice.objects.exists()
    page = Client(enforce_csrf_checks=True).post(path, pressed(page)).content.decode()
    assert "You will not get these mails any more" in page
    for kind in (YOUR_TURN, GAME_OVER):
        assert not is_wanted(person=ada, kind=kind, channel=EMAIL.key, game=None)
    assert is_wanted(person=ada, kind=ROUND_SCORED, channel=EMAIL.key, game=None)


def test_a_combined_mail_is_stopped_as_such(people: list[User]) -> None:
    for _ in range(2):
        ServiceGame(people[:2])
    of_ada = Delivery.objects.filter(channel="email", notice__person=people[0])
    url = compose_together(list(of_ada)).extra_headers["List-Unsubscribe"].strip("<>")
    stop = stop_read(url.rpartition("/")[2])
    assert stop.combined
    assert {kind.key for kind in stop.kinds} == set(of_ada.values_list("notice__kind", flat=True))


def test_one_click_also_stops_mails_that_were_wanted_for_one_game(people: list[User]) -> None:
    ada, bob = people[:2]
    game = ServiceGame([ada, bob]).game
    for person in (ada, bob):
        Choice.objects.create(
            person=person, game=game, kind="your_turn", channel="email", wanted=True
        )
    Client().post(path_of(stop_url(ada, [YOUR_TURN])), ONE_CLICK)
    assert not is_wanted(person=ada, kind=YOUR_TURN, channel=EMAIL.key, game=game)
    assert is_wanted(person=bob, kind=YOUR_TURN, channel=EMAIL.key, game=game)


@pytest.mark.parametrize("scanner", SCANNERS)
def test_programs_that_follow_links_change_nothing(ada: User, scanner: str) -> None:
    before = User.objects.values().get(pk=ada.pk)
    for url in (stop_url(ada, [YOUR_TURN]), choices_url(ada)):
        browser = Client(headers={"User-Agent": scanner})
        for method in ("GET", "HEAD", "OPTIONS"):
            assert browser.generic(method, path_of(url)).status_code == 200
    assert not Choice.objects.exists()
    assert User.objects.values().get(pk=ada.pk) == before


def rows_of_all() -> dict[str, list[dict[str, Any]]]:
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
    }


@pytest.mark.slow
def test_no_link_of_any_mail_changes_anything_when_it_is_followed(people: list[User]) -> None:
    ada, bob, cy = people
    game_create(
        user=ada,
        wanted=NewTable(options={"mode": "beginner", "players": 2}, invited=["bob"]),
        source=CommandSource.API,
    )
    table = ServiceGame([ada, bob, cy])
    for kind in ("table_news", "game_begins", "your_turn"):
        notices_write(game=table.game, version=9000, kinds={ada.pk: kind})
    undo = reverse("account-undo", args=[change_record(user=ada, kind="x", address=ada.email)])
    links = {undo}
    for delivery in Delivery.objects.filter(channel="email"):
        message = compose(delivery)
        ((html, _),) = message.alternatives
        links |= set(re.findall(r"http://127[^\s\"<>]+", f"{message.body!s} {html!s}"))
    kinds = {url.split("/")[4] for url in links if "/mails/" in url}
    assert kinds == {"accept", "decline", "stop", "choices"}
    before = rows_of_all()
    for url, scanner, method in product(links, SCANNERS, ("GET", "HEAD")):
        answer = Client(headers={"User-Agent": scanner}).generic(method, path_of(url))
        assert answer.status_code in {200, 302}
    assert rows_of_all() == before


def test_the_page_of_choices_shows_and_saves_them(ada: User) -> None:
    path = path_of(choices_url(ada))
    page = Client().get(path).content.decode()
    assert re.search(r'name="your_turn.email"[^>]* checked', page)
    saved = Client(enforce_csrf_checks=True).post(path, {"game_over.email": "on"})
    page = saved.content.decode()
    assert "Your choices are saved." in page
    assert re.search(r'name="game_over.email"[^>]* checked', page)
    assert not re.search(r'name="your_turn.email"[^>]* checked', page)


def test_the_link_of_a_mail_about_a_game_also_leads_to_choices_for_that_game(
    people: list[User],
) -> None:
    ada, game, other = people[0], ServiceGame(people[:2]).game, ServiceGame(people[:2]).game
    path = path_of(choices_url(ada, game.pk))
    page = Client().get(path).content.decode()
    assert "In your game with bob" in page
    ticked = dict.fromkeys(re.findall(r'name="([a-z_]+\.[a-z]+)"[^>]* checked', page), "on")
    del ticked["your_turn.email"]
    saved = Client(enforce_csrf_checks=True).post(path, ticked | {"of_game": ""})
    assert "Your choices are saved." in saved.content.decode()
    assert not is_wanted(person=ada, kind=YOUR_TURN, channel=EMAIL.key, game=game)
    assert is_wanted(person=ada, kind=YOUR_TURN, channel=EMAIL.key, game=other)
    assert Choice.objects.get().game == game  # only what differs is stored
    Client().post(path, ticked | {"of_game": "", "your_turn.email": "on"})
    assert not Choice.objects.exists()


def test_who_sits_there_no_longer_chooses_for_all_games_only(people: list[User]) -> None:
    game = ServiceGame(people[:2]).game
    path = path_of(choices_url(people[2], game.pk))
    assert "In your game" not in Client().get(path).content.decode()
    assert Client().post(path, {"of_game": ""}).status_code == 200
    assert not Choice.objects.exists()


def test_for_a_game_that_is_over_nothing_is_chosen(people: list[User]) -> None:
    game = ServiceGame(people[:2]).game
    for person in people[:2]:
        end_wish(user=person, game_id=game.pk, source=CommandSource.API)
    page = Client().get(path_of(choices_url(people[0], game.pk))).content.decode()
    assert "In your game" not in page


def test_every_mail_from_a_table_leads_to_the_choices_for_its_game(people: list[User]) -> None:
    game = ServiceGame(people[:2]).game
    delivery = Delivery.objects.filter(channel="email").first()
    assert delivery
    (token,) = re.findall(r"/mails/choices/(\S+)", str(compose(delivery).body))
    assert chooser_read(token) == (delivery.notice.person, game.pk)


def test_the_page_of_choices_says_so_if_they_change_too_often(
    ada: User, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"notification_changes_a_day": 0}
    refused = Client().post(path_of(choices_url(ada)), {"each": ""})
    assert refused.status_code == 429
    assert "Change them again tomorrow." in refused.content.decode()
    assert Client().post(path_of(stop_url(ada, [YOUR_TURN])), ONE_CLICK).status_code == 200
    assert list(Choice.objects.values_list("kind", flat=True)) == ["your_turn"]


def test_a_link_is_read_once(ada: User) -> None:
    for url in (stop_url(ada, [YOUR_TURN]), choices_url(ada)):
        with CaptureQueriesContext(connection) as run:
            assert Client().post(path_of(url), ONE_CLICK).status_code == 200
        read = [query["sql"] for query in run if 'FROM "accounts_user"' in query["sql"]]
        assert len(read) == 2  # and once more to lock it


def test_a_link_serves_its_own_purpose_only(ada: User) -> None:
    stop, choose = stop_url(ada, [GAME_OVER]), choices_url(ada)
    for url, page in ((stop, "mail-choices"), (choose, "mail-stop")):
        path = reverse(page, args=[url.rpartition("/")[2]])
        assert Client().get(path).status_code == Client().post(path).status_code == 404
    assert not Choice.objects.exists()


def test_a_forged_link_is_refused(ada: User) -> None:
    path = path_of(stop_url(ada, [YOUR_TURN]))
    for forged in (path[:-1] + ("A" if path[-1] != "A" else "B"), "/mails/stop/x", path + "x"):
        answer = Client().post(forged, ONE_CLICK)
        assert answer.status_code == 404
        assert "This link is not valid any more" in answer.content.decode()
    assert not Choice.objects.exists()


def test_a_link_ends(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    path = path_of(stop_url(ada, [YOUR_TURN]))
    late = time.time() + GOOD_FOR.total_seconds()
    for moment, status in ((late - 60, 200), (late + 60, 404)):
        monkeypatch.setattr("django.core.signing.time.time", lambda at=moment: at)
        assert Client().get(path).status_code == status


def test_a_link_of_a_closed_account_is_refused(ada: User) -> None:
    path = path_of(stop_url(ada, [YOUR_TURN]))
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert Client().post(path, ONE_CLICK).status_code == 404


def test_a_link_ends_with_the_address_that_it_was_mailed_to(ada: User) -> None:
    paths = [path_of(stop_url(ada, [YOUR_TURN])), path_of(choices_url(ada))]
    User.objects.filter(pk=ada.pk).update(email="ada@elsewhere.example")
    assert [Client().post(path, ONE_CLICK).status_code for path in paths] == [404, 404]
    assert not Choice.objects.exists()


def test_every_mail_about_a_game_can_be_stopped_by_its_headers(people: list[User]) -> None:
    ServiceGame(people[:2])
    deliveries = Delivery.objects.filter(channel="email")
    assert {delivery.notice.person for delivery in deliveries} == set(people[:2])
    for delivery in deliveries:
        delivery.address = "ada@example.org"
        raw = compose(delivery).message().as_bytes().decode()
        (url,) = re.findall(r"^List-Unsubscribe: <(http\S+)>$", raw, re.M)  # on one line
        assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in raw.splitlines()
        assert Client(enforce_csrf_checks=True).post(path_of(url), ONE_CLICK).status_code == 200
    assert Choice.objects.filter(wanted=False).count() == len(deliveries)
