"""The end of a game, the way its scores went, and its turning points."""

import re
from html import unescape
from itertools import islice
from typing import Any

import msgspec
import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games.actors import CommandSource
from games.models.advice import GameAnalysis
from games.play.ends import end_wish
from games.play.leavers import game_leave
from games.play.vacancies import win_choose
from games.reading import selectors
from games.reading.tables import table_get
from games.stream import store
from games.workers import advice
from illimat_core import as_json, fold, legal_actions
from illimat_core.actions import Harvest
from illimat_core.messages import ENGLISH
from illimat_core.players.analysis import Verdict
from illimat_core.players.played import decisions_of
from tests.support.pages import Outline, body, browser_of
from tests.support.service_games import ServiceGame
from web.after import ending
from web.after.scores import collect_scores
from web.table.table_form import TableForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(people: list[User]) -> ServiceGame:
    """Return a game of two rounds that is over."""
    played = ServiceGame(people[:2], mode="standard", luminaries="core", rounds=2)
    played.finish()
    return played


def rows(page: str) -> list[list[str]]:
    """Return the cells of the first table on a page, row by row."""
    table = page.partition("<tbody>")[2].partition("</tbody>")[0]
    cells = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
    found = [cells.findall(row) for row in table.split("</tr>")[:-1]]
    return [[re.sub("<[^>]*>", "", unescape(cell)).strip() for cell in row] for row in found]


@pytest.mark.slow
def test_the_end_says_who_won_and_where_the_visitor_came(
    finished: ServiceGame, client: Client
) -> None:
    state = finished.state
    (winner,) = state.winners or ()
    score, other = state.players[winner].score, state.players[1 - winner].score
    name = finished.person(winner).handle
    assert f"{name.capitalize()} wins with {score}" in body(client.get(f"/games/{finished.id}"))
    page = body(browser_of(finished.person(winner)).get(f"/games/{finished.id}"))
    assert f"You win with {score}" in page
    page = body(browser_of(finished.person(1 - winner)).get(f"/games/{finished.id}"))
    assert re.search(f"You finish in place 2 with {other} points?\\.", page)


@pytest.mark.parametrize("leavers", ["forfeit", "house"])
def test_the_end_says_who_left_if_somebody_wins_because_of_that(
    people: list[User], leavers: str
) -> None:
    game = ServiceGame(people[:2], leavers=leavers)
    for _ in people[:2]:
        game.play()
    game_leave(user=people[0], game_id=game.id, source=CommandSource.API)
    if leavers == "house":
        win_choose(user=people[1], game_id=game.id, choice="win", source=CommandSource.API)
    name = people[0].handle.capitalize()
    assert f"<p>{name} leaves the game.</p>" in body(browser_of(people[1]).get(f"/games/{game.id}"))


@pytest.mark.slow
def test_the_end_of_a_game_played_out_reads_only_its_last_events(
    finished: ServiceGame, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def history(**given: Any) -> list[selectors.LoggedEvent]:
        found = selectors.game_history(**given)
        read.append(len(found))
        return found

    monkeypatch.setattr(ending, "game_history", history)
    assert "Round 2 is scored" in body(client.get(f"/games/{finished.id}"))
    assert read == [ending.TAIL]
    assert table_get(user=None, game_id=finished.id).game.version > ending.TAIL


@pytest.mark.slow
def test_the_table_has_places_points_of_each_round_and_scores(
    finished: ServiceGame, client: Client
) -> None:
    shown = rows(body(client.get(f"/games/{finished.id}")))
    state = finished.state
    for place, _, *gained, score in shown:
        assert place in {"1.", "2."}
        points = [int(each.replace("\N{MINUS SIGN}", "-")) for each in gained]
        assert len(points) == 2
        assert int(score) == sum(points) or min(points) < 0  # no score falls below 0
    assert sorted(int(row[-1]) for row in shown) == sorted(p.score for p in state.players)


@pytest.mark.slow
def test_the_plot_has_the_numbers_of_the_table(finished: ServiceGame) -> None:
    table = table_get(user=None, game_id=finished.id)
    scores = collect_scores(table, ENGLISH)
    for place, side in enumerate(scores.sides):
        way = [each.scores[place] for each in scores.rounds]
        assert f"{side.name}: {', '.join(map(str, way))}" in scores.plot
        assert way[-1] == side.score


@pytest.mark.slow
def test_each_round_says_what_was_counted(finished: ServiceGame, client: Client) -> None:
    page = body(client.get(f"/games/{finished.id}/scores"))
    for words in ("Most cards", "Bumper Crop", "Most Summer", "Most Winter", "This round"):
        assert page.count(words) == 2
    outline = Outline()
    outline.feed(page)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))


