"""The page of a game as the server renders it, and what holds for all pages."""

import re
import uuid
from datetime import timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create, seat_take
from games.models import Game, SeatAssignment
from games.play.commands import Command, play
from games.play.ends import end_wish
from games.play.leavers import game_leave
from games.play.pauses import pause_agree
from games.stream import store
from illimat_core import as_json, legal_actions
from illimat_core.cards import DECK, LUMINARIES
from illimat_core.messages import capitalize
from illimat_core.observation import observe
from illimat_core.views import Observation
from illimat_core.words.descriptions import explain_luminary
from tests.support.pages import Outline, body, browser_of, cards
from tests.support.service_games import ServiceGame

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def view_of(table: ServiceGame) -> Observation:
    """Return the view of a game for any visitor."""
    return observe(table.state, None)


def private(table: ServiceGame) -> None:
    Game.objects.filter(pk=table.id).update(visibility=Game.Visibility.PRIVATE)


def test_everybody_sees_the_board_of_a_public_game(people: list[User], client: Client) -> None:
    table = ServiceGame(people)
    table.play()
    page = body(client.get(f"/games/{table.id}"))
    shown = {card for field in table.state.fields for item in field.items for card in item.cards}
    assert shown <= cards(page)
    assert f"It is the turn of {table.awaited.handle}." in page
    assert table.game.head in body(client.get(f"/games/{table.id}/log"))
    for season in ("Spring", "Summer", "Autumn", "Winter"):
        assert f", {season}: " in page


def test_a_page_names_house_players_and_marks_them(people: list[User], client: Client) -> None:
    options = {"mode": "beginner", "players": 3}
    game = game_create(
        user=people[0],
        wanted=NewTable(options=options, house=["strong", "steady"]),
        source=CommandSource.API,
    )
    page = body(client.get(f"/games/{game.id}"))
    assert "Raven (house)" in page
    assert "Otter (house)" in page


def play_for_the_person(game: Game) -> None:
    """Take the first legal action of the person whom a game waits for."""
    state = store.state_of(Game.objects.get(pk=game.pk))
    action = as_json(next(iter(legal_actions(state, state.awaited[0]))))
    person = game.assignments.get(awaited=True).user
    assert person
    play(Command(game.pk, person, CommandSource.API, str(uuid.uuid4()), (action,)))


def test_a_page_says_that_the_house_plays_after_a_minute_where_people_play(
    people: list[User],
) -> None:
    options = {"mode": "beginner", "players": 3}
    game = game_create(
        user=people[0], wanted=NewTable(options=options, house=["steady"]), source=CommandSource.API
    )
    seat_take(user=people[1], game_id=game.pk, source=CommandSource.API)
    while game.assignments.get(awaited=True).user:
        assert "The house plays" not in body(browser_of(people[0]).get(f"/games/{game.pk}"))
        play_for_the_person(game)
    page = body(browser_of(people[0]).get(f"/games/{game.pk}"))
    assert "The house plays after 1 minute." in page


def test_a_practice_game_promises_no_wait_for_the_house(people: list[User]) -> None:
    options = {"mode": "beginner", "players": 2}
    game = game_create(
        user=people[0], wanted=NewTable(options=options, house=["steady"]), source=CommandSource.API
    )
    while game.assignments.get(awaited=True).user:
        play_for_the_person(game)
    page = body(browser_of(people[0]).get(f"/games/{game.pk}"))
    assert "The house plays" not in page


def test_a_page_explains_its_signs_and_letters(people: list[User]) -> None:
    page = body(browser_of(people[0]).get(f"/games/{ServiceGame(people).id}"))
    signs = page.partition("What the signs mean")[2].partition("</details>")[0]
    for words in ("cards in hand", "cards harvested", "okuses taken", "Knight, counts 11"):
        assert words in signs


def test_beginning_at_once_is_said_beside_the_levels(people: list[User]) -> None:
    page = body(browser_of(people[0]).get("/games/practice"))
    assert "Begin at once, against a house player who is" in page


