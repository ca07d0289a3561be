"""What people do at a table apart from playing, by the forms of its pages."""

import re
import uuid
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.blocks import block_make
from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create, seat_take
from games.models import Game, SeatAssignment
from games.play.ends import end_wish
from games.play.leavers import game_leave
from games.play.vacancies import open_seat_take
from illimat_core.messages import capitalize
from tests.support.pages import browser_of, words
from tests.support.service_games import ServiceGame
from tests.web.forms import send
from web.frame import unchanged

pytestmark = pytest.mark.django_db
PART = re.compile(r'data-part="(\w+)" data-mark="(\w+)"')
BEGINNER: dict[str, Any] = {"mode": "beginner", "players": 2}
Standing = SeatAssignment.Standing


def act(browser: Client, game: Any, act: str, **filled: Any) -> Any:
    """Press a button of a table's page."""
    return send(browser, f"/games/{game.pk}/table", act=act, **filled)


def page_of(browser: Client, game: Any) -> str:
    return words(browser.get(f"/games/{game.pk}"))


def swapped(browser: Client, game: Game, shown: str) -> dict[str, str]:
    """Return what a script puts in place of the parts of a page that was `shown`, by name."""
    names, marks = zip(*PART.findall(shown), strict=True)
    fresh = browser.get(f"/games/{game.pk}", headers={"Parts-Shown": " ".join(marks)})
    parts = PART.split(fresh.content.decode())[1:]
    return {name: held for name, held in zip(parts[::3], parts[2::3], strict=True) if name in names}


def buttons(browser: Client, path: str) -> set[str]:
    """Return what can be done on a page."""
    page = unescape(browser.get(path).content.decode())
    return set(re.findall(r'name="act" value="(\w+)"', page))


def led(browser: Client, answer: Any, game: Any) -> str:
    """Return what the page of a game says to whom a form of an outdated page has led there."""
    assert answer.headers["Location"] == f"/games/{game.pk}"
    return words(browser.get(answer.headers["Location"]))


def seated(game: Game) -> list[str]:
    return [each.shown_name for each in game.assignments.order_by("pk")]


def test_the_last_seat_begins_the_game(people: list[User]) -> None:
    ada, bob, _ = map(browser_of, people)
    game = game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    assert buttons(bob, f"/games/{game.pk}") == {"sit"}
    assert "Seats taken: 1 of 2." in page_of(bob, game)
    assert act(bob, game, "sit").url == f"/games/{game.pk}"
    game.refresh_from_db()
    assert game.state == "running"
    assert "Your hand" in ada.get(f"/games/{game.pk}").content.decode()


def test_the_address_leads_the_page_of_who_waits_while_seats_are_free(people: list[User]) -> None:
    ada, bob, _ = map(browser_of, people)
    friends: dict[str, Any] = {"visibility": "link", "start": Game.Start.BY_HAND}
    game = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER, **friends), source=CommandSource.API
    )
    address = f"http://testserver/games/{game.pk}"
    before_the_seats = page_of(ada, game).partition(" Seats ada ")[0]
    assert f"Send this address to people who may want to join: {address}" in before_the_seats
    assert address not in page_of(bob, game)
    act(bob, game, "sit")
    assert address not in page_of(ada, game)


def test_a_script_is_sent_a_waiting_table_again_only_when_it_has_changed(
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    monkeypatch.setattr(unchanged, "TOLD_WITHIN", 10**10)
    ada, bob = map(browser_of, people[:2])
    game = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER | {"players": 3}), source=CommandSource.API
    )
    path = f"/games/{game.pk}"
    (etag,) = re.findall(r'data-etag="([^"]+)"', ada.get(path).content.decode())
    known = {"If-None-Match": unescape(etag)}
    with django_assert_max_num_queries(1):
        assert ada.get(path, headers=known).status_code == 304
    act(bob, game, "sit")
    assert "Seats taken: 2 of 3." in words(ada.get(path, headers=known))