def test_partners_score_as_one(people: list[User], client: Client) -> None:
    dot = User.objects.create_user("dot", "dot@example.org")
    game = ServiceGame([*people, dot], mode="teams", rounds=1)
    game.finish()
    page = body(client.get(f"/games/{game.id}"))
    assert len(rows(page)) == 2
    assert re.search(r"\w+ and \w+ wins with \d+|Nobody wins", page)


def test_a_running_game_has_scores_too(people: list[User], client: Client) -> None:
    game = ServiceGame(people)
    assert "No round has been scored yet." in body(client.get(f"/games/{game.id}/scores"))


def test_a_game_that_was_called_off_has_no_winner(people: list[User], client: Client) -> None:
    game = ServiceGame(people)
    for user in people:
        end_wish(user=user, game_id=game.id, source=CommandSource.API)
    page = body(client.get(f"/games/{game.id}"))
    assert "The game is called off: everybody agreed." in page
    assert "wins" not in page


@pytest.mark.slow
def test_players_can_make_a_table_like_it_with_the_same_people(
    finished: ServiceGame, client: Client
) -> None:
    again = re.compile(r'href="(/games/new\?[^"]*)"')
    assert not again.search(body(client.get(f"/games/{finished.id}")))
    browser = browser_of(finished.person(0))
    found = again.search(body(browser.get(f"/games/{finished.id}")))
    assert found
    form = body(browser.get(unescape(found[1])))
    assert f'value="{finished.person(1).handle}"' in form
    options = finished.game.options
    filled = QueryDict(unescape(found[1]).partition("?")[2])
    asked = TableForm(filled, sent=True)
    assert asked.is_valid(), asked.errors
    assert asked.members["options"].items() <= options.items()
    assert asked.members["options"]["rounds"] == 2


@pytest.mark.slow
def test_an_analysis_is_asked_for_once_and_shown_when_it_is_made(people: list[User]) -> None:
    finished = ServiceGame(people[:2])
    for number in range(6):
        finished.play(number)
    finished.forfeit(people[1])
    browser = browser_of(people[0])
    assert "Ask for an analysis" in body(browser.get(f"/games/{finished.id}"))
    for _ in range(2):
        answer = browser.post(f"/games/{finished.id}/analysis")
        assert answer.headers["Location"] == f"/games/{finished.id}/analysis"
    assert GameAnalysis.objects.count() == 1
    assert "0 decisions so far" in body(browser.get(f"/games/{finished.id}/analysis"))
    while advice.analyse():
        pass
    page = body(browser.get(f"/games/{finished.id}/analysis"))
    made = GameAnalysis.objects.get()
    turning = page.partition('aria-labelledby="turning"')[2].partition("</section>")[0]
    assert turning.count("/replay/") == len(made.turning_points)
    assert "Decisions" in page


@pytest.fixture
def analysed(finished: ServiceGame) -> ServiceGame:
    """Return a game with an analysis, in which three decisions could have been better."""
    made = GameAnalysis.objects.create(
        game=finished.game, user=finished.person(0), done_at=timezone.now()
    )
    events = [event for _, event in store.read(finished.game)]
    for decided in islice(decisions_of(events), 3):
        state = decided.known.table
        others = legal_actions(fold(events[: state.version]), decided.known.seat)
        others = (other for other in others if other != decided.action)
        best = max(others, key=lambda other: isinstance(other, Harvest))
        assert decided.known.seat is not None
        verdict = Verdict(
            version=state.version,
            round=1,
            seat=decided.known.seat,
            played=as_json(decided.action),
            best=as_json(best),
            swing=2.5,
            certain=True,
            estimate=(8.25, -1.5),
        )
        made.decisions.create(version=verdict.version, verdict=msgspec.to_builtins(verdict))
    gained = {"key": "analysis.gain", "arguments": {"round": 1, "seat": 0, "points": "2.6"}}
    made.turning_points = [{"version": 1, "seat": 0, "points": 2.6, "remark": gained}]
    made.turning_points[0]["version"] = made.decisions.order_by("version")[0].version
    made.save()
    return finished