def test_a_spectator_sees_no_hand_and_no_card_to_draw(people: list[User], client: Client) -> None:
    table = ServiceGame(people)
    table.play()
    page = body(client.get(f"/games/{table.id}"))
    hidden = {card for player in table.state.players for card in player.hand}
    assert not (hidden | set(table.state.deck)) & cards(page)
    assert "Your hand" not in page


def test_a_player_sees_only_their_own_hand(people: list[User]) -> None:
    table = ServiceGame(people)
    table.play()
    for seat, player in enumerate(table.state.players):
        page = body(browser_of(table.person(seat)).get(f"/games/{table.id}"))
        others = {c for s, p in enumerate(table.state.players) if s != seat for c in p.hand}
        assert set(player.hand) <= cards(page)
        assert not (others | set(table.state.deck)) & cards(page)


def test_whose_turn_it_is_is_told_what_to_do(people: list[User]) -> None:
    table = ServiceGame(people)
    page = body(browser_of(table.awaited).get(f"/games/{table.id}"))
    assert "Your turn" in page
    assert "Play a card into a field" in page


def test_the_page_says_until_when_people_have_time_in_the_visitors_zone(
    people: list[User], client: Client
) -> None:
    table = ServiceGame(people)
    player = table.awaited
    User.objects.filter(pk=player.pk).update(time_zone="Asia/Tokyo")
    until = table.game.moved_at.replace(microsecond=0) + timedelta(days=5)
    tokyo = f"{until.astimezone(ZoneInfo('Asia/Tokyo')):%A, %-d %B %Y, %H:%M} (Asia/Tokyo)"
    page = body(browser_of(player).get(f"/games/{table.id}"))
    assert f"You have time until {tokyo}." in page
    assert re.search(r"left, until \w+ \d\d:\d\d \(Asia/Tokyo\)", page)
    assert "All times are in Asia/Tokyo." in body(browser_of(player).get("/"))
    assert "1 missed decision of yours is still excused." in page
    page = body(client.get(f"/games/{table.id}"))
    assert f"{capitalize(player.handle)} has time until {until:%A, %-d %B %Y, %H:%M} (UTC)." in page


def test_the_page_says_what_becomes_of_a_leavers_seat(people: list[User], client: Client) -> None:
    table = ServiceGame(people)
    for _ in people:
        table.play()
    leaver = table.person(0)
    game_leave(user=leaver, game_id=table.id, source=CommandSource.API)
    page = body(client.get(f"/games/{table.id}"))
    assert f"The game stands still, because {leaver.handle} has left." in page
    assert f"The seat of {leaver.handle} is open for a substitute until" in page
    Game.objects.update(arranged=True)
    in_season = body(client.get(f"/games/{table.id}"))
    assert f"The seat of {leaver.handle} is free until" in in_season
    assert ", for them or a substitute of the season." in in_season
    seat = SeatAssignment.objects.filter(user=leaver)
    seat.update(standing=SeatAssignment.Standing.WIN_OFFERED)
    page = body(client.get(f"/games/{table.id}"))
    assert f"{capitalize(leaver.handle)} has left. The other player wins on" in page