def test_an_open_page_follows_the_last_invited_person_who_sits_down(people: list[User]) -> None:
    ada, bob, cy = map(browser_of, people)
    game = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER | {"players": 4}), source=CommandSource.API
    )
    act(ada, game, "invite", handle="bob")
    act(cy, game, "sit")
    shown = cy.get(f"/games/{game.pk}").content.decode()
    assert "has not answered" in shown
    act(bob, game, "sit")
    assert "has not answered" not in swapped(cy, game, shown)["invited"]


def test_an_open_page_follows_its_visitor_who_sits_down_elsewhere(people: list[User]) -> None:
    bob = browser_of(people[1])
    game = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER | {"players": 3}), source=CommandSource.API
    )
    shown = bob.get(f"/games/{game.pk}").content.decode()
    seat_take(user=people[1], game_id=game.pk, source=CommandSource.API)
    assert "Notifications about this game" in swapped(bob, game, shown)["notices"]


def test_sitting_down_twice_by_one_form_takes_one_seat(people: list[User]) -> None:
    bob, key = browser_of(people[1]), str(uuid.uuid4())
    game = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER | {"players": 3}), source=CommandSource.API
    )
    for _ in range(2):
        answer = send(bob, f"/games/{game.pk}/table", key, act="sit")
        assert answer.url == f"/games/{game.pk}"
    refused = act(bob, game, "sit")
    assert refused.status_code == 409
    assert "You sit at this table already." in words(refused)
    assert seated(game) == ["ada", "bob"]


def test_a_seat_can_be_given_up(people: list[User]) -> None:
    bob = browser_of(people[1])
    game = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER | {"players": 3}), source=CommandSource.API
    )
    act(bob, game, "sit")
    assert buttons(bob, f"/games/{game.pk}") == {"get_up"}
    left = act(bob, game, "get_up")
    assert left.url == "/games/"
    assert "You have given up your seat." in words(bob.get(left.url))
    assert seated(game) == ["ada"]


def test_seats_can_be_chosen_where_the_table_lets_people(people: list[User]) -> None:
    bob = browser_of(people[1])
    game = game_create(
        user=people[0],
        wanted=NewTable(options=BEGINNER | {"players": 3}, seating="chosen", seat=2),
        source=CommandSource.API,
    )
    assert "seat 2" in page_of(bob, game)
    assert act(bob, game, "sit", seat="2").status_code == 409
    act(bob, game, "sit", seat="1")
    assert game.assignments.get(user=people[1]).number == 1


def test_an_invited_person_can_decline_and_change_their_mind(people: list[User]) -> None:
    ada, bob, cy = map(browser_of, people)
    game = game_create(
        user=people[0],
        wanted=NewTable(options=BEGINNER, visibility="private"),
        source=CommandSource.API,
    )
    assert bob.get(f"/games/{game.pk}").status_code == 404
    assert act(bob, game, "sit").status_code == 404
    act(ada, game, "invite", handle="bob")
    assert "bob has not answered" in page_of(ada, game)
    assert buttons(bob, f"/games/{game.pk}") == {"sit", "decline"}
    assert act(bob, game, "decline").url == "/"
    assert "bob has declined" in page_of(ada, game)
    assert "You have declined. Until the game begins" in page_of(bob, game)
    assert cy.get(f"/games/{game.pk}").status_code == 404
    act(bob, game, "sit")
    assert seated(game) == ["ada", "bob"]


def test_a_wrong_handle_is_refused_beside_the_field_and_kept(people: list[User]) -> None:
    ada = browser_of(people[0])
    game = game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    refused = act(ada, game, "invite", handle="boob")
    assert refused.status_code == 422
    page = unescape(refused.content.decode())
    assert 'id="handle-wrong">Nobody is called boob here.' in page
    assert 'value="boob" aria-invalid="true"' in page
    act(ada, game, "invite", handle="bob")
    act(ada, game, "withdraw", handle="bob")
    assert not game.invitations.exists()


