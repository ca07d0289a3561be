"""What the API shows of a season: its standings, crosstable, games, dates and exports."""

import csv
import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import Block, User
from games.clocks.controls import DEFAULT
from games.making.arrangement import game_arrange
from games.models import Game
from leagues.contest.reasons import Reason
from leagues.contest.standings.records import ResultKind, SeatResult
from leagues.models import LeagueInvitation, Organiser, StoredSeasonEvent
from leagues.rules import SeasonRules
from leagues.running.pairings import pair_round
from leagues.stream import events as happened
from tests.support.exports import client_of, got
from tests.support.played_seasons import START, PlayedSeason, crowd, people_named

pytestmark = pytest.mark.django_db

RULES: dict[str, Any] = {"at_table": 2, "format": "round_robin"}
SWISS: dict[str, Any] = {"at_table": 2, "format": "swiss", "rounds": 3, "days_per_round": 10}


@pytest.fixture
def people() -> list[User]:
    return people_named("ada", "ben", "cleo", "dan")


@pytest.fixture
def season(people: list[User]) -> PlayedSeason:
    """Return a season of two divisions, in the first of which a game is over."""
    played = PlayedSeason(
        [people[:2], people[2:]], division_size=2, promoted=1, relegated=1, **RULES
    )
    ada, ben = played.divisions[0]
    (fixture,) = played.pair((ada, ben))
    played.pair(played.divisions[1], division=1)
    played.finish((fixture, (31, 24)))
    return played


def test_the_table_tells_places_explanations_and_outcomes(
    season: PlayedSeason, people: list[User]
) -> None:
    first, second, third, _ = got(people[0], f"{season.path}/standings")["results"]
    assert first["entrant"]["players"] == ["ada"]
    assert (first["division"], first["group"], first["place"]) == (1, 1, 1)
    assert (first["points"], first["games"], first["wins"]) == (3, 1, 1)
    assert first["explanation"] == "Ahead of ben by points: 3 to 0."
    assert second["explanation"] is None
    assert (second["best"], second["worst"], second["outcome"]) == (2, 2, "relegated")
    assert first["outcome"] == "safe"
    assert (third["division"], third["best"], third["worst"]) == (2, 1, 2)
    assert third["outcome"] is None


def test_the_table_tells_who_gained_places_since_the_round_before(people: list[User]) -> None:
    season = PlayedSeason([people[:3]], **SWISS)
    ada, ben, cleo = season.divisions[0]
    (first,) = season.pair((ada, ben))
    season.finish((first, (9, 7)))
    rows = got(people[0], f"{season.path}/standings")["results"]
    assert [row["trend"] for row in rows] == [None] * 3
    (second,) = season.pair((ben, cleo), round_=2)
    season.finish((second, (9, 7)))
    (third,) = season.pair((ben, cleo), round_=3)
    season.finish((third, (9, 7)))
    rows = got(people[0], f"{season.path}/standings")["results"]
    assert {row["entrant"]["players"][0]: row["trend"] for row in rows} == {
        "ada": -1,
        "ben": 1,
        "cleo": 0,
    }
    rows = lines(people[0], f"{season.path}/export.csv")
    assert [row["trend"] for row in rows] == ["1", "-1", "0"]


def test_explanations_are_in_the_readers_language(season: PlayedSeason, people: list[User]) -> None:
    answer = client_of(people[0]).get(f"{season.path}/standings", headers={"Accept-Language": "de"})
    assert answer.json()["results"][0]["explanation"] == "Vor ben nach Punkten: 3 zu 0."


def test_the_table_comes_by_pages_and_divisions(season: PlayedSeason, people: list[User]) -> None:
    user = people[0]
    page = got(user, f"{season.path}/standings?limit=3")
    rest = got(user, page["next"])
    places = [(row["division"], row["place"]) for row in page["results"] + rest["results"]]
    assert places == [(1, 1), (1, 2), (2, 1), (2, 1)]
    assert rest["next"] is None
    of_second = got(user, f"{season.path}/standings?division=2&group=1")["results"]
    assert [row["division"] for row in of_second] == [2, 2]