def test_who_stays_is_told_at_the_top_what_becomes_of_a_leavers_seat(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    for _ in people[:2]:
        table.play()
    game_leave(user=people[0], game_id=table.id, source=CommandSource.API)
    page = body(browser_of(people[1]).get(f"/games/{table.id}"))
    ribbon = page.partition('data-part="turn"')[2].partition("</section>")[0]
    assert "The seat of ada is open for a substitute until" in ribbon
    assert "If nobody takes it, you may win, or go on against the house." in ribbon
    assert page.count("The seat of ada is open") == 1
    SeatAssignment.objects.filter(user=people[0]).update(
        standing=SeatAssignment.Standing.WIN_OFFERED
    )
    page = body(browser_of(people[1]).get(f"/games/{table.id}"))
    assert "Ada has left. You win on" in page.partition("</section>")[0]


def test_the_page_says_that_a_game_is_paused(people: list[User], client: Client) -> None:
    table = ServiceGame(people)
    end = timezone.now() + timedelta(days=2)
    for user in people:
        pause_agree(user=user, game_id=table.id, until=end, source=CommandSource.API)
    page = body(client.get(f"/games/{table.id}"))
    assert f"The game is paused until {end:%A, %-d %B %Y, %H:%M} (UTC)." in page


def test_the_log_tells_what_happened(people: list[User], client: Client) -> None:
    table = ServiceGame(people)
    actor = table.awaited
    table.play()
    page = body(client.get(f"/games/{table.id}"))
    assert f"{capitalize(actor.handle)} sows" in page
    assert "deals round 1" in page
    log = body(browser_of(actor).get(f"/games/{table.id}/log"))
    assert "You sow" in log
    assert f"{capitalize(actor.handle)} sows" not in log


def test_cards_are_in_words_in_board_hand_and_log(people: list[User]) -> None:
    table = ServiceGame(people)
    table.play()
    browser = browser_of(table.person(0))
    page, log = (body(browser.get(f"/games/{table.id}{path}")) for path in ("", "/log"))
    for words in (re.sub("<[^>]*>", " ", each) for each in (page, log)):
        assert not set(re.findall(rf"\b(?:{'|'.join(DECK)})\b", words))
    assert re.search(r"<li value=\"\d+\"><a [^>]*>\w+ sows? the \w+ of \w+ in [NS][WE]\.</a>", log)


@pytest.mark.slow
def test_each_luminary_on_the_board_comes_with_what_it_does(people: list[User]) -> None:
    known: set[str] = set()
    while not known:  # by chance, a round may show none
        table = ServiceGame(people[:2], mode="standard", luminaries="all", rounds=1)
        table.finish()
        known = luminaries_seen(table)
    page = unescape(body(browser_of(table.person(0)).get(f"/games/{table.id}")))
    for luminary in LUMINARIES:
        for _, sentence in explain_luminary(luminary).sentences:
            assert (sentence in page) == (luminary in known)


def luminaries_seen(table: ServiceGame) -> set[str]:
    """Return the luminaries that lie face up or were claimed."""
    view = view_of(table)
    known = {name.strip("()") for name in view.luminaries.values()} - {"?"}
    return known | {name for names in view.claimed.values() for name in names}


def test_a_finished_game_shows_who_won(people: list[User], client: Client) -> None:
    table = ServiceGame(people[:2], rounds=1)
    table.finish()
    page = body(client.get(f"/games/{table.id}"))
    assert "The game is over." in page
    assert any(said in page for said in (" wins with ", " win with ", "Nobody wins."))
    assert "Round 1 is scored" in page


@pytest.mark.slow
def test_fingerprints_and_what_is_for_programs_are_folded_away(
    people: list[User], client: Client
) -> None:
    table = ServiceGame(people[:2], rounds=1)
    table.finish()
    over = body(client.get(f"/games/{table.id}"))
    assert table.game.head not in over
    assert table.game.head[:12] in over
    for path, what in (("/", 'href="/api/docs/"'), (f"/games/{table.id}/log", table.game.head)):
        page = body(client.get(path))
        assert what in page
        assert what not in re.sub(r"(?s)<details.*?</details>", "", page)


def test_a_table_that_waits_says_for_how_many(people: list[User], client: Client) -> None:
    table = ServiceGame(people[:1], players=3)
    assert "Seats taken: 1 of 3." in body(client.get(f"/games/{table.id}"))


def test_a_game_that_was_called_off_says_so(people: list[User], client: Client) -> None:
    table = ServiceGame(people[:2])
    for user in people[:2]:
        end_wish(user=user, game_id=table.id, source=CommandSource.API)
    assert "The game is called off: everybody agreed." in body(client.get(f"/games/{table.id}"))


def test_a_private_game_is_like_none_to_others(people: list[User], client: Client) -> None:
    table = ServiceGame(people[:2])
    private(table)
    nowhere = uuid.uuid4()
    stranger = browser_of(people[2])
    answers = [stranger.get(f"/games/{game_id}") for game_id in (table.id, nowhere)]
    assert [answer.status_code for answer in answers] == [404, 404]
    texts = [
        answer.content.decode().replace(str(game_id), "")
        for answer, game_id in zip(answers, (table.id, nowhere), strict=True)
    ]
    assert texts[0] == texts[1]
    for game_id in (table.id, nowhere):
        led = client.get(f"/games/{game_id}")
        assert led.status_code == 302
        assert led.headers["Location"] == f"/accounts/login/?next=/games/{game_id}"
    body(browser_of(people[0]).get(f"/games/{table.id}"))


def test_an_address_that_is_no_games_is_not_found(client: Client, db: None) -> None:
    assert client.get("/games/17").status_code == 404


def test_a_visitor_is_led_to_log_in_and_back(people: list[User], client: Client) -> None:
    table = ServiceGame(people[:2])
    assert f'href="/accounts/login/?next=/games/{table.id}"' in body(
        client.get(f"/games/{table.id}")
    )


def test_home_lists_what_the_visitor_may_see(people: list[User], client: Client) -> None:
    shown, hidden, waiting = (
        ServiceGame(people[:2]),
        ServiceGame(people[:2]),
        ServiceGame(people[:1], players=4),
    )
    private(hidden)
    page = body(client.get("/"))
    assert (f'"/games/{shown.id}"' in page, f"/games/{hidden.id}" in page) == (True, False)
    assert f'"/games/{waiting.id}"' in page
    assert 'href="/api/docs/"' in page
    own = body(browser_of(hidden.awaited).get("/"))
    section = own.partition('id="turns"')[2].partition("</section>")[0]
    assert section.count(f"/games/{hidden.id}") == 1


def test_home_without_any_game_says_so(client: Client, db: None) -> None:
    assert "No game is open to the public just now." in body(client.get("/"))


def test_a_handle_is_never_markup(people: list[User], client: Client) -> None:
    User.objects.filter(pk=people[0].pk).update(handle="<b>ada</b>")
    table = ServiceGame(people[:2])
    for path in ("/", f"/games/{table.id}"):
        assert "<b>" not in body(client.get(path))


@pytest.mark.parametrize("path", ["/", "/games/{id}", "/accounts/login/", "/accounts/signup/"])
def test_pages_are_well_formed_and_load_nothing_from_elsewhere(
    people: list[User], client: Client, path: str
) -> None:
    table = ServiceGame(people)
    table.play()
    response: Any = client.get(path.format(id=table.id))
    outline = Outline()
    outline.feed(body(response))
    assert outline.open == []
    assert len(set(outline.ids)) == len(outline.ids)
    own = ("/static/", "/manifest.webmanifest")
    assert all(address.startswith(own) for address in outline.loaded)
    assert "<style" not in body(response)
    assert " style=" not in body(response)
    assert "unsafe" not in response.headers["Content-Security-Policy"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "most"),
    [
        ("/games/{over}", 10),
        ("/games/{over}/log", 6),
        ("/games/{over}/scores", 6),
        ("/games/{open}", 7),
        ("/games/{mine}/table", 5),
        ("/games/{mine}/replay/5", 7),
        ("/games/{mine}/notifications", 8),
        ("/people/bob", 7),
        ("/settings/notifications", 4),
    ],
)
def test_a_page_takes_a_bounded_number_of_statements(
    people: list[User], page: str, most: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    over, mine = ServiceGame(people[:2], rounds=1), ServiceGame(people)
    over.finish()
    mine.play(3)
    ids = {"over": over.id, "mine": mine.id, "open": ServiceGame(people[:2], players=3).id}
    browser = browser_of(people[0])
    browser.get("/rules/")  # which reads the session once
    with django_assert_max_num_queries(most):
        answer: Any = browser.get(page.format(**ids))
    assert answer.status_code == 200


def test_a_games_page_is_kept_by_no_cache(people: list[User], client: Client) -> None:
    table = ServiceGame(people[:2])
    assert "no-store" in client.get(f"/games/{table.id}").headers["Cache-Control"]
    assert client.head(f"/games/{table.id}").status_code == 200


def test_a_form_without_its_token_is_refused_on_a_page_of_this_site() -> None:
    refused = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "ada"})
    assert refused.status_code == 403
    page = refused.content.decode()
    assert "Reload the page and try again." in page
    assert 'href="/static/web/illimat.css"' in page
    policy = refused.headers["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self';" in policy