def test_seats_can_be_given_to_the_house_and_taken_back(people: list[User]) -> None:
    ada, bob, _ = map(browser_of, people)
    game = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER | {"players": 3}), source=CommandSource.API
    )
    act(ada, game, "seat_house", level="steady")
    assert seated(game) == ["ada", "Otter (house)"]
    assert "does not count in ratings" in page_of(ada, game)
    assert act(bob, game, "remove_house", name="Otter").status_code == 403
    act(ada, game, "remove_house", name="Otter")
    assert seated(game) == ["ada"]


def test_the_maker_of_a_table_starts_it_with_those_who_are_there(people: list[User]) -> None:
    ada, bob, _ = map(browser_of, people)
    game = game_create(
        user=people[0],
        wanted=NewTable(options=BEGINNER | {"players": 4}, start="by_hand"),
        source=CommandSource.API,
    )
    assert "start" not in buttons(ada, f"/games/{game.pk}")
    act(bob, game, "sit")
    assert "start" not in buttons(bob, f"/games/{game.pk}")
    assert "Start with the 2 who are here" in page_of(ada, game)
    act(ada, game, "start")
    game.refresh_from_db()
    assert (game.state, game.seats) == ("running", 2)


def test_a_table_can_be_called_off_by_its_maker(people: list[User]) -> None:
    ada, bob, _ = map(browser_of, people)
    game = game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    refused = act(bob, game, "call_off")
    assert refused.status_code == 403
    assert "Only the person who made the table can do this." in words(refused)
    assert "This cannot be undone." in page_of(ada, game)
    act(ada, game, "call_off")
    assert "The game was called off. Ada called it off before it began." in page_of(bob, game)
    assert buttons(bob, f"/games/{game.pk}") == set()
    late = act(bob, game, "sit")
    assert late.status_code == 409
    assert "The game is over" in words(late)


def test_the_page_says_what_people_agree_to_by_sitting_down(
    people: list[User], client: Client
) -> None:
    options = {"mode": "standard", "players": 3, "rounds": 2, "no_repeats": True}
    game = game_create(
        user=people[0],
        wanted=NewTable(options=options, excuses=2, pauses=False, min_reliability=80),
        source=CommandSource.API,
    )
    text = page_of(client, game)
    for sentence in (
        "Standard game for 3 players",
        "2 rounds",
        "The core set",
        "5 days, and 12 hours more for every decision",
        "A field that you harvested on your previous turn is closed to your play.",
        "The game begins when the last seat is taken.",
        "Everybody can watch.",
        "2 missed decisions are excused.",
        "The game cannot be paused.",
        "It is for people who make at least 80% of their decisions in time.",
        "Log in to sit down",
    ):
        assert sentence in text
    assert act(client, game, "sit").url == f"/accounts/login/?next=/games/{game.pk}/table"


def test_calling_a_table_off_too_late_does_not_ask_to_end_its_game(people: list[User]) -> None:
    ada = browser_of(people[0])
    game = game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    seat_take(user=people[1], game_id=game.pk, source=CommandSource.API)
    refused = act(ada, game, "call_off")
    assert "The game has begun already, so nothing was done." in led(ada, refused, game)
    assert not game.assignments.filter(wants_end=True).exists()


@pytest.mark.parametrize(("who", "late"), [(0, "start"), (1, "sit"), (1, "decline")])
def test_what_is_done_before_the_start_leads_to_the_board_afterwards(
    people: list[User], who: int, late: str
) -> None:
    browser = browser_of(people[who])
    game = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER, invited=["bob"]), source=CommandSource.API
    )
    seat_take(user=people[1], game_id=game.pk, source=CommandSource.API)
    board = led(browser, act(browser, game, late), game)
    assert "The game has begun already, so nothing was done." in board
    assert "Your hand" in board


def test_people_who_blocked_each_other_are_refused_as_by_the_api(people: list[User]) -> None:
    _, bob, cy = map(browser_of, people)
    game = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER | {"players": 3}), source=CommandSource.API
    )
    block_make(user=people[1], blocked=people[0])
    block_make(user=people[0], blocked=people[2])
    assert "You have blocked ada" in page_of(bob, game)
    assert buttons(bob, f"/games/{game.pk}") == set()
    assert act(bob, game, "sit").status_code == 409
    refused = act(cy, game, "sit")
    assert refused.status_code == 409
    assert "You cannot sit down at this table. Choose another." in words(refused)
    assert "blocked" not in words(refused)