def test_a_table_that_is_known_is_not_sent_again(season: PlayedSeason, people: list[User]) -> None:
    client = client_of(people[0])
    path = f"{season.path}/standings"
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    User.objects.filter(handle="ben").delete()
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_fixtures_tell_why_they_were_paired_and_what_came_of_them(
    season: PlayedSeason, people: list[User]
) -> None:
    over, still_open = got(people[3], f"{season.path}/fixtures")["results"]
    assert over["reasons"] == ["The table was drawn by lot."]
    assert [each["players"] for each in over["entrants"]] == [["ada"], ["ben"]]
    seats = over["result"]["seats"]
    assert [(seat["place"], seat["score"], seat["points"]) for seat in seats] == [
        (1, 31, 3),
        (2, 24, 0),
    ]
    assert over["settled"]
    assert (still_open["result"], still_open["game"], still_open["game_state"]) == (None,) * 3


def test_fixtures_have_the_address_and_state_of_their_game(people: list[User]) -> None:
    season = PlayedSeason([people[:2]], **RULES)
    (fixture,) = season.pair(season.divisions[0])
    game = game_arrange(players=people[:2], options={"mode": "beginner"}, control=DEFAULT)
    season.append(happened.GamesArranged(games={fixture: game.pk}))
    (shown,) = got(people[0], f"{season.path}/fixtures")["results"]
    assert (shown["game"], shown["game_state"]) == (str(game.pk), "running")
    (exported,) = got(people[0], f"{season.path}/export.json")["fixtures"]
    assert exported == shown | {"game_version": game.version, "game_head": game.head}


def test_fixtures_are_found_by_entrant_round_and_division(
    season: PlayedSeason, people: list[User]
) -> None:
    cleo = season.divisions[1][0]
    user = people[0]
    for query in (f"entrant={cleo}", "division=2", "division=2&group=1&round=1"):
        (found,) = got(user, f"{season.path}/fixtures?{query}")["results"]
        assert found["division"] == 2, query
    assert got(user, f"{season.path}/fixtures?round=2")["results"] == []
    assert got(user, f"{season.path}/fixtures?entrant={uuid4()}")["results"] == []


def test_nobody_is_told_who_blocked_whom(people: list[User]) -> None:
    season = PlayedSeason([people[:2]], **RULES)
    Block.objects.create(blocker=people[0], blocked=people[1])
    two = [str(each) for each in season.divisions[0]]
    season.append(*pair_round(season.season, SeasonRules(**RULES), [(0, 0, two, {})], 1))
    assert len(got(people[0], f"{season.path}/fixtures")["results"]) == 1
    assert not StoredSeasonEvent.objects.filter(data__contains="block").exists()
    for path in ("fixtures", "export.json", "crosstable"):
        told = client_of(people[0]).get(f"{season.path}/{path}").content.decode()
        assert "block" not in told, path


def test_the_crosstable_tells_whom_everybody_meets(people: list[User]) -> None:
    season = PlayedSeason([people[:3]], **SWISS)
    ada, ben, cleo = season.divisions[0]
    size = Reason("size", {"entrants": 3, "at_table": 2})
    (first,) = season.pair((ada, ben), byes=(happened.RestingEntrant(uuid4(), cleo, size),))
    season.finish((first, (7, 9)))
    season.pair((ben, cleo), round_=2)
    rows = got(people[0], f"{season.path}/crosstable")["results"]
    games = {row["entrant"]["players"][0]: row["games"] for row in rows}
    (lost,) = games["ada"]
    assert (lost["opponents"], lost["result"], lost["place"], lost["points"]) == (
        [str(ben)],
        "finished",
        2,
        0,
    )
    assert [game["opponents"] for game in games["ben"]] == [[str(ada)], [str(cleo)]]
    assert (games["cleo"][0]["round"], games["cleo"][0]["result"]) == (2, None)
    byes = {row["entrant"]["players"][0]: row["byes"] for row in rows}
    reason = "3 entrants cannot be split into tables of 2."
    assert byes["cleo"] == [{"round": 1, "reason": reason, "points": 1.5}]


def test_a_substitutes_games_are_those_they_took_over(people: list[User]) -> None:
    season = PlayedSeason([people[:3]], **RULES)
    ada, ben, cleo = season.divisions[0]
    (fixture,) = season.pair((ada, ben))
    season.append(
        happened.EntrantWithdrew(entrant=ada),
        happened.SubstituteNamed(entrant=ada, substitute=cleo),
        happened.ResultRecorded(
            fixture=fixture,
            seats=(SeatResult(1, 9, left=True, substitute=str(cleo)), SeatResult(2, 3)),
        ),
    )
    (shown,) = got(people[0], f"{season.path}/fixtures")["results"]
    seat = shown["result"]["seats"][0]
    assert (seat["left"], seat["substitute"]["players"]) == (True, ["cleo"])
    assert (seat["points"], seat["substitute_points"]) == (0, 3)
    rows = got(people[0], f"{season.path}/crosstable")["results"]
    games = {row["entrant"]["players"][0]: row["games"] for row in rows}
    assert [game["points"] for game in games["cleo"]] == [3]
    assert [game["points"] for game in games["ada"]] == [0]


