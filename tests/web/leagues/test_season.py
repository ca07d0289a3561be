"""The pages of leagues and seasons."""

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.formats import date_format

from accounts.models import User
from games.clocks.controls import DEFAULT
from games.making.arrangement import game_arrange
from games.models import Game
from leagues.contest.reasons import Reason
from leagues.contest.standings.records import ResultKind, SeatResult
from leagues.models import Entrant, Organiser, Season
from leagues.season.wording import format_number
from leagues.stream import events as happened
from tests.support.pages import Outline, body, browser_of
from tests.support.played_seasons import PlayedSeason, crowd, people_named
from tests.support.wordless import words_of
from web.leagues import group_page
from web.leagues.entry import Own, own_state

pytestmark = pytest.mark.django_db

MINUS = "\N{MINUS SIGN}"
RULES: dict[str, Any] = {"at_table": 2, "format": "round_robin"}
SWISS: dict[str, Any] = {"at_table": 2, "format": "swiss", "rounds": 3, "days_per_round": 10}


def page_of(season: PlayedSeason) -> str:
    return f"/seasons/{season.season.pk}"


def row_of(page: str, name: str) -> str:
    """Return somebody's row of the standings."""
    rows = page[page.index("<tbody>") :].partition("</tbody>")[0].split("</tr>")
    return next(row for row in rows if f">{name}</a>" in row)


@pytest.fixture
def season(people: list[User]) -> PlayedSeason:
    """Return a season with a game that is over, one that is played, and one yet to begin."""
    played = PlayedSeason([people], **RULES)
    ada, bob, cy = played.divisions[0]
    over, begun, _ = played.pair((ada, bob), (bob, cy), (cy, ada))
    game = game_arrange(players=people[1:], options={"mode": "beginner"}, control=DEFAULT)
    played.append(happened.GamesArranged(games={begun: game.pk}))
    played.finish((over, (31, 24)))
    return played


def test_everybody_reads_the_standings_of_a_public_season(
    season: PlayedSeason, client: Client
) -> None:
    page = body(client.get(page_of(season)))
    assert "The season is being played until Saturday, 6 June 2026, 12:00 (UTC)." in page
    assert re.search(r"Ahead of (bob|cy) by points: 3 to 0\.", page)
    assert "1. ada (31), 2. bob (24)" in page
    assert "being played" in page
    assert "not begun" in page
    row = row_of(page, "ada")
    assert [row.count(text) for text in ('"d">1<', '"d">3<', ">1\N{EN DASH}3<")] == [1, 1, 1]


def test_places_still_possible_are_bars(season: PlayedSeason, client: Client) -> None:
    page = body(client.get(page_of(season)))
    assert '<svg viewBox="0 0 3 1"' in row_of(page, "ada")
    assert '<rect x="0" width="3" height="1"/>' in row_of(page, "ada")


def test_a_season_that_is_over_names_its_winner(season: PlayedSeason, client: Client) -> None:
    assert "Winner" not in body(client.get(page_of(season)))
    _, begun, third = season.season.fixtures.order_by("number").values_list("pk", flat=True)
    season.finish((begun, (5, 9)), (third, (5, 9)))
    season.append(happened.SeasonFinished(order=(tuple(season.divisions[0]),)))
    assert "Winner: ada." in body(client.get(page_of(season)))


def test_a_corrected_result_is_marked(season: PlayedSeason, client: Client) -> None:
    over = season.season.fixtures.get(number=1)
    season.finish((over.pk, (24, 31)), revision=1, reason="They agreed.")
    page = body(client.get(page_of(season)))
    assert "corrected: 1. bob (31), 2. ada (24)" in page


def test_dates_have_a_time_and_the_zone_of_the_visitor(people: list[User], client: Client) -> None:
    path = f"{page_of(PlayedSeason([people], **SWISS))}/rules"
    words = body(client.get(path))
    assert "until Saturday, 6 June 2026, 12:00 (UTC)." in words
    assert "<dt>End at the latest</dt><dd>Saturday, 6 June 2026, 12:00 (UTC)</dd>" in words
    assert len(re.findall(r'<th scope="row">\d</th><td>[^<]+:\d\d \(UTC\)</td>', words)) == 3
    User.objects.filter(pk=people[0].pk).update(time_zone="Asia/Tokyo")
    words = body(browser_of(people[0]).get(path))
    assert "until Saturday, 6 June 2026, 21:00 (Asia/Tokyo)." in words
    assert "(UTC)" not in words


