"""The replay of a game, and its log: everything that happened, as the visitor may know it."""

import re
from html import unescape

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from games.models import Game
from games.reading.selectors import game_history, game_observe_at
from games.reading.tables import table_get
from illimat_core.cards import DECK
from illimat_core.events import CardSown, RoundDealt, RoundScored
from illimat_core.messages import ENGLISH
from illimat_core.words.narration import narrate
from tests.support.pages import NAMES, Outline, body, browser_of
from tests.support.service_games import ServiceGame
from web.frame.history import AROUND, PAGE

pytestmark = pytest.mark.django_db

CODES = re.compile(rf"\b(?:{'|'.join(DECK)})\b")
MOST = 160_000  # bytes of a step
LUMINOUS = {"mode": "standard", "luminaries": "all", "stars": "always"}


def codes(text: str) -> set[str]:
    """Return the codes of all cards that a page or an answer names, in words or by their codes."""
    named = {NAMES[name] for name in re.findall(r"\b(?:\w+) of \w+\b", text) if name in NAMES}
    return named | set(CODES.findall(text))


def told_by_the_api(table: ServiceGame, user: User | None, version: int) -> str:
    """Return the answers of the API about a game: the board at a version, and the whole log."""
    seen = table_get(user=user, game_id=table.id)
    log = [each.event for each in game_history(table=seen, limit=10_000)]
    view = game_observe_at(table=seen, version=version)
    return (msgspec.json.encode(view) + msgspec.json.encode(log)).decode()


def sentences(table: ServiceGame, user: User | None) -> list[str]:
    """Return all that can be told of a game."""
    seen = table_get(user=user, game_id=table.id)
    told = [
        narrate(each.event, seen.names, ENGLISH.spelled)
        for each in game_history(table=seen, limit=10_000)
    ]
    return [sentence for sentence in told if sentence]


def links(page: str) -> dict[str, str]:
    """Return the links that say how they relate to the page."""
    return dict(re.findall(r'rel="(first|prev|next|last)" href="([^"]*)"', page))


def lines(page: str) -> list[str]:
    story = page.partition('<ol class="story"')[2].partition("</ol>")[0]
    return [unescape(line) for line in re.findall(r'<a href="[^"]*">([^<]*)</a>', story)]


@pytest.fixture
def table(people: list[User]) -> ServiceGame:
    """Return a running game in which each has played a few times."""
    played = ServiceGame(people, **LUMINOUS)
    for number in range(14):
        played.play(number * 7 + 1)
    return played


@pytest.fixture
def finished(people: list[User]) -> ServiceGame:
    """Return a game of a round that is over."""
    played = ServiceGame(people, **LUMINOUS, rounds=1)
    played.finish()
    return played


@pytest.mark.slow
def test_a_game_is_replayed_step_by_step_from_the_first_to_the_last(
    table: ServiceGame, client: Client
) -> None:
    page = body(client.get(f"/games/{table.id}/replay/1"))
    told = []
    while True:
        told += re.findall(r'replay-words"[^>]*>([^<]*)<', page)
        if "next" not in links(page):
            break
        page = body(client.get(links(page)["next"]))
    assert list(map(unescape, told)) == sentences(table, None)
    assert links(page)["first"].endswith("/replay/1")
    assert "last" not in links(page)


def test_the_first_and_the_last_step_lead_to_each_other_only(
    table: ServiceGame, client: Client
) -> None:
    first, last = "replay/1", f"replay/{table.game.version}"
    at_first = links(body(client.get(f"/games/{table.id}/{first}")))
    at_last = links(body(client.get(f"/games/{table.id}/{last}")))
    assert "first" not in at_first
    assert at_first["last"].endswith(last)
    assert "last" not in at_last
    assert at_last["first"].endswith(first)


@pytest.mark.slow
def test_nobody_is_to_play_once_a_round_is_scored(people: list[User], client: Client) -> None:
    played = ServiceGame(people, **LUMINOUS, rounds=2)
    played.finish()
    log = game_history(table=table_get(user=None, game_id=played.id), limit=10_000)
    scored = min(e.stored.sequence for e in log if isinstance(e.event, RoundScored))
    dealt = max(e.stored.sequence for e in log if isinstance(e.event, RoundDealt))
    for version, asks in ((scored, False), (dealt, True)):
        page = body(client.get(f"/games/{played.id}/replay/{version}"))
        assert ("(to play)" in page) == asks


@pytest.mark.slow
def test_one_goes_back_through_a_game(table: ServiceGame, client: Client) -> None:
    page = body(client.get(f"/games/{table.id}/replay/{table.game.version}"))
    steps = 0
    while "prev" in links(page):
        page, steps = body(client.get(links(page)["prev"])), steps + 1
    assert steps == len(sentences(table, None)) - 1


@pytest.mark.slow
def test_a_step_shows_what_the_api_tells_of_it_and_nothing_else(table: ServiceGame) -> None:
    for user in (*(table.person(seat) for seat in range(3)), None):
        browser = browser_of(user) if user else Client()
        for version in range(1, table.game.version + 1, 9):
            told = told_by_the_api(table, user, version)
            for where in ("replay", "board"):
                page = unescape(body(browser.get(f"/games/{table.id}/{where}/{version}")))
                assert codes(page) <= codes(told)


