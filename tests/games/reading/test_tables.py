"""Tables over HTTP: creating, finding, joining, leaving, starting and calling them off."""

import uuid
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person, problem

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

BEGINNERS = {"mode": "beginner", "players": 2}


def test_a_table_is_made_with_its_creator_at_it(ada: Person) -> None:
    made = ada.post(GAMES, {"options": BEGINNERS})
    assert made.status_code == 201
    game = made.json()
    assert game["state"] == "open"
    assert game["visibility"] == "public"
    assert game["options"]["target_score"] == 17
    assert [player["handle"] for player in game["players"]] == ["ada"]
    assert game["you"] == {
        "seated": True,
        "seat": None,
        "creator": True,
        "awaited": False,
        "blocked": [],
    }
    assert game["view"] is None
    assert len(game["commitment"]) == 64


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "#/options"),
        ({"options": []}, "#/options"),
        ({"options": {"mode": "beginner", "players": 7}}, "#/options/players"),
        ({"options": {"mode": "beginner", "colour": "red"}}, "#/options/colour"),
        ({"options": {"mode": "teams", "players": 3}}, "#/options/players"),
        ({"options": {"luminaries": ["maiden", "dragon"]}}, "#/options/luminaries/1"),
        ({"options": BEGINNERS | {"rounds": 33}}, "#/options/rounds"),
        ({"options": BEGINNERS, "visible": "public"}, "#/visible"),
        ({"options": BEGINNERS, "visibility": "secret"}, "#/visibility"),
        ({"options": BEGINNERS, "seat": "1"}, "#/seat"),
        ({"options": BEGINNERS, "seat": True}, "#/seat"),
        ({"options": BEGINNERS, "entropy": "abc"}, "#/entropy"),
        ({"options": BEGINNERS, "entropy": "AB" * 32}, "#/entropy"),
        ({"options": BEGINNERS, "invited": ["nobody-at-all"]}, "#/invited"),
        ({"options": BEGINNERS, "invited": ["x"] * 9}, "#/invited"),
        ([], "#"),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_member(
    ada: Person, body: object, pointer: str
) -> None:
    refused = ada.post(GAMES, body)
    assert problem(refused) == (422, "invalid")
    assert pointer in [error["pointer"] for error in refused.json()["errors"]]
    assert not Game.objects.filter(creator=ada.user).exists()


@pytest.mark.parametrize(
    "body", [b"{", b'{"options": NaN}', b'{"seat": 1, "seat": 2}', b"\xff", b"[" * 99]
)
def test_a_body_that_is_not_json_is_refused(ada: Person, client: Client, body: bytes) -> None:
    client.force_login(ada.user)
    refused = client.generic("POST", GAMES, body, "application/json")
    assert problem(refused) == (400, "bad_request")


@pytest.mark.parametrize("flag", ["pauses", "rated"])
def test_a_flag_is_true_or_false(ada: Person, flag: str) -> None:
    refused = ada.post(GAMES, {"options": {}, flag: "yes"})
    assert refused.status_code == 422
    assert [each["pointer"] for each in refused.json()["errors"]] == [f"#/{flag}"]


def test_nobody_makes_a_table_without_logging_in(client: Any) -> None:
    refused = client.post(GAMES, {"options": BEGINNERS}, "application/json")
    assert problem(refused) == (401, "not_authenticated")