def test_the_crosstable_has_a_game_where_those_who_played_it_meet(people: list[User]) -> None:
    season = PlayedSeason([people[:3]], **RULES)
    ada, ben, cleo = season.divisions[0]
    first, _ = season.pair((ada, ben), (cleo, ada))
    season.finish((first, (9, 3)))
    dan = season.replace(ada, people[3])
    rows = got(people[0], f"{season.path}/crosstable")["results"]
    met = {row["entrant"]["id"]: [game["opponents"] for game in row["games"]] for row in rows}
    assert (met[str(dan)], met[str(cleo)]) == ([[str(cleo)]], [[str(dan)]])
    assert (met[str(ada)], met[str(ben)]) == ([[str(ben)], [str(cleo)]], [[str(ada)]])


def test_a_void_game_counts_for_nobody(people: list[User]) -> None:
    season = PlayedSeason([people[:2]], **RULES)
    (fixture,) = season.pair(season.divisions[0])
    season.append(happened.ResultRecorded(fixture=fixture, kind=ResultKind.VOID, reason="The end."))
    (shown,) = got(people[0], f"{season.path}/fixtures")["results"]
    assert (shown["result"]["kind"], shown["result"]["reason"]) == ("void", "The end.")
    assert shown["result"]["seats"] == []
    row = got(people[0], f"{season.path}/crosstable")["results"][0]
    assert [game["counts"] for game in row["games"]] == [False]


def test_the_schedule_has_the_rounds_to_come(people: list[User]) -> None:
    season = PlayedSeason([people], **SWISS)
    ada, ben, cleo, dan = season.divisions[0]
    first, _ = season.pair((ada, ben), (cleo, dan))
    season.finish((first, (7, 9)))
    shown = got(people[0], f"{season.path}/schedule")
    assert [(each["paired"], each["games"], each["over"]) for each in shown["rounds"]] == [
        (True, 2, 1),
        (False, 0, 0),
        (False, 0, 0),
    ]
    started, second, third = (each["starts_at"] for each in shown["rounds"])
    assert started == shown["started_at"]
    assert started < second < third
    assert shown["rounds"][-1]["ends_at"] == shown["ends_at"]


def test_the_schedule_says_when_rounds_were_played(people: list[User]) -> None:
    season = PlayedSeason([people], **SWISS)
    ada, ben, cleo, dan = season.divisions[0]
    fixtures = season.pair((ada, ben), (cleo, dan))
    began, over = (START + timedelta(days=day) for day in (8, 12))
    for fixture, pair in zip(fixtures, (people[:2], people[2:]), strict=True):
        game = game_arrange(players=pair, options={"mode": "beginner"}, control=DEFAULT)
        Game.objects.filter(pk=game.pk).update(started_at=began, ended_at=over)
        season.append(happened.GamesArranged(games={fixture: game.pk}))
    season.finish((fixtures[0], (7, 9)))
    first, second, _ = got(people[0], f"{season.path}/schedule")["rounds"]
    assert (first["began_at"], first["over_at"]) == ("2026-03-09T12:00:00Z", None)
    assert (second["began_at"], second["over_at"]) == (None, None)
    season.finish((fixtures[1], (7, 9)))
    first = got(people[0], f"{season.path}/schedule")["rounds"][0]
    assert first["over_at"] == "2026-03-13T12:00:00Z"


@pytest.mark.parametrize(
    ("open_games", "told"),
    [
        ("by_score", "The season ended before the game: its scores decide the places."),
        ("by_place", "its scores decide the places, and what decides ties at the end of a game."),
    ],
)
def test_an_adjudicated_result_says_why(people: list[User], open_games: str, told: str) -> None:
    season = PlayedSeason([people[:2]], open_games=open_games, **RULES)
    (fixture,) = season.pair(season.divisions[0])
    season.finish((fixture, (7, 9)), kind=ResultKind.ADJUDICATED)
    (shown,) = got(people[0], f"{season.path}/fixtures")["results"]
    assert told in shown["result"]["reason"]


