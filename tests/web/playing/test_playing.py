"""Whole games are played through the page's links and forms alone, without one refusal."""

import re
import uuid
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from api.models import epoch_change
from games.actors import CommandSource
from games.models import Game, StoredEvent
from games.play.ends import end_wish
from illimat_core import as_json, legal_actions, observe
from illimat_core.cards import LUMINARIES
from illimat_core.messages import capitalize
from illimat_core.words.descriptions import explain_luminary
from notifications.models import Notice
from notifications.sending.onlookers import look_end_of
from tests.support.pages import browser_of, read_out
from tests.support.service_games import ServiceGame
from tests.web.forms import send
from tests.web.players import Page, Table, first_form, ready
from web.frame import unchanged
from web.frame.viewers import sign_viewer

pytestmark = [pytest.mark.django_db]
NOT_POSSIBLE = "Some of what you had chosen is not possible any more."

SHORT: dict[str, Any] = {"players": 2, "rounds": 1, "luminaries": "all", "mode": "standard"}
OTHERS: list[dict[str, Any]] = [
    {"players": 3, "rounds": 1, "mode": "standard", "luminaries": "all", "stars": "always"},
    {"players": 4, "rounds": 1, "mode": "teams", "stars": "always"},
    {
        "players": 4,
        "rounds": 1,
        "mode": "standard",
        "luminaries": ["rake", "loom", "gambler", "river"],
    },
    {"players": 1, "mode": "solitaire"},
    {"players": 1, "mode": "solo_fields", "rounds": 1},
]


def played(people: list[User], options: dict[str, Any], seed: int) -> Table:
    """Return a game that was played to its end by forms alone."""
    made = ServiceGame(people[: options["players"]], **options)
    table = Table(made.id, people, seed)
    table.play()
    assert made.state.over
    return table


@pytest.mark.thorough
def test_a_whole_game_is_played_by_forms_without_a_refusal(people: list[User]) -> None:
    assert {"sow", "harvest", "stockpile"} <= set(played(people, SHORT, 1).sent)


@pytest.mark.thorough
@pytest.mark.parametrize("options", OTHERS)
def test_games_of_every_kind_are_played_by_forms(
    people: list[User], options: dict[str, Any]
) -> None:
    dot = User.objects.create_user("dot", "dot@example.org", "wheat-and-rye-7")
    played([*people, dot], options, 2)