@pytest.fixture
def replaced(season: PlayedSeason) -> str:
    """Let cy withdraw, and fay play for her, against bob first; return the substitute."""
    substitute = season.replace(season.divisions[0][2], *people_named("fay"))
    bob_and_cy = season.season.fixtures.get(number=2).pk
    left = SeatResult(1, 9, left=True, substitute=str(substitute))
    season.append(happened.ResultRecorded(fixture=bob_and_cy, seats=(SeatResult(2, 1), left)))
    return str(substitute)


def test_a_game_that_does_not_count_shows_no_points(people: list[User], client: Client) -> None:
    season = PlayedSeason([people], **SWISS)
    ada, bob, _ = season.divisions[0]
    (first,) = season.pair((ada, bob))
    season.finish((first, (9, 7)))
    season.append(happened.EntrantWithdrew(entrant=ada))
    page = body(client.get(f"{page_of(season)}/tables/{first}"))
    assert ("<td>9</td><td>0</td>" in page, "<td>7</td><td>0</td>" in page) == (True, True)
    assert "bob gets points without a game: 1.5" in page


def test_games_say_who_plays_for_whom(season: PlayedSeason, replaced: str, client: Client) -> None:
    for path in (page_of(season), f"{page_of(season)}/entrants/{replaced}"):
        page = body(client.get(path))
        assert re.search(r"bob, fay for cy</a>: 1\. fay \(9\), 2\. bob \(1\) ", page), path
        assert "fay for cy, ada: not begun" in page, path
    assert "ada, bob: 1. ada" in body(client.get(page_of(season)))
    fixture = season.season.fixtures.get(number=2)
    page = body(client.get(f"{page_of(season)}/tables/{fixture.pk}"))
    assert "<h1>Table 2: bob, fay for cy</h1>" in page
    row = page[page.index('"row">fay for cy') :].partition("</tr>")[0]
    assert row.endswith("<small>(cy left the game; points: 0)</small></th><td>9</td><td>3</td>")


def test_games_link_to_their_pages(season: PlayedSeason, client: Client) -> None:
    fixture = season.season.fixtures.get(game__isnull=False)
    page = body(client.get(page_of(season)))
    assert f'<a href="/games/{fixture.game_id}">bob, cy</a>' in page
    assert client.get(f"/games/{fixture.game_id}").status_code == 200


def test_the_crosstable_has_a_cell_for_each_two(season: PlayedSeason, client: Client) -> None:
    page = body(client.get(page_of(season)))
    cross = page[page.index('<h2 id="cross">') :].partition("</table>")[0]
    columns = re.findall(r'<th scope="col"><span>(\w+)</span></th>', cross)
    assert sorted(columns) == ["ada", "bob", "cy"]
    ada = cross[cross.index('"row">ada<') :].partition("</tr>")[0]
    assert ada.count("<td>\N{EN DASH}</td>") == 1
    assert ada.count("<td>3</td>") == 1
    assert ada.count(">·</span>") == 1


def crossed(season: PlayedSeason, client: Client) -> dict[tuple[str, str], str]:
    """Return the games of each two, by the names of the row and the column."""
    page = body(client.get(page_of(season)))
    cross = page[page.index('<h2 id="cross">') :].partition("</table>")[0]
    columns = re.findall(r'<th scope="col"><span>(\w+)</span></th>', cross)
    rows = re.findall(r'<th scope="row">(\w+)</th>(.*)</tr>', cross)
    return {
        (name, column): cell
        for name, row in rows
        for column, cell in zip(columns, re.findall(r"<td>(.*?)</td>", row), strict=True)
    }


OPEN = '<span aria-hidden="true">·</span><span class="vh">open</span>'
VOID = OPEN.replace("·", "\N{MULTIPLICATION SIGN}").replace("open", "does not count")