def test_somebody_who_deleted_their_account_has_no_name(
    season: PlayedSeason, people: list[User]
) -> None:
    people[1].delete()
    first, second, *_ = got(people[0], f"{season.path}/standings")["results"]
    assert second["entrant"]["players"] == [None]
    assert first["explanation"] == "Ahead of somebody by points: 3 to 0."


def test_a_players_seasons_are_found(season: PlayedSeason, people: list[User]) -> None:
    (entry,) = got(people[3], "/api/v1/players/ada/seasons")["results"]
    assert entry["season"] == str(season.season.pk)
    assert (entry["place"], entry["entrants"], entry["points"]) == (1, 2, 3)
    assert entry["state"] == "playing"
    assert client_of(people[3]).get("/api/v1/players/nobody/seasons").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(
    ("access", "status"), [("public", 200), ("link", 200), ("invitation", 404)]
)
def test_a_stranger_sees_what_the_leagues_access_allows(
    people: list[User], access: str, status: int
) -> None:
    season = PlayedSeason([people[:2]], access=access, **RULES)
    (stranger,) = people_named("eve")
    paths = ("standings", "fixtures", "crosstable", "schedule", "export.csv", "export.json")
    for path in paths:
        assert client_of(stranger).get(f"{season.path}/{path}").status_code == status, path
    entries = got(stranger, "/api/v1/players/ada/seasons")["results"]
    assert len(entries) == (access == "public")
    invited, organiser = people_named("fay", "gus")
    LeagueInvitation.objects.create(league=season.league, user=invited)
    Organiser.objects.create(league=season.league, user=organiser)
    for user in (people[0], invited, organiser):
        for path in paths:
            assert client_of(user).get(f"{season.path}/{path}").status_code == 200, path
        assert len(got(user, "/api/v1/players/ada/seasons")["results"]) == 1


def lines(user: User, path: str) -> list[dict[str, str]]:
    answer = client_of(user).get(path)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.content.decode()
    assert text.startswith("\ufeff")  # by which spreadsheets know UTF-8
    return list(csv.DictReader(io.StringIO(text[1:])))


def test_a_season_is_exported_whole(season: PlayedSeason, people: list[User]) -> None:
    rows = lines(people[0], f"{season.path}/export.csv")
    assert [(row["players"], row["points"]) for row in rows][:2] == [
        ("ada", "3.0"),
        ("ben", "0.0"),
    ]
    games = lines(people[0], f"{season.path}/export.csv?table=games")
    assert [(row["players"], row["score"], row["result"]) for row in games][:2] == [
        ("ada", "31", "finished"),
        ("ben", "24", "finished"),
    ]
    whole = got(people[0], f"{season.path}/export.json")
    assert (len(whole["standings"]), len(whole["fixtures"])) == (4, 2)
    assert whole["season"]["version"] == season.season.version


def test_no_text_is_exported_as_a_formula(season: PlayedSeason, people: list[User]) -> None:
    entrant = season.divisions[0][0]
    for named, written in (
        ('=HYPERLINK("https://evil")', """'=HYPERLINK("https://evil")"""),
        ("a;=1+1;b", "a;'=1+1;b"),
        ("a=b", "a=b"),
    ):
        season.season.entrants.filter(pk=entrant).update(team=named)
        assert lines(people[0], f"{season.path}/export.csv")[0]["team"] == written
        answer = client_of(people[0]).get(f"{season.path}/export.csv").content.decode()
        assert f'"{written.replace(chr(34), chr(34) * 2)}"' in answer


@pytest.mark.thorough
def test_a_season_of_a_thousand_takes_few_queries_and_bytes(
    django_assert_max_num_queries: Any,
) -> None:
    people = crowd(1000)
    season = PlayedSeason([people], **SWISS | {"at_table": 4, "rounds": 2})
    entrants = season.divisions[0]
    for round_ in (1, 2):
        paired = season.pair(*(entrants[4 * n : 4 * n + 4] for n in range(250)), round_=round_)
        season.append(
            *(
                happened.ResultRecorded(
                    fixture=each, seats=tuple(SeatResult(place, 30) for place in (1, 2, 3, 4))
                )
                for each in paired
            )
        )
    client = client_of(people[0])
    bounds = {
        "standings?limit=100": (15, 100_000),
        "fixtures?limit=100": (15, 200_000),
        "crosstable?limit=100": (18, 150_000),
        "schedule": (12, 2_000),
        "export.csv": (15, 300_000),
        "export.csv?table=games": (15, 600_000),
        "export.json": (20, 2_500_000),
    }
    for path, (queries, size) in bounds.items():
        with django_assert_max_num_queries(queries):
            answer = client.get(f"{season.path}/{path}")
        assert answer.status_code == 200, path
        assert len(answer.content) < size, (path, len(answer.content))
    with django_assert_max_num_queries(15):
        assert client.get("/api/v1/players/crow-7/seasons").status_code == 200