@pytest.mark.slow
def test_a_turning_point_says_what_was_done(analysed: ServiceGame) -> None:
    for page in (f"/games/{analysed.id}/analysis", f"/games/{analysed.id}"):
        shown = body(browser_of(analysed.person(0)).get(page))
        said = "Round 1: one turn gains about 2.6 points for (you|ada|bob)\\. "
        assert re.search(f"{said}(You|Ada|Bob) (sow|harvest|stockpile)", shown)


@pytest.mark.slow
def test_an_analysis_draws_what_each_could_expect_from_turn_to_turn(analysed: ServiceGame) -> None:
    page = body(browser_of(analysed.person(0)).get(f"/games/{analysed.id}/analysis"))
    drawn = page.partition('aria-labelledby="course"')[2].partition("</section>")[0]
    assert re.search(r"beginning of each round\. You: 8\.2; (ada|bob): -1\.5\.", drawn)
    lines = re.findall(r'd="M([^"]*)" fill="none" stroke="[^"]*" stroke-width="(?:3.4|2.2)"', drawn)
    assert [line.count("L") for line in lines] == [4, 4]  # from 0 over three turns to the end


@pytest.mark.slow
def test_an_analysis_says_what_was_played_and_what_was_better(analysed: ServiceGame) -> None:
    page = body(browser_of(analysed.person(0)).get(f"/games/{analysed.id}/analysis"))
    told = re.findall("<dt>Played</dt><dd>(.*?)</dd><dt>Better</dt><dd>(.*?)</dd>", page)
    assert len(told) == 3
    for played, best in told:
        assert re.match("(You|Ada|Bob) (sow|harvest|stockpile)", played)
        assert re.match("(You|Ada|Bob) (sow|harvest|stockpile)", best)
        assert not best.startswith(played)
        assert "It was worth 2.5 points more." in best
    assert len(re.findall("/replay/[0-9]+", page)) >= 3


@pytest.mark.slow
def test_the_decisions_of_an_analysis_are_folded_by_round(analysed: ServiceGame) -> None:
    page = body(browser_of(analysed.person(0)).get(f"/games/{analysed.id}/analysis"))
    assert re.findall("<summary>(Round .*?)</summary>", page) == [
        "Round 1: 3 decisions could have been better"
    ]


@pytest.mark.slow
def test_an_analysis_takes_a_bounded_number_of_steps_and_statements(
    analysed: ServiceGame,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    monkeypatch.setattr(selectors, "CHECKED_STEPS", 0)
    browser = browser_of(analysed.person(0))
    with django_assert_max_num_queries(13):
        page = body(browser.get(f"/games/{analysed.id}/analysis"))
    assert "Another choice would have been better." in page  # no step is left to tell a harvest
    assert page.count("It was worth 2.5 points more.") == 3


@pytest.mark.slow
def test_who_asks_for_too_many_analyses_is_told_on_the_page(
    finished: ServiceGame, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"analyses_a_day": 0}
    answer = browser_of(finished.person(0)).post(f"/games/{finished.id}/analysis")
    assert answer.status_code == 429
    assert "analyses" in answer.content.decode()
    assert GameAnalysis.objects.count() == 0


@pytest.mark.slow
def test_an_analysis_is_for_people_who_are_logged_in(finished: ServiceGame, client: Client) -> None:
    assert "analysis" not in body(client.get(f"/games/{finished.id}"))
    for answer in (
        client.get(f"/games/{finished.id}/analysis"),
        client.post(f"/games/{finished.id}/analysis"),
    ):
        assert "/accounts/login/" in answer.headers["Location"]