def test_in_the_crosstable_a_substitute_meets_whom_they_play(
    season: PlayedSeason, client: Client
) -> None:
    before = season.season.fixtures.get(number=3).pk
    season.finish((before, (9, 5)))  # by cy herself
    fay = season.replace(season.divisions[0][2], *people_named("fay"))
    bob_and_cy = season.season.fixtures.get(number=2).pk
    cells = crossed(season, client)
    assert (cells["fay", "bob"], cells["bob", "fay"], cells["fay", "ada"]) == (OPEN, OPEN, "")
    assert (cells["cy", "ada"], cells["ada", "cy"]) == ("3", "0")
    assert {cells["fay", "cy"], cells["cy", "fay"], cells["bob", "cy"]} == {""}
    left = SeatResult(1, 9, left=True, substitute=str(fay))
    season.append(happened.ResultRecorded(fixture=bob_and_cy, seats=(SeatResult(2, 1), left)))
    cells = crossed(season, client)
    assert (cells["fay", "bob"], cells["bob", "fay"], cells["bob", "cy"]) == ("3", "0", "")
    assert cells["cy", "bob"] == "0"


def test_the_crosstable_tells_games_that_do_not_count(season: PlayedSeason, client: Client) -> None:
    _, bob_and_cy, _ = season.season.fixtures.order_by("number")
    season.append(happened.ResultRecorded(fixture=bob_and_cy.pk, kind=ResultKind.VOID, reason=""))
    cells = crossed(season, client)
    assert (cells["bob", "cy"], cells["cy", "ada"], cells["ada", "bob"]) == (VOID, OPEN, "3")
    ada, bob, _ = season.divisions[0]
    season.pair((ada, bob), round_=2)
    season.append(happened.EntrantWithdrew(entrant=bob))  # after one of three games
    cells = crossed(season, client)
    assert (cells["ada", "bob"], cells["bob", "ada"]) == (f"{VOID} {OPEN}", f"{VOID} {VOID}")


def test_the_pages_are_well_formed_and_run_no_script(season: PlayedSeason, client: Client) -> None:
    for path in (page_of(season), f"/leagues/{season.league.pk}"):
        response = client.get(path)
        outline = Outline()
        outline.feed(body(response))
        assert outline.open == []
        assert len(outline.ids) == len(set(outline.ids))
        assert "inline" not in outline.loaded
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        assert response.headers["Cache-Control"] == "no-store"


def test_a_division_and_a_round_are_chosen_by_links(people: list[User], client: Client) -> None:
    season = PlayedSeason([people[:2], people[2:]], division_size=2, **SWISS)
    ada, bob = season.divisions[0]
    (first,) = season.pair((ada, bob))
    season.finish((first, (7, 9)))
    season.pair((bob, ada), round_=2)
    page = body(client.get(page_of(season)))
    assert "Round 2 of 3 is being played." in page
    assert "not begun" in page
    assert "bob (9)" not in page
    assert "bob (9)" in body(client.get(f"{page_of(season)}?division=1&group=1&round=1"))
    second = body(client.get(f"{page_of(season)}?division=2&group=1"))
    assert ">cy</a>" in second
    assert ">ada</a>" not in second
    for query in ("division=9", "division=x&round=-1", "page=99999999", "round=4&page=0"):
        assert client.get(f"{page_of(season)}?{query}").status_code == 200, query


def test_places_gained_since_the_round_before_are_shown(people: list[User], client: Client) -> None:
    season = PlayedSeason([people], **SWISS)
    ada, bob, cy = season.divisions[0]
    (first,) = season.pair((ada, bob))
    season.finish((first, (9, 7)))
    assert "Since the round before" not in body(client.get(page_of(season)))
    (second,) = season.pair((bob, cy), round_=2)
    season.finish((second, (9, 7)))
    page = body(client.get(page_of(season)))
    assert re.search(r"<td>(\+\d|0)</td>", row_of(page, "bob"))
    assert "<td></td>" in row_of(page, "cy")
    assert "Since the round before" in page