def test_who_took_over_early_has_the_bye(people: list[User]) -> None:
    season = PlayedSeason([people[:3]], **RULES | {"format": "round_robin", "at_table": 2})
    ada, ben, cleo = season.divisions[0]
    season.pair((ada, ben), byes=(happened.RestingEntrant(uuid4(), cleo, Reason("drawn")),))
    season.pair((cleo, ada))
    dan = season.replace(cleo, people[3])
    (bye,) = got(people[0], f"{season.path}/byes?entrant={dan}")["results"]
    assert (bye["entrant"]["players"], bye["counts_for"]["players"]) == (["cleo"], ["dan"])
    assert bye["points"] == 1.5
    cross = got(people[0], f"{season.path}/crosstable")["results"]
    given = {row["entrant"]["id"]: [each["points"] for each in row["byes"]] for row in cross}
    assert (given[str(cleo)], given[str(dan)]) == ([0], [1.5])
    *_, rested = lines(people[0], f"{season.path}/export.csv?table=games")
    assert (rested["players"], rested["substitute"]) == ("cleo", str(dan))
    season_page = f"/seasons/{season.season.pk}"
    for page in (season_page, f"{season_page}/entrants/{dan}"):
        shown = client_of(people[0]).get(page).content.decode()
        assert "dan, for cleo, has a bye (points: 1.5)." in shown, page
    told = "You have a bye in round 1 (points: 1.5)."
    assert told in client_of(people[3]).get(season_page).content.decode()
    assert "You have a bye" not in client_of(people[2]).get(season_page).content.decode()


def test_byes_and_compensations_are_shown_wherever_games_are(people: list[User]) -> None:
    season = PlayedSeason([people[:3]], **SWISS | {"at_table": 2, "rounds": 3})
    ada, ben, cleo = season.divisions[0]
    resting = happened.RestingEntrant(uuid4(), cleo, Reason("drawn"))
    (lost,) = season.pair([ada, ben], byes=(resting,))
    season.finish((lost, (30, 20)))
    season.append(happened.EntrantWithdrew(entrant=ada))
    user = people[1]
    (bye,) = got(user, f"{season.path}/byes?division=1&round=1&entrant={cleo}")["results"]
    assert (bye["round"], bye["entrant"]["players"], bye["points"]) == (1, ["cleo"], 1.5)
    assert got(user, f"{season.path}/byes?round=2")["results"] == []
    assert [each["byes"] for each in got(user, f"{season.path}/schedule")["rounds"]] == [1, 0, 0]
    cross = {row["entrant"]["id"]: row for row in got(user, f"{season.path}/crosstable")["results"]}
    assert [each["points"] for each in cross[str(cleo)]["byes"]] == [1.5]
    (fixture,) = got(user, f"{season.path}/fixtures")["results"]
    assert fixture["result"]["counts"] is False
    given = fixture["result"]["compensation"]
    assert (given["entrant"]["id"], given["points"]) == (str(ben), 1.5)
    *_, compensated, rested = lines(user, f"{season.path}/export.csv?table=games")
    assert (compensated["players"], compensated["counts"]) == ("ben", "0")
    assert compensated["compensation"] == "1.5"
    assert (rested["players"], rested["result"], rested["points"]) == ("cleo", "bye", "1.5")
    (first, *_) = lines(user, f"{season.path}/export.csv")
    assert (first["void"], first["withdrawn_at"]) == ("0", "")
    for page in ("", f"/entrants/{cleo}"):
        shown = client_of(people[2]).get(f"/seasons/{season.season.pk}{page}").content.decode()
        assert "has a bye (points: 1.5)." in shown, page
    shown = client_of(people[2]).get(f"/seasons/{season.season.pk}").content.decode()
    assert "You have a bye in round 1 (points: 1.5)." in shown
    shown = client_of(user).get(f"/seasons/{season.season.pk}/tables/{lost}").content.decode()
    assert "gets points without a game: 1.5." in shown
    assert "It counts for nobody, because" in shown
