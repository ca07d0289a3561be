"""The home page: what waits for its visitor comes first."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.actors import CommandSource
from games.clocks.spans import DAY, HOUR, MINUTE
from games.making.invitations import invitation_make
from games.making.services import NewTable, game_create
from games.models import Game
from games.play.leavers import game_leave
from games.play.pauses import pause_agree
from games.stream import store
from games.time.availability import vacation_take
from illimat_core.cards import DECK
from illimat_core.messages import capitalize
from leagues.models import LeagueInvitation, Season
from tests.support.pages import body, browser_of, cards
from tests.support.played_seasons import PlayedSeason
from tests.support.service_games import ServiceGame
from web.frame.time_left import format_moment, format_time_left

pytestmark = pytest.mark.django_db
STATEMENTS = 20  # of the page, however many games there are
CARD = re.compile(r'<li class="([^"]*)"><a href="/games/([^"]+)">(.*?)</a></li>', re.DOTALL)


def home_of(person: User) -> str:
    return unescape(body(browser_of(person).get("/")))


def games_in(page: str, heading: str) -> list[str]:
    """Return the ids of the games that a section lists, in order."""
    section = page.partition(f'<h2 id="{heading}"')[2].partition("</section>")[0]
    return re.findall(r'href="/games/([^"]+)"', section)


def test_what_waits_for_me_comes_first_and_the_nearest_deadline_before_all(
    people: list[User],
) -> None:
    tables = [ServiceGame(people[:2]) for _ in range(3)]
    person = people[0]
    for table in tables:
        while table.awaited != person:
            table.play()
    first, second, other = tables
    for _ in range(4):  # each turn adds to the time in the bank
        second.play()
    while other.awaited == person:
        other.play()
    page = home_of(person)
    assert games_in(page, "turns") == [str(first.id), str(second.id)]
    assert games_in(page, "waiting") == [str(other.id)]
    assert "2 games wait for you" in page
    assert "<title>(2) My games" in page


def test_games_that_wait_longest_are_never_left_out(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.home.home.LIST", 1)
    tables, person = [], people[0]
    for _ in range(2):
        tables.append(table := ServiceGame(people[:2]))
        while table.awaited != person:
            table.play()
    page = home_of(person)
    assert games_in(page, "turns")[0] == str(tables[0].id)
    assert 'href="/games/mine?state=my_turn"' in page
    assert str(tables[1].id) in unescape(body(browser_of(person).get("/games/mine?state=my_turn")))


def test_a_game_says_who_plays_what_is_asked_the_scores_and_the_time(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    mine, theirs = table.awaited, next(each for each in people[:2] if each != table.awaited)
    kind, _, content = CARD.findall(home_of(mine))[0]
    assert kind == "mine"
    assert f'<span class="who">{theirs.handle}</span>' in content
    assert f"Play a card. You 0, {theirs.handle} 0" in content
    assert re.search(r"<b>\d d( \d+ h)?</b>\w{3} \d\d:\d\d", content)
    kind, _, content = CARD.findall(home_of(theirs))[0]
    assert kind == ""
    assert f"{capitalize(mine.handle)} to play. You 0, {mine.handle} 0" in content
    assert re.search(rf"<b>\d d( \d+ h)?</b>{mine.handle}<", content)


def test_two_games_with_the_same_people_say_when_they_began(people: list[User]) -> None:
    tables = [ServiceGame(people[:2]) for _ in range(2)]
    began = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
    Game.objects.filter(pk=tables[0].id).update(started_at=began)
    page = home_of(people[0])
    assert page.count(f'<span class="who">{people[1].handle} <small>since ') == 2
    assert "since 4 Mar 05:06" in page
    tables[0].finish()
    assert "<small>since" not in home_of(people[0])


def test_only_games_with_a_clock_wait_by_deadline(people: list[User]) -> None:
    game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "solitaire", "players": 1}),
        source=CommandSource.API,
    )
    page = home_of(people[0])
    assert "1 game waits for you" in page
    assert "by deadline" not in page
    table = ServiceGame(people[:2])
    while table.awaited != people[0]:
        table.play()
    assert "by deadline" in home_of(people[0])


def test_a_small_board_shows_no_cards(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    page = home_of(table.awaited)
    assert page.count('class="stamp"') == 1
    assert not cards(page)
    assert not [code for code in DECK if f">{code}<" in page]


def test_invitations_and_tables_that_wait_are_listed(people: list[User]) -> None:
    table = ServiceGame(people[:1], players=3)
    game = Game.objects.get(pk=table.id)
    assert game.creator is not None
    invitation_make(user=game.creator, game_id=table.id, handle=people[1].handle)
    assert games_in(home_of(people[1]), "invitations") == [str(table.id)]
    assert games_in(home_of(people[0]), "gathering") == [str(table.id)]


def test_a_public_table_is_listed_once(people: list[User]) -> None:
    game = game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "beginner", "players": 3}, invited=[people[1].handle]),
        source=CommandSource.API,
    )
    for user in people:
        assert home_of(user).count(f'<a href="/games/{game.pk}"') == 1


def test_a_game_that_stands_still_says_why(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    game_leave(user=people[0], game_id=table.id, source=CommandSource.API)
    assert "The game stands still, because you have left." in home_of(people[0])
    assert "The game stands still, because ada has left." in home_of(people[1])


def test_during_a_vacation_the_list_and_the_board_show_the_same_time(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    player = table.awaited
    vacation_take(user=player, end=timezone.now() + timedelta(days=10))
    listed = re.search(r"<b>(\d+) d( \d+ h)?</b>", home_of(player))
    board = body(browser_of(player).get(f"/games/{table.id}"))
    left = re.search(r"<strong>(\d+) days( \d+ h)</strong> left, until", board)
    assert listed
    assert left
    assert listed[1] == left[1]
    assert int(listed[1]) > 10


def test_no_time_runs_in_a_game_that_stands_still_or_is_paused(people: list[User]) -> None:
    paused, still = ServiceGame(people[:2]), ServiceGame(people[:2])
    end = timezone.now() + timedelta(days=2)
    for user in people[:2]:
        pause_agree(user=user, game_id=paused.id, until=end, source=CommandSource.API)
    still.play()
    game_leave(user=people[0], game_id=still.id, source=CommandSource.API)
    page = home_of(people[1])
    assert not re.search(r"<b>\d", page)
    assert "The game is paused until" in page
    board = body(browser_of(people[1]).get(f"/games/{paused.id}"))
    ribbon = board.partition('data-part="turn"')[2].partition("</section>")[0]
    assert "left, until" not in ribbon
    assert "The game is paused until" in ribbon


def test_a_newcomer_sees_what_to_do_at_once(people: list[User], client: Client) -> None:
    page = home_of(people[0])
    assert "Begin at once" in page
    assert 'class="go" href="/first"' in page
    assert 'href="/games/practice"' in page
    assert 'href="/rules/"' in page
    page = body(client.get("/"))
    assert 'class="go" href="/first"' in page
    assert 'class="quiet" href="/accounts/login/"' in page
    assert 'href="/accounts/signup/"' in page


def test_many_games_cost_a_bounded_number_of_queries(
    people: list[User], django_assert_max_num_queries: object
) -> None:
    counts = []
    for number in (1, 4):
        for _ in range(number):
            ServiceGame(people[:2])
        browser = browser_of(people[0])
        with django_assert_max_num_queries(60) as asked:  # type: ignore[operator]
            body(browser.get("/"))
        counts.append(len(asked))
    assert counts[1] <= counts[0] + 4 * 2  # a look at each game's state


def test_games_of_all_lists_are_read_together(people: list[User]) -> None:
    counts = []
    for _ in range(2):
        ServiceGame(people[:2])
        table = ServiceGame(people[1:2], players=3)
        creator = Game.objects.get(pk=table.id).creator
        assert creator is not None
        invitation_make(user=creator, game_id=table.id, handle=people[0].handle)
        ServiceGame(people[:1], players=3)
        browser = browser_of(people[0])
        browser.get("/")  # looks at the state of each game
        with CaptureQueriesContext(connection) as asked:
            page = body(browser.get("/"))
        assert games_in(page, "invitations")
        assert games_in(page, "gathering")
        counts.append(len(asked))
        seats = [each for each in asked if 'FROM "games_seatassignment" LEFT' in each["sql"]]
        assert len(seats) == 1
    assert counts[0] == counts[1] <= STATEMENTS


def test_a_known_game_is_looked_at_again_only_after_it_was_played(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    mine, theirs = table.awaited, next(each for each in people[:2] if each != table.awaited)
    before = [home_of(mine), home_of(theirs)]
    store.folds.drop()
    with CaptureQueriesContext(connection) as asked:
        again = [home_of(mine), home_of(theirs)]
    assert not [each for each in asked if "games_storedevent" in each["sql"]]
    assert [CARD.findall(page)[0][2] for page in again] == [
        CARD.findall(page)[0][2] for page in before
    ]
    assert "Play a card." in again[0]
    assert "Play a card." not in again[1]
    assert "to play." in again[1]
    while table.awaited == mine:
        table.play()
    assert "Play a card." not in home_of(mine)
    assert "Play a card." in home_of(theirs)


def test_a_known_game_says_what_people_are_called_now_and_in_the_reader_s_language(
    people: list[User],
) -> None:
    table = ServiceGame(people[:2])
    mine, theirs = table.awaited, next(each for each in people[:2] if each != table.awaited)
    assert f"{capitalize(mine.handle)} to play." in home_of(theirs)
    mine.handle = "lovelace"
    mine.save()
    assert "Lovelace to play." in home_of(theirs)
    assert "Play a card." in home_of(mine)
    german = {"Accept-Language": "de"}
    own, other = (body(browser_of(each).get("/", headers=german)) for each in (mine, theirs))
    assert "Play a card." not in own
    assert "Spiele eine Karte." in own
    assert "to play." not in other
    assert "Lovelace" in other


def test_a_frozen_game_shows_nothing_though_it_is_known(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    mine = table.awaited
    assert 'class="stamp"' in home_of(mine)
    Game.objects.filter(pk=table.id).update(damage="Event 1 is missing.")
    page = home_of(mine)
    assert "This game is frozen." in page
    assert 'class="stamp"' not in page


def test_many_seasons_and_invitations_cost_as_many_queries_as_one(people: list[User]) -> None:
    ada, counts = people[0], []
    for number in (1, 3):
        for _ in range(number):
            PlayedSeason([people[:2]], at_table=2)
            of_others = [PlayedSeason([people[1:]], at_table=2) for _ in range(2)]
            for each in of_others:
                LeagueInvitation.objects.create(league=each.league, user=ada, by=people[1])
            Season.objects.filter(pk=of_others[1].season.pk).update(state=Season.State.REGISTRATION)
        browser = browser_of(ada)
        with CaptureQueriesContext(connection) as asked:
            page = body(browser.get("/"))
        counts.append(len(asked))
    assert page.count("/leagues/") >= 2 * 4
    assert page.count("/seasons/") >= 2 * 4
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (DAY + 20 * HOUR + 59 * MINUTE, "1 d 20 h"),
        (3 * DAY + 5 * MINUTE, "3 d"),
        (3 * HOUR + 59 * MINUTE, "3 h"),
        (HOUR - 1, "59 min"),
        (0, "0 min"),
    ],
)
def test_time_left_is_said_in_its_largest_units(left: int, words: str) -> None:
    with override("en"):
        assert format_time_left(left) == words


def test_a_moment_is_said_in_the_readers_zone() -> None:
    now = datetime(2026, 11, 23, 12, tzinfo=UTC)
    with override("en"):
        assert format_moment(now + timedelta(hours=5), now, "Europe/Berlin") == "today 18:00"
        assert format_moment(now + timedelta(hours=12), now, "Europe/Berlin") == "Tue 01:00"
        assert format_moment(now + timedelta(days=8), now, "Europe/Berlin") == "1 Dec 13:00"


def test_every_page_counts_the_games_that_wait_for_its_visitor(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    asked = table.awaited
    other = next(person for person in people[:2] if person != asked)
    counted = "><span data-number>1</span>"
    for address in ("/", "/settings", f"/games/{table.id}"):
        assert counted in browser_of(asked).get(address).content.decode()
        assert counted not in browser_of(other).get(address).content.decode()
    assert 'class="count"' not in browser_of(asked).get("/api/guide/").content.decode()