def test_a_person_has_a_limited_number_of_open_tables(ada: Person, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {"open_tables": 2}
    tables = [ada.post(GAMES, {"options": BEGINNERS}).json()["id"] for _ in range(2)]
    assert problem(ada.post(GAMES, {"options": BEGINNERS})) == (429, "quota_reached")
    assert ada.post(f"{GAMES}/{tables[0]}/call-off").status_code == 200
    assert ada.post(GAMES, {"options": BEGINNERS}).status_code == 201


def test_a_table_asked_for_twice_with_a_key_is_made_once(ada: Person) -> None:
    key = str(uuid.uuid4())
    first = ada.post(GAMES, {"options": BEGINNERS}, key)
    second = ada.post(GAMES, {"options": BEGINNERS}, key)
    assert (second.status_code, second.content) == (201, first.content)
    assert Game.objects.filter(creator=ada.user).count() == 1


def test_the_last_to_sit_down_starts_the_game(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2)
    joined = bob.post(f"{table.path}/seats").json()
    assert joined["state"] == "running"
    assert sorted(player["seat"] for player in joined["players"]) == [0, 1]
    assert joined["started_at"] is not None
    assert joined["version"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_seats_are_drawn_without_a_gap(db: None, count: int) -> None:
    table = ApiGame([Person() for _ in range(count)])
    numbers = table.game.assignments.values_list("number", flat=True)
    assert sorted(n for n in numbers if n is not None) == list(range(count))


def test_a_game_for_one_begins_at_once(ada: Person) -> None:
    made = ada.post(GAMES, {"options": {"mode": "solitaire", "players": 1}}).json()
    assert (made["state"], made["you"]["seat"]) == ("running", 0)


def test_a_person_takes_one_seat_only(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    assert problem(ada.post(f"{table.path}/seats")) == (409, "already_seated")


def test_a_game_that_has_begun_has_no_free_seat(table: ApiGame, eve: Person) -> None:
    assert problem(eve.post(f"{table.path}/seats")) == (409, "not_open")


def test_a_full_table_that_waits_for_its_creator_has_no_free_seat(
    ada: Person, bob: Person, eve: Person
) -> None:
    table = ApiGame([ada, bob], start="by_hand")
    assert table.game.state == "open"
    assert problem(eve.post(f"{table.path}/seats")) == (409, "table_full")


def test_seats_may_be_chosen_where_the_creator_allows_it(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, seating="chosen", seat=1)
    assert problem(bob.post(f"{table.path}/seats", {"seat": 1})) == (409, "seat_taken")
    assert bob.post(f"{table.path}/seats", {"seat": 0}).json()["you"]["seat"] == 0
    table.people.append(bob)
    assert table.on_seat(1) is ada


def test_a_seat_that_the_table_does_not_have_is_refused_as_input(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, seating="chosen", seat=1)
    refused = bob.post(f"{table.path}/seats", {"seat": 2})
    assert problem(refused) == (422, "invalid")
    assert [error["pointer"] for error in refused.json()["errors"]] == ["#/seat"]


def test_seats_that_are_drawn_cannot_be_chosen(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2)
    assert problem(bob.post(f"{table.path}/seats", {"seat": 1})) == (409, "seats_drawn")


def test_a_player_leaves_their_seat_only_before_the_start(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], seats=3)
    assert bob.delete(f"{table.path}/seats/me").status_code == 204
    assert problem(bob.delete(f"{table.path}/seats/me")) == (403, "permission_denied")
    bob.post(f"{table.path}/seats")
    ada.post(f"{table.path}/start")
    assert problem(bob.delete(f"{table.path}/seats/me")) == (409, "not_open")


def test_the_creator_may_start_with_empty_seats(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=4, seating="chosen", seat=3)
    bob.post(f"{table.path}/seats", {"seat": 1})
    started = ada.post(f"{table.path}/start").json()
    assert started["state"] == "running"
    assert started["options"]["players"] == started["seats"] == 2
    assert [player["handle"] for player in started["players"]] == ["bob", "ada"]


def test_a_game_is_not_started_by_others_nor_alone(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], seats=3)
    assert problem(bob.post(f"{table.path}/start")) == (403, "permission_denied")
    bob.delete(f"{table.path}/seats/me")
    assert problem(ada.post(f"{table.path}/start")) == (409, "too_few_players")


def test_a_start_takes_no_members(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    assert problem(ada.post(f"{table.path}/start", {"now": True})) == (422, "invalid")


def test_before_the_start_its_creator_calls_a_game_off(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], seats=3)
    assert problem(bob.post(f"{table.path}/call-off")) == (403, "permission_denied")
    assert ada.post(f"{table.path}/call-off").json()["state"] == "called_off"
    assert problem(bob.post(f"{table.path}/seats")) == (409, "game_over")


def test_a_running_game_is_called_off_when_all_wish_it(table: ApiGame, eve: Person) -> None:
    ada, bob = table.people
    wished = ada.post(f"{table.path}/call-off").json()
    assert wished["state"] == "running"
    assert {p["handle"]: p["wants_end"] for p in wished["players"]} == {"ada": True, "bob": False}
    assert problem(eve.post(f"{table.path}/call-off")) == (403, "permission_denied")
    assert not ada.delete(f"{table.path}/call-off").json()["players"][0]["wants_end"]
    assert bob.post(f"{table.path}/call-off").json()["state"] == "running"
    over = ada.post(f"{table.path}/call-off").json()
    assert over["state"] == "called_off"
    assert over["awaited"] == over["decisions"] == []
    assert over["menu"] is None
    assert not any(player["awaited"] for player in over["players"])
    assert ada.get("/api/v1/me/games?state=my_turn").json()["waiting_count"] == 0
    assert problem(bob.post(f"{table.path}/call-off")) == (409, "game_over")


def test_a_wish_to_end_is_over_once_its_author_plays_on(table: ApiGame) -> None:
    author, (other,) = table.awaited, table.others
    author.post(f"{table.path}/call-off")
    table.play()
    assert not any(p["wants_end"] for p in author.get(table.path).json()["players"])
    assert other.post(f"{table.path}/call-off").json()["state"] == "running"


def test_a_player_who_stays_alone_is_not_taken_at_a_word_meant_for_two(table: ApiGame) -> None:
    for _ in table.people:
        table.play()
    author, leaver = table.people
    author.post(f"{table.path}/call-off")
    leaver.post(f"{table.path}/leave")
    assert table.game.state == "running"


def test_who_still_plays_is_asked_again_once_somebody_has_left(db: None) -> None:
    table = ApiGame([Person() for _ in range(3)])
    leaver, *staying = table.people
    for person in staying:
        person.post(f"{table.path}/call-off")
    assert table.act(leaver, {"type": "forfeit"}).status_code == 200
    for person in staying:
        assert table.game.state == "running"
        person.post(f"{table.path}/call-off")
    assert table.game.state == "called_off"


def test_a_wish_to_end_is_withdrawn_in_a_running_game_only(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    assert problem(ada.delete(f"{table.path}/call-off")) == (409, "not_running")


@pytest.mark.parametrize("count", [2, 3, 4])
def test_public_tables_are_found_by_what_they_are(db: None, count: int) -> None:
    person = Person()
    made = person.post(GAMES, {"options": BEGINNERS | {"players": count}}).json()
    query = f"state=open&players={count}&mode=beginner"
    found = person.get(f"{GAMES}?{query}").json()["results"]
    assert made["id"] in [game["id"] for game in found]
    other = person.get(f"{GAMES}?state=running&players={count}").json()["results"]
    assert made["id"] not in [game["id"] for game in other]


def test_tables_for_those_who_have_the_address_are_not_listed(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, visibility="link")
    assert bob.get(table.path).status_code == 200
    assert str(table.id) not in bob.get(GAMES).content.decode()
    assert str(table.id) in ada.get(f"{GAMES}?mine=true").content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["solitaire", "solo_fields"])
def test_a_solo_game_is_listed_only_if_its_player_wishes_it(ada: Person, mode: str) -> None:
    wish = {"options": {"mode": mode, "players": 1}}
    assert ada.post(GAMES, wish).json()["visibility"] == "link"
    assert ada.get(GAMES).json()["results"] == []
    shown = ada.post(GAMES, wish | {"visibility": "public"}).json()
    assert [game["id"] for game in ada.get(GAMES).json()["results"]] == [shown["id"]]


def test_a_table_for_several_is_listed_unless_its_maker_wishes_otherwise(ada: Person) -> None:
    assert ada.post(GAMES, {"options": {"mode": "beginner"}}).json()["visibility"] == "public"


def test_lists_come_in_pages_that_lead_on(ada: Person) -> None:
    made = [ada.post(GAMES, {"options": BEGINNERS}).json()["id"] for _ in range(5)]
    seen, address = [], f"{GAMES}?mine=true&limit=2"
    while address:
        page = ada.get(address)
        seen += [game["id"] for game in page.json()["results"]]
        address = page.json()["next"]
        assert page.headers.get("Link") == (f'<{address}>; rel="next"' if address else None)
    assert seen == made[::-1]


@pytest.mark.parametrize(
    "query",
    [
        *("state=lost", "players=9", "limit=0", "limit=101", "colour=red"),
        *("mine=perhaps", "mine=yes", "mine=1", "mode=chess"),
        *("cursor=x", "cursor=cD1hYmM="),
    ],
)
def test_a_query_that_means_nothing_is_refused(ada: Person, query: str) -> None:
    assert problem(ada.get(f"{GAMES}?{query}")) == (422, "invalid")


def test_my_games_are_found_by_state(table: ApiGame) -> None:
    waiting, other = table.awaited, table.others[0]
    mine = "/api/v1/me/games"
    found = waiting.get(f"{mine}?state=my_turn").json()
    assert [game["id"] for game in found["results"]] == [str(table.id)]
    assert found["waiting_count"] == 1
    assert other.get(f"{mine}?state=my_turn").json()["results"] == []
    assert len(other.get(f"{mine}?state=waiting").json()["results"]) == 1
    assert waiting.get(f"{mine}?state=waiting").json()["results"] == []
    assert len(other.get(f"{mine}?state=running").json()["results"]) == 1
    assert len(other.get(mine).json()["results"]) == 1
    assert other.get(f"{mine}?state=finished").json()["results"] == []


def test_of_games_that_wait_for_me_those_whose_time_ends_first_come_first(
    ada: Person, bob: Person
) -> None:
    clocks = ("three_days", "no_clock", "one_day", "one_month")
    tables = {clock: ApiGame([ada, bob], clock=clock) for clock in clocks}
    for table in tables.values():
        while table.awaited is not ada:
            table.play()
    found, path = [], "/api/v1/me/games?state=my_turn&limit=3"
    while path:
        page = ada.get(path).json()
        found += [each["id"] for each in page["results"]]
        path = page["next"]
    wanted = ("one_day", "three_days", "one_month", "no_clock")
    assert found == [str(tables[clock].id) for clock in wanted]


def test_lists_show_only_the_options_that_differ_from_their_defaults(ada: Person) -> None:
    table = ApiGame([ada], seats=3, visibility="public")
    (listed,) = ada.get(f"{GAMES}?mine=true").json()["results"]
    assert listed["options"] == {"mode": "beginner", "players": 3}
    assert ada.get(table.path).json()["options"]["target_score"] == 17


def test_lists_tell_the_last_event_in_words(table: ApiGame, ada: Person) -> None:
    begun = ada.get(f"{GAMES}?mine=true").json()["results"][0]["last_event"]
    assert begun.endswith(" begins.") or "is dealt" in begun
    action = next(choice for choice in table.choices() if choice["type"] == "sow")
    player = table.awaited
    table.act(player, action)
    (listed,) = ada.get(f"{GAMES}?mine=true").json()["results"]
    assert listed["last_event"].startswith(player.user.handle.capitalize())


def test_lists_leave_out_a_last_event_of_a_newer_server(table: ApiGame, ada: Person) -> None:
    Game.objects.update(last_event={"type": "FromTheFuture", "card": "9Sp"})
    (listed,) = ada.get(f"{GAMES}?mine=true").json()["results"]
    assert listed["last_event"] is None


def test_lists_never_tell_drawn_cards_in_words(table: ApiGame, ada: Person, bob: Person) -> None:
    for _ in range(6):
        table.play(3)
        told = [person.get(f"{GAMES}?mine=true").json()["results"][0] for person in (ada, bob)]
        assert told[0]["last_event"] == told[1]["last_event"]
        assert table.game.last_event is not None
        assert table.game.last_event["type"] != "HandDrawn" or "cards" not in table.game.last_event