def test_a_quota_is_refused_with_its_status(people: list[User], settings: Settings) -> None:
    game = game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    settings.QUOTAS = settings.QUOTAS | {"invitations_a_day": 0}
    refused = act(browser_of(people[0]), game, "invite", handle="bob")
    assert refused.status_code == 429
    assert 'value="bob"' in refused.content.decode()


def test_what_is_no_act_is_not_found(people: list[User]) -> None:
    game = game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    assert act(browser_of(people[0]), game, "cheat").status_code == 404
    assert (
        act(browser_of(people[0]), type("Game", (), {"pk": uuid.uuid4()}), "sit").status_code == 404
    )


def test_the_form_of_another_site_does_nothing(people: list[User]) -> None:
    game = game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    bob = Client(enforce_csrf_checks=True)
    bob.force_login(people[1])
    assert act(bob, game, "sit").status_code == 403
    assert seated(game) == ["ada"]


def managed(browser: Client, table: ServiceGame) -> str:
    """Return the text of the page about what can be done apart from playing."""
    return words(browser.get(f"/games/{table.id}/table"))


@pytest.mark.parametrize("paused", [{}, {"days": "3"}])
def test_every_part_of_the_page_about_other_acts_has_a_name(
    people: list[User], paused: dict[str, str]
) -> None:
    table = ServiceGame(people)
    if paused:
        act(browser_of(people[1]), table.game, "propose_pause", **paused)
    page = browser_of(people[0]).get(f"/games/{table.id}/table").content.decode()
    assert "<h1>Pause or leave the game <small>" in page
    assert "Pause or leave the game " in page.partition("</title>")[0]
    main = page.partition("<main")[2].partition("</main>")[0]
    names = re.findall(r'<(?:form|section) .*?aria-labelledby="([^"]+)"', main)
    assert len(names) == main.count("<form ") + main.count("<section ")
    assert set(names) <= set(re.findall(r'<h2 id="([^"]+)">[^<]', main))


@pytest.mark.parametrize(
    ("made", "heading"),
    [
        ({"options": {"mode": "solitaire", "players": 1}}, "Leave the game"),
        ({"options": BEGINNER, "house": ["random"]}, "Leave the game"),
        ({"options": BEGINNER, "pauses": False}, "End or leave the game"),
    ],
)
def test_the_page_about_other_acts_is_called_what_it_offers(
    people: list[User], made: dict[str, Any], heading: str
) -> None:
    game, ada = (
        game_create(user=people[0], wanted=NewTable(**made), source=CommandSource.API),
        browser_of(people[0]),
    )
    if game.state == Game.State.OPEN:
        seat_take(user=people[1], game_id=game.pk, source=CommandSource.API)
    assert f">{heading}</a>" in ada.get(f"/games/{game.pk}").content.decode()
    page = ada.get(f"/games/{game.pk}/table").content.decode()
    assert f"<h1>{heading} <small>" in page
    assert "<details" not in page.partition("<main")[2]


def test_before_somebody_leaves_the_page_says_what_follows(people: list[User]) -> None:
    table = ServiceGame(people)
    ada = browser_of(people[0])
    assert "The seat is open to a substitute for three days." in managed(ada, table)
    assert "you can come back to it" in managed(ada, table)
    shown = ada.get(f"/games/{table.id}/table").content.decode()
    assert re.search(r'<input type="checkbox" id="sure" required>.*value="leave"', shown)
    refused = act(ada, table.game, "leave", version="1")
    assert refused.status_code == 409
    assert "Look again, then act." in words(refused)
    act(ada, table.game, "leave", version=str(table.game.version))
    assert SeatAssignment.objects.get(user=people[0]).standing == Standing.OPEN
    assert buttons(ada, f"/games/{table.id}/table") == {"take_seat"}
    act(ada, table.game, "take_seat", seat=str(SeatAssignment.objects.get(user=people[0]).number))
    assert SeatAssignment.objects.get(user=people[0]).standing == Standing.PLAYED