def test_a_form_that_is_sent_twice_plays_once(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    table, user = Table(made.id, people, 3), made.awaited
    form, browser = first_form(ready(table, user)), browser_of(user)
    answers = [browser.post(f"/games/{made.id}", form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert made.awaited != user


def test_a_play_of_a_form_is_stored_as_from_the_web(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    user, before = made.awaited, made.game.version
    browser_of(user).post(f"/games/{made.id}", first_form(ready(Table(made.id, people, 3), user)))
    assert StoredEvent.objects.get(game=made.id, sequence=before + 1).source == "web"


def test_a_page_left_open_while_a_backup_is_restored_plays_nothing(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    table, user = Table(made.id, people, 3), made.awaited
    page, version = ready(table, user), made.game.version
    form, browser = first_form(page), browser_of(user)
    (tag,) = map(unescape, re.findall('data-etag="(.*?)"', page.html))
    assert browser.get(page.address, headers={"If-None-Match": tag}).status_code == 304
    epoch_change()
    assert browser.get(page.address, headers={"If-None-Match": tag}).status_code == 200
    answer = browser.post(page.address, form)
    assert answer.status_code == 409
    again = Page(answer.content.decode(), page.address)
    assert "The server was restored from a backup since you looked" in again.html
    assert made.game.version == version
    assert browser.post(page.address, first_form(again)).status_code == 302


def test_a_play_from_an_outdated_page_is_refused_beside_what_was_chosen(
    people: list[User],
) -> None:
    made = ServiceGame(people[:2])
    table, user = Table(made.id, people, 3), made.awaited
    page = ready(table, user)
    form = first_form(page) | {"version": str(made.game.version - 1)}
    answer = browser_of(user).post(page.address, form)
    assert answer.status_code == 409
    again = Page(answer.content.decode(), page.address)
    assert again.alert
    assert "The game has moved on since you looked." in again.html
    assert first_form(again)["actions"] == form["actions"]
    assert first_form(again)["key"] != form["key"]


def meanwhile(answer: Any) -> list[str]:
    """Return what a page says was done since the form was shown, as it is read out."""
    alert = answer.content.decode().partition('role="alert"')[2].partition("</div>")[0]
    assert '<a href="#news">All that is new</a>' in alert
    return [read_out(each) for each in re.findall(r"<li>(.*?)</li>", alert)]


def test_an_outdated_page_says_who_played_what_meanwhile(people: list[User]) -> None:
    made = ServiceGame(people)
    table, first = Table(made.id, people, 3), made.awaited
    page, actors = ready(table, first), list[User]()
    while len(actors) < 4 or made.awaited != first:
        actors.append(made.awaited)
        made.play()
    answer = browser_of(first).post(page.address, first_form(page))
    assert answer.status_code == 409
    told = meanwhile(answer)
    assert [each.partition(" ")[0] for each in told] == [
        "You" if each == first else capitalize(each.handle) for each in actors[-3:]
    ]
    assert 'id="news"' in answer.content.decode()


def test_an_outdated_page_says_which_move_was_not_played(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    user = made.awaited
    page = ready(Table(made.id, people, 3), user)
    says = re.findall(r'<button class="go">(.*?)</button>', page.html)[0]
    made.play()
    answer = browser_of(user).post(page.address, first_form(page))
    assert f"Your move was not played: “{says}”." in answer.content.decode()
    assert "You have played already, perhaps in another window." in answer.content.decode()


def test_a_move_in_a_game_that_is_over_is_said_to_be_not_played(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    user = made.awaited
    page = ready(Table(made.id, people, 3), user)
    for each in people[:2]:
        end_wish(user=each, game_id=made.id, source=CommandSource.API)
    answer = browser_of(user).post(page.address, first_form(page))
    assert "Your move was not played: " in answer.content.decode()


def test_what_was_told_above_the_board_goes_with_the_next_news(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    browser = browser_of(people[0])
    send(browser, f"/games/{made.id}/table", act="start")  # too late
    parts = [browser.get(f"/games/{made.id}").content.decode() for _ in range(2)]
    told = [each.partition('data-part="messages"')[2].partition("<section")[0] for each in parts]
    assert "so nothing was done." in told[0]
    assert "so nothing was done." not in told[1]
    assert told[1]


def test_who_plays_twice_on_two_pages_is_told_of_the_first(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    user = made.awaited
    form = first_form(ready(Table(made.id, people, 3), user))
    made.play()
    (told,) = meanwhile(browser_of(user).post(f"/games/{made.id}", form))
    assert told.startswith("You ")


def test_an_outdated_address_says_that_its_choice_is_not_possible_and_what_happened(
    people: list[User],
) -> None:
    made = ServiceGame(people[:2])
    table, user = Table(made.id, people, 3), made.awaited
    outdated = ready(table, user)
    assert NOT_POSSIBLE not in outdated.html
    browser_of(user).post(outdated.address, first_form(outdated))
    other = made.awaited
    made.play()
    page = table.look(user, outdated.address)
    assert NOT_POSSIBLE in page.html
    lately = page.html.partition('<p class="lately">')[2].partition("</p>")[0]
    assert capitalize(other.handle) in lately


@pytest.mark.parametrize(
    "sent",
    [
        {"actions": "[", "version": "1"},
        {"actions": '[{"type":"pass"}]', "version": ""},
        {"actions": '[{"type":"sow","card":"5Wi","field":"UP"}]'},
    ],
)
def test_a_form_that_was_tampered_with_is_refused_on_the_page(
    people: list[User], sent: dict[str, str]
) -> None:
    made = ServiceGame(people[:2])
    form = {"key": str(uuid.uuid4()), "version": str(made.game.version)} | sent
    answer = browser_of(made.awaited).post(f"/games/{made.id}", form)
    assert answer.status_code == 422
    page = Page(answer.content.decode(), "/")
    assert page.alert
    assert "The form was incomplete. Load the page again." in page.html
    german = {"Accept-Language": "de"}
    answer = browser_of(made.awaited).post(f"/games/{made.id}", form, headers=german)
    assert "Das Formular war unvollständig." in answer.content.decode()


def test_who_is_not_asked_is_told_so_without_the_words_of_programs(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    form = first_form(ready(Table(made.id, people, 3), made.awaited))
    waits = next(user for user in people[:2] if user != made.awaited)
    form["viewer"] = sign_viewer(waits)
    answer = browser_of(waits).post(f"/games/{made.id}", form)
    assert answer.status_code == 409
    assert "The game does not wait for this now. Look again." in answer.content.decode()


def test_a_key_that_came_with_another_choice_is_refused_in_words(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    user = made.awaited
    form, browser = first_form(ready(Table(made.id, people, 3), user)), browser_of(user)
    browser.post(f"/games/{made.id}", form)
    answer = browser.post(f"/games/{made.id}", form | {"actions": '[{"type":"pass"}]'})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "This form was sent before, with something else in it." in page
    assert "Idempotency" not in page


def test_a_page_that_waits_has_a_link_to_look_again_without_scripts(people: list[User]) -> None:
    made = ServiceGame(people[:2])
    waits = next(user for user in people[:2] if user != made.awaited)
    again = f'<p class="next again"><a class="quiet" href="/games/{made.id}">Look again</a>'
    assert again in browser_of(waits).get(f"/games/{made.id}").content.decode()
    assert again not in browser_of(made.awaited).get(f"/games/{made.id}").content.decode()


def test_a_script_that_asks_again_is_told_that_nothing_has_changed(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unchanged, "TOLD_WITHIN", 10**10)
    made = ServiceGame(people[:2])
    waits = next(user for user in people[:2] if user != made.awaited)
    browser, path = browser_of(waits), f"/games/{made.id}"
    (etag,) = re.findall(r"data-etag=\"([^\"]+)\"", browser.get(path).content.decode())
    known = {"If-None-Match": unescape(etag)}
    assert browser.get(path, headers=known).status_code == 304
    assert browser.get(f"{path}?field=NW", headers=known).status_code == 200
    monkeypatch.setattr(unchanged, "TOLD_WITHIN", 0.001)  # seconds, after which less time is left
    assert browser.get(path, headers=known).status_code == 200
    monkeypatch.undo()
    made.play()
    assert browser.get(path, headers=known).status_code == 200


def test_only_a_script_that_asks_again_for_a_player_notes_that_they_look(
    people: list[User],
) -> None:
    made = ServiceGame(people[:2])
    path, known = f"/games/{made.id}", {"If-None-Match": '"as it was"'}
    notice = Notice(person=made.awaited, game=made.game, created_at=timezone.now())
    browser_of(made.awaited).get(path)
    assert look_end_of(notice) is None
    browser_of(people[2]).get(path, headers=known)
    watches = Notice(person=people[2], game=made.game, created_at=timezone.now())
    assert look_end_of(watches) is None
    browser_of(made.awaited).get(path, headers=known)
    assert look_end_of(notice) is not None


def test_a_luminary_says_in_the_dock_what_it_does_and_keeps_what_is_chosen(
    people: list[User],
) -> None:
    made = ServiceGame(people[:2], mode="standard", luminaries="core")
    while not (face_up := {*observe(made.state, None).luminaries.values()} - {"?"}):
        actions = map(as_json, legal_actions(made.state, made.state.awaited[0]))
        made.submit(made.awaited, max(actions, key=lambda action: len(action.get("take", ()))))
    awake = next(code for code in LUMINARIES if code in {each.strip("()") for each in face_up})
    user = made.awaited
    page = browser_of(user).get(f"/games/{made.id}").content.decode()
    assert f'href="?about={awake}#about"' in page
    assert 'id="about"' not in page
    seat = made.state.awaited[0] or 0
    card = made.state.players[seat].hand[0]
    told = browser_of(user).get(f"/games/{made.id}?card={card}&about={awake}").content.decode()
    words = told.partition('id="about"')[2].partition("</section>")[0]
    assert f'href="/luminaries/{awake}"' in words
    assert f'href="?card={card}"' in words
    assert explain_luminary(awake).sentences[0][1] in unescape(words)
    hidden = next(code for code in LUMINARIES if code not in face_up)
    other = browser_of(user).get(f"/games/{made.id}?about={hidden}").content.decode()
    assert 'id="about"' not in other


def test_only_people_at_the_table_play(people: list[User], client: Client) -> None:
    made = ServiceGame(people[:2])
    page = ready(Table(made.id, people, 3), made.awaited)
    form = first_form(page)
    assert "/accounts/login/" in client.post(page.address, form).headers["Location"]
    assert browser_of(people[2]).post(page.address, form).status_code == 403  # it is not theirs
    form["viewer"] = sign_viewer(people[2])
    assert browser_of(people[2]).post(page.address, form).status_code == 403
    Game.objects.filter(pk=made.id).update(visibility=Game.Visibility.PRIVATE)
    assert browser_of(people[2]).post(page.address, form).status_code == 404


def test_somebody_who_waits_is_offered_the_next_game(people: list[User]) -> None:
    one, other = ServiceGame(people[:2]), ServiceGame(people[:2])
    waits = next(user for user in people[:2] if user != one.awaited)
    if other.awaited != waits:
        other.play()
    page = browser_of(waits).get(f"/games/{one.id}").content.decode()
    assert f'href="/games/{other.id}">Next game' in page


def test_a_spectator_is_offered_nothing_to_play(people: list[User], client: Client) -> None:
    made = ServiceGame(people[:2])
    page = Page(client.get(f"/games/{made.id}").content.decode(), "/")
    assert (page.choices, page.asks) == ([], False)
    assert "data-viewer" not in page.html