def test_a_season_that_is_over_says_nothing_of_places_still_possible(
    people: list[User], client: Client
) -> None:
    season = PlayedSeason([people[:2]], **SWISS)
    for round_ in (1, 2, 3):
        season.finish((season.pair(season.divisions[0], round_=round_)[0], (-3, -9)))
    page = body(client.get(page_of(season)))
    assert ("May end" in page, "Gained" in page) == (True, True)
    assert f"1. ada ({MINUS}3), 2. bob ({MINUS}9)" in page
    season.append(happened.SeasonFinished(order=(tuple(season.divisions[0]),)))
    page = body(client.get(page_of(season)))
    assert ("May end" in page, "Gained" in page) == (False, False)


def test_what_somebody_did_in_a_season_that_is_over_is_past() -> None:
    over, played = Season(state=Season.State.FINISHED), Entrant(state=Entrant.State.SUBSTITUTE)
    assert own_state(over, Own(played)) == "You played for somebody who withdrew."


def test_numbers_below_nought_have_one_sign() -> None:
    assert (format_number(Fraction(-5, 2)), format_number(Fraction(3))) == (f"{MINUS}2.5", "3")


def test_a_round_says_on_which_day_it_was_played_or_begins_at_the_latest(
    people: list[User], client: Client
) -> None:
    season = PlayedSeason([people], **RULES | {"days_per_round": 10})
    ada, bob, _ = season.divisions[0]
    (over,), _ = season.pair((ada, bob)), season.pair((ada, bob), round_=2)
    season.finish((over, (9, 7)))
    started = season.season.started_at
    assert started is not None
    season.season.ends_at = started + timedelta(days=50)
    season.season.save()
    begins = date_format(started + timedelta(days=10), "j M")
    page = body(client.get(f"{page_of(season)}?round=2"))
    assert f"Begins on {begins} at the latest." in page
    game = game_arrange(players=people[:2], options={"mode": "beginner"}, control=DEFAULT)
    moment = datetime(2026, 5, 3, 12, tzinfo=UTC)
    Game.objects.filter(pk=game.pk).update(started_at=moment, ended_at=moment)
    season.season.fixtures.filter(round=1).update(game=game.pk)
    assert "Played on 3 May." in body(client.get(f"{page_of(season)}?round=1"))


def numbers_of(page: str) -> dict[str, list[str]]:
    """Return the points of the course by entrant, at each checkpoint."""
    rows = page[page.index('<h2 id="course">') :].partition("</table>")[0].split("</tr>")
    found = (re.findall(r"<t[hd](?: scope=\"row\")?>([^<]*)</t[hd]>", each) for each in rows)
    return {each[1]: each[2:] for each in found if each}


def test_the_course_of_the_points_is_drawn_and_in_numbers(
    people: list[User], client: Client
) -> None:
    season = PlayedSeason([people], **SWISS)
    ada, bob, cy = season.divisions[0]
    rest = happened.RestingEntrant(uuid4(), cy, Reason("bye"))
    (first,) = season.pair((ada, bob), byes=(rest,))
    season.finish((first, (9, 7)))
    assert "Course of the points" not in body(client.get(page_of(season)))
    (second,) = season.pair((bob, cy), round_=2)
    season.finish((second, (9, 7)))
    page = body(browser_of(people[1]).get(page_of(season)))
    assert numbers_of(page) == {
        "ada": ["3", "3"],
        "You": ["0", "3"],
        "cy": ["1.5", "1.5"],
    }
    assert re.search(r'<svg[^>]*class="race"[^>]*>.*>You 3<', page)


def test_a_course_without_rounds_goes_by_date(
    people: list[User], season: PlayedSeason, client: Client
) -> None:
    over, begun, _ = season.season.fixtures.order_by("number")
    season.finish((begun.pk, (24, 31)))
    over.game = game_arrange(players=people[:2], options={"mode": "beginner"}, control=DEFAULT)
    over.save()
    for day, fixture in ((3, over), (17, begun)):
        moment = datetime(2026, 5, day, 12, tzinfo=UTC)
        Game.objects.filter(fixture=fixture).update(started_at=moment, ended_at=moment)
    page = body(client.get(page_of(season)))
    assert numbers_of(page) == {
        "ada": ["3"] * 8,
        "bob": ["0"] * 8,
        "cy": ["0"] * 7 + ["3"],
    }
    steps = re.findall(r'<th scope="col">(\d+ \w+)</th>', page)
    assert (steps[0], steps[-1]) == ("3 May", "17 May")
    assert "Begun on 3 May. Games over: 2 of 3." in page