@pytest.mark.parametrize(
    ("leavers", "sentence"),
    [("house", "The house plays on at once"), ("forfeit", "The hand goes out of play.")],
)
def test_what_follows_is_the_tables_rule(people: list[User], leavers: str, sentence: str) -> None:
    table = ServiceGame(people, leavers=leavers)
    player = table.awaited
    table.play()
    assert sentence in managed(browser_of(player), table)


def test_who_has_left_too_often_is_told_that_the_win_is_offered_at_once(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    for _ in people[:2]:
        table.play()
    seat = SeatAssignment.objects.get(game_id=table.id, user=people[0]).number or 0
    for _ in range(3):
        assert "open to a substitute for three days" in managed(browser_of(people[0]), table)
        game_leave(user=people[0], game_id=table.id, source=CommandSource.API)
        open_seat_take(user=people[0], game_id=table.id, seat=seat, source=CommandSource.API)
    told = managed(browser_of(people[0]), table)
    assert "with two players, the win is offered to the other one" in told
    assert "three days" not in told
    assert "come back" not in told


def test_who_leaves_before_their_first_decision_is_told_what_that_means(
    people: list[User],
) -> None:
    table = ServiceGame(people, leavers="house")
    told = managed(browser_of(people[0]), table)
    assert "the game is called off, and everybody sees that you left" in told
    assert "come back" not in told
    Game.objects.filter(pk=table.id).update(arranged=True)
    assert "you come last, and of two the other one wins" in managed(browser_of(people[0]), table)
    waits = "if nobody takes it, the game is called off, and everybody sees that you left"
    assert waits in managed(browser_of(people[0]), ServiceGame(people))


def test_who_leaves_a_game_of_a_season_is_told_who_can_take_the_seat(people: list[User]) -> None:
    table = ServiceGame(people)
    Game.objects.filter(pk=table.id).update(arranged=True)
    told = "Only a substitute of the season can take it, and only if you withdraw"
    assert f"{told} from the season. You have made no decision" in managed(
        browser_of(people[0]), table
    )
    for _ in people:
        table.play()
    assert f"{told} from the season. After that, the house plays on" in managed(
        browser_of(people[0]), table
    )


def test_leaving_a_practice_game_ends_it(people: list[User]) -> None:
    game = game_create(
        user=people[0],
        wanted=NewTable(options=BEGINNER, house=["random"]),
        source=CommandSource.API,
    )
    ada = browser_of(people[0])
    assert "the game ends at once and nobody wins" in words(ada.get(f"/games/{game.pk}/table"))
    act(ada, game, "leave", version=str(Game.objects.get().version))
    assert Game.objects.get().state == "called_off"


def test_somebody_new_takes_an_open_seat(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    for _ in people[:2]:
        table.play()
    leaver = table.awaited
    game_leave(user=leaver, game_id=table.id, source=CommandSource.API)
    cy = browser_of(people[2])
    listed = cy.get("/games/").content.decode()
    assert f'href="/games/{table.id}/table"' in listed
    assert f"The seat of {leaver.handle}" in managed(cy, table)
    seat = SeatAssignment.objects.get(user=leaver).number
    act(cy, table.game, "take_seat", seat=str(seat))
    assert SeatAssignment.objects.get(game_id=table.id, number=seat).user == people[2]
    refused = act(browser_of(leaver), table.game, "take_seat", seat=str(seat))
    assert refused.status_code == 403


def test_whose_opponent_left_chooses_to_win_or_to_play_on(people: list[User]) -> None:
    table = ServiceGame(people[:2], leavers="house")
    for _ in people[:2]:
        table.play()
    leaver = table.awaited
    game_leave(user=leaver, game_id=table.id, source=CommandSource.API)
    stayer = next(each for each in people[:2] if each != leaver)
    assert f"{capitalize(leaver.handle)} has left" in managed(browser_of(stayer), table)
    act(browser_of(stayer), table.game, "choose", choice="go_on")
    assert table.game.state == "running"
    other = ServiceGame(people[:2], leavers="house")
    for _ in people[:2]:
        other.play()
    leaver = other.awaited
    game_leave(user=leaver, game_id=other.id, source=CommandSource.API)
    stayer = next(each for each in people[:2] if each != leaver)
    act(browser_of(stayer), other.game, "choose", choice="win")
    assert other.game.state == "finished"


def is_paused(table: ServiceGame) -> bool:
    return table.game.paused_until is not None


def test_all_who_play_pause_a_game_and_end_the_pause(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    ada, bob, _ = map(browser_of, people)
    assert act(ada, table.game, "propose_pause", days="15").status_code == 422
    act(ada, table.game, "propose_pause", days="3")
    assert "Agreed so far: ada." in managed(bob, table)
    assert "Still asked: bob." in managed(ada, table)
    act(ada, table.game, "disagree_on_pause")
    assert not table.game.pause_proposed
    assert act(ada, table.game, "propose_pause", days="14", hours="1").status_code == 422
    assert act(ada, table.game, "propose_pause", days="0").status_code == 422
    act(ada, table.game, "propose_pause", days="0", hours="12")
    assert table.game.pause_proposed is not None
    left = table.game.pause_proposed - timezone.now()
    assert timedelta(hours=11, minutes=50) < left <= timedelta(hours=12)
    act(ada, table.game, "propose_pause", days="14")
    act(bob, table.game, "agree_on_pause")
    assert is_paused(table)
    assert "The game is paused until" in managed(bob, table)
    act(ada, table.game, "resume")
    assert "To end it now: ada." in managed(bob, table)
    act(bob, table.game, "resume")
    assert not is_paused(table)
    assert "The game can be paused 2 more times." in managed(bob, table)


def test_a_game_ends_without_a_winner_when_all_wish_it(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    ada, bob, _ = map(browser_of, people)
    act(ada, table.game, "wish_end")
    assert "So far: ada." in managed(bob, table)
    act(ada, table.game, "play_on")
    act(bob, table.game, "wish_end")
    assert table.game.state == "running"
    assert "Yes, end it without a winner." in managed(ada, table)
    act(bob, table.game, "play_on")
    late = act(ada, table.game, "end_now")
    assert "Somebody wishes to play on after all, so the game goes on." in late.content.decode()
    assert not table.game.assignments.filter(wants_end=True).exists()
    act(bob, table.game, "wish_end")
    act(ada, table.game, "end_now")
    assert table.game.state == "called_off"


@pytest.mark.parametrize("late", ["wish_end", "propose_pause", "leave"])
def test_what_is_asked_of_a_game_that_is_over_leads_to_its_end(
    people: list[User], late: str
) -> None:
    table = ServiceGame(people[:2])
    filled = {"propose_pause": {"days": "3"}, "leave": {"version": str(table.game.version)}}
    for user in people[:2]:
        end_wish(user=user, game_id=table.id, source=CommandSource.API)
    ada = browser_of(people[0])
    end = led(ada, act(ada, table.game, late, **filled.get(late, {})), table.game)
    assert "The game is over, so nothing was done." in end


def test_who_does_not_play_has_nothing_to_decide(people: list[User], client: Client) -> None:
    table = ServiceGame(people[:2])
    for browser in (browser_of(people[2]), client):
        assert buttons(browser, f"/games/{table.id}/table") == set()
        assert "There is nothing for you to decide here." in managed(browser, table)
    refused = act(browser_of(people[2]), table.game, "leave", version=str(table.game.version))
    assert refused.status_code == 403
    assert "You are not a player in this game." in words(refused)


def test_the_page_of_what_can_be_done_leads_back_to_games_that_are_not_played(
    people: list[User],
) -> None:
    ada = browser_of(people[0])
    over = ServiceGame(people[:2], rounds=1)
    over.finish()
    waiting = game_create(
        user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API
    )
    for game in (over.game, waiting):
        assert ada.get(f"/games/{game.pk}/table").headers["Location"] == f"/games/{game.pk}"