@pytest.mark.slow
def test_hands_lie_open_only_once_the_game_is_over(
    table: ServiceGame, finished: ServiceGame, client: Client
) -> None:
    def hands(game: ServiceGame) -> tuple[int, int]:
        view = game_observe_at(table=table_get(user=None, game_id=game.id), version=12)
        opened = [hand for hand in view.hands.values() if not isinstance(hand, int)]
        page = body(client.get(f"/games/{game.id}/replay/12"))
        return page.count(" data-card="), sum(map(len, opened))

    assert hands(table) == (0, 0)
    shown, held = hands(finished)
    assert shown == held > 0


def test_the_slider_leads_to_its_step(table: ServiceGame, client: Client) -> None:
    for asked, version in (("7", 7), ("99999", table.game.version)):
        answer = client.get(f"/games/{table.id}/replay", {"version": asked})
        assert answer.headers["Location"] == f"/games/{table.id}/replay/{version}"


def test_a_replay_begins_where_one_last_acted(table: ServiceGame) -> None:
    actor = table.awaited
    while table.awaited == actor:
        table.play()
    since = table.game.version
    table.play()
    for nothing in ("", "x", "-3", "1" * 12):
        answer = browser_of(actor).get(f"/games/{table.id}/replay", {"version": nothing})
        found = int(answer.headers["Location"].rpartition("/")[2])
        assert since - 4 <= found <= since + 1


def test_what_came_with_a_play_is_marked(table: ServiceGame, client: Client) -> None:
    seen = table_get(user=None, game_id=table.id)
    log = game_history(table=seen, limit=10_000)
    for kind, marked in ((CardSown, True), (RoundDealt, False)):
        version = next(e.stored.sequence for e in log if e.stored.type == kind.__name__)
        page = body(client.get(f"/games/{table.id}/replay/{version}"))
        assert (', new"' in page) == marked


def test_there_is_no_step_beyond_the_game_nor_of_one_that_is_hidden(
    table: ServiceGame, people: list[User], client: Client
) -> None:
    stranger = User.objects.create_user("dot", "dot@example.org")
    for page in ("replay/0", f"replay/{table.game.version + 1}"):
        assert browser_of(stranger).get(f"/games/{table.id}/{page}").status_code == 404
    Game.objects.filter(pk=table.id).update(visibility=Game.Visibility.PRIVATE)
    for page in ("replay", "replay/3", "log"):
        assert browser_of(stranger).get(f"/games/{table.id}/{page}").status_code == 404
        assert "/accounts/login/" in client.get(f"/games/{table.id}/{page}").headers["Location"]
    waiting = game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "beginner", "players": 2}),
        source=CommandSource.API,
    )
    for page in ("replay", "replay/1", "log"):
        assert browser_of(people[0]).get(f"/games/{waiting.pk}/{page}").status_code == 404


@pytest.mark.slow
def test_the_log_tells_the_whole_game_page_by_page(finished: ServiceGame, client: Client) -> None:
    at, told = f"/games/{finished.id}/log", list[str]()
    page = body(client.get(at))
    told += lines(page)
    while earlier := re.search(r'rel="next" href="([^"]*)"', page):
        following = body(client.get(at + earlier[1]))
        later = re.search(r'rel="prev" href="([^"]*)"', following)
        assert later
        assert lines(body(client.get(at + later[1]))) == lines(page)
        page = following
        told += lines(page)
    assert told[::-1] == sentences(finished, None)


@pytest.mark.slow
def test_pages_of_a_game_are_complete_and_of_a_bounded_size(
    finished: ServiceGame, client: Client
) -> None:
    for where in ("log", "replay/100", f"replay/{finished.game.version}"):
        answer: HttpResponse = client.get(f"/games/{finished.id}/{where}")  # type: ignore[assignment]
        assert len(answer.content) <= MOST
        outline = Outline()
        outline.feed(page := body(answer))
        assert outline.open == []
        assert len(outline.ids) == len(set(outline.ids))
        assert len(lines(page)) <= max(PAGE, 2 * AROUND)


@pytest.mark.slow
def test_a_step_reads_as_much_of_the_database_early_in_a_game_as_late(
    finished: ServiceGame, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for version in (3, finished.game.version):
        for where in ("replay", "board"):
            with django_assert_max_num_queries(9):
                client.get(f"/games/{finished.id}/{where}/{version}")


def test_a_replay_speaks_the_language_of_its_visitor(table: ServiceGame, client: Client) -> None:
    page = body(client.get(f"/games/{table.id}/replay/3", headers={"Accept-Language": "de"}))
    assert "<title>Illimat mit " in page
    assert "Schritt" in page
    assert '<h3 id="SE">SO <span>' in page


def test_a_finished_game_can_be_checked(finished: ServiceGame, client: Client) -> None:
    for page in ("", "/log"):
        linked = body(client.get(f"/games/{finished.id}{page}"))
        assert f'href="/games/{finished.id}/check"' in linked
    assert f"<code>{finished.game.head[:12]}</code>" in body(client.get(f"/games/{finished.id}"))
    page = body(client.get(f"/games/{finished.id}/check"))
    assert "<noscript>" in page
    assert f"/games/{finished.id}/game.json" in page
    assert "/static/web/check.py" in page


def test_a_game_is_checked_by_anybody_who_may_see_it(people: list[User], client: Client) -> None:
    options = {"mode": "beginner", "players": 2}
    waiting = game_create(
        user=people[0],
        wanted=NewTable(options=options, visibility=Game.Visibility.PRIVATE),
        source=CommandSource.API,
    )
    assert browser_of(people[0]).get(f"/games/{waiting.pk}/check").status_code == 200
    assert browser_of(people[1]).get(f"/games/{waiting.pk}/check").status_code == 404
    assert client.get(f"/games/{waiting.pk}/check").status_code == 302