def test_one_s_own_course_is_shown_from_wherever_one_stands(people: list[User]) -> None:
    season = PlayedSeason([[*crowd(11), people[0]]], **SWISS)
    entrants = season.divisions[0]
    for round_ in (1, 2):
        paired = season.pair(*zip(entrants[::2], entrants[1::2], strict=True), round_=round_)
        season.finish(*((each, (9, 7)) for each in paired))
    shown = numbers_of(body(browser_of(people[0]).get(page_of(season))))
    assert len(shown) == 8
    assert shown["You"] == ["0", "0"]


def test_many_games_of_a_round_are_listed_in_parts(
    season: PlayedSeason, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_page, "GAMES", 2)
    first, second = (body(client.get(f"{page_of(season)}?games={part}")) for part in (1, 2))
    assert ("1. ada (31)" in first, "not begun" in first) == (True, False)
    assert ("1. ada (31)" in second, "not begun" in second) == (False, True)
    assert ("Later games" in first, "Earlier games" in second) == (True, True)


def test_one_s_place_is_told_beside_one_s_own_standings_only(people: list[User]) -> None:
    season = PlayedSeason([people[:2], people[2:]], division_size=2, **SWISS)
    season.pair(season.divisions[0])
    browser = browser_of(people[0])
    assert "You are in place" in body(browser.get(page_of(season)))
    assert "You are in place" not in body(browser.get(f"{page_of(season)}?division=2&group=1"))


def test_what_is_certain_is_said(people: list[User], client: Client) -> None:
    season = PlayedSeason([people[:2], people[2:]], division_size=1, relegated=1, **RULES)
    (fixture,) = season.pair(season.divisions[0])
    season.finish((fixture, (7, 9)))
    page = body(client.get(page_of(season)))
    assert "(safe from relegation)" in row_of(page, "bob")
    assert "(relegated)" in row_of(page, "ada")
    season.append(happened.EntrantWithdrew(entrant=season.divisions[0][1]))
    assert "(withdrawn)" in row_of(body(client.get(page_of(season))), "bob")


def test_who_would_go_up_or_down_is_marked_once_places_part_them(
    people: list[User], client: Client
) -> None:
    season = PlayedSeason([crowd(4), people], division_size=3, promoted=1, relegated=1, **RULES)
    path, (upper, (ada, bob, cy)) = f"{page_of(season)}?division=2&group=1", season.divisions
    pairs = season.pair((ada, bob), (bob, cy), (cy, ada), division=1)
    top = season.pair(upper[:2], upper[2:], (upper[3], upper[0]))
    page = body(client.get(path))
    assert "1 goes up from this division." in page
    assert "would go" not in page
    season.finish((top[0], (9, 7)), (top[1], (9, 5)), (pairs[0], (9, 9)))
    assert "would go up" not in body(client.get(path))  # two share the first place
    assert "▼ would go down" in row_of(body(client.get(page_of(season))), "crow-3")
    season.finish((pairs[1], (9, 7)))
    assert "▲ would go up" in row_of(body(client.get(path)), "bob")
    season.append(happened.SeasonCalledOff(reason=""))
    page = body(client.get(path))
    assert ("would go up" in page, "goes up" in page) == (False, False)


def test_an_entrant_who_withdrew_takes_nobody_s_place_among_those_who_would_go_up(
    people: list[User], client: Client
) -> None:
    season = PlayedSeason([crowd(2), people], division_size=2, promoted=1, **SWISS)
    ada, bob, cy = season.divisions[1]
    for round_ in (1, 2):
        (pair,) = season.pair((ada, bob), division=1, round_=round_)
        season.finish((pair, (9, 7)))
    season.pair((bob, cy), division=1, round_=3)
    season.append(happened.EntrantWithdrew(entrant=ada))
    page = body(client.get(f"{page_of(season)}?division=2&group=1"))
    assert "▲ would go up" in row_of(page, "bob")
    assert "would go up" not in row_of(page, "ada")


def test_a_league_lists_its_seasons(season: PlayedSeason, client: Client) -> None:
    season.league.about = "For <b>crows</b>."
    season.league.save()
    page = body(client.get(f"/leagues/{season.league.pk}"))
    assert re.search(f'<a[^>]* href="{page_of(season)}"><bdi>Spring</bdi></a>', page)
    assert "For &lt;b&gt;crows&lt;/b&gt;." in page


def test_a_season_for_the_invited_is_hidden_from_others(people: list[User], client: Client) -> None:
    season = PlayedSeason([people[:2]], access="invitation", **RULES)
    for path in (page_of(season), f"/leagues/{season.league.pk}"):
        assert client.get(path).status_code == 302
        assert browser_of(people[2]).get(path).status_code == 404
        assert browser_of(people[0]).get(path).status_code == 200
    missing = f"/seasons/{uuid4()}"
    assert client.get(missing).status_code == 302
    assert browser_of(people[0]).get(missing).status_code == 404


def test_the_pages_have_no_words_of_another_language(
    season: PlayedSeason, people: list[User], wordless: str
) -> None:
    season.season.league.name = "ada"
    season.season.league.save()
    season.append(happened.EntrantWithdrew(entrant=season.divisions[0][2]))
    Organiser.objects.create(league=season.league, user=people[0])
    swiss = PlayedSeason([people], **SWISS)
    ada, bob, cy = swiss.divisions[0]
    rests = happened.RestingEntrant(uuid4(), cy, Reason("size", {"entrants": 3, "at_table": 2}))
    (void,) = swiss.pair((ada, bob), byes=(rests,))
    swiss.append(happened.ResultRecorded(fixture=void, kind=ResultKind.VOID))
    (judged,) = swiss.pair((bob, cy), round_=2)
    swiss.finish((judged, (3, 4)), kind=ResultKind.ADJUDICATED)
    for each in (season, swiss):
        for query in ("", "?round=1"):
            words = words_of(Client(), f"{page_of(each)}{query}", wordless)
            assert set(words) <= {"Spring", "League"} | set(str(each.league.name).split()), words


def test_a_page_in_german_is_german(season: PlayedSeason, client: Client) -> None:
    page = body(client.get(page_of(season), headers={"Accept-Language": "de"}))
    assert re.search(r"Vor (bob|cy) nach Punkten: 3 zu 0\.", page)
    assert "Die Saison läuft bis Samstag, 6. Juni 2026, 12:00 (UTC)." in page


def test_people_who_are_logged_in_can_take_the_season_along(
    season: PlayedSeason, people: list[User], client: Client
) -> None:
    files = re.compile(r'href="(/api/[^"]+/export[^"]+)"')
    assert not files.findall(body(client.get(page_of(season))))
    browser = browser_of(people[0])
    found = files.findall(body(browser.get(page_of(season))))
    assert len(found) == 3
    for address in found:
        answer = browser.get(address, headers={"Accept": "text/html,*/*;q=0.8"})
        assert answer.status_code == 200
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert "ada" in answer.content.decode()


@pytest.mark.thorough
def test_a_page_of_a_large_season_takes_few_queries_and_bytes(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    people = crowd(1000)
    season = PlayedSeason([people], **SWISS | {"at_table": 4})
    entrants = season.divisions[0]
    for round_ in (1, 2):
        paired = season.pair(*(entrants[4 * n : 4 * n + 4] for n in range(250)), round_=round_)
        season.finish(*((each, (9, 7, 5, 3)) for each in paired))
    with django_assert_max_num_queries(26):
        page = body(client.get(page_of(season)))
    assert len(page) < 60_000
    assert page.count('<th scope="row">') == 50 + 8  # of the standings, and of the course
    assert ">1<" in page
    assert ">751<" in body(client.get(f"{page_of(season)}?page=20"))
