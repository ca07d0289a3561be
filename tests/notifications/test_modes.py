"""The texts of mails in games of every mode."""

import re
from typing import Any

import pytest

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from games.models import Game
from illimat_core.cards import SUIT, in_deck_order
from illimat_core.messages import capitalize
from illimat_core.words.board import card_name
from notifications.content.mails import compose
from notifications.kinds import KINDS
from notifications.kinds.game_begins import GAME_BEGINS
from notifications.kinds.game_over import GAME_OVER
from notifications.kinds.your_turn import YOUR_TURN
from notifications.models import Delivery, Notice
from notifications.sending.outbox import notices_write
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db

TOLD = {YOUR_TURN.key: "your turn", GAME_BEGINS.key: "the game begins"}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {"mode": "solitaire"}),
    (1, {"mode": "solo_fields", "luminaries": "all"}),
    (2, {"mode": "beginner"}),
    (3, {"mode": "standard", "luminaries": "all", "stars": "always"}),
    (4, {"mode": "teams", "luminaries": "all"}),
]
OF_GAMES = [kind.key for kind in KINDS.values() if kind.opening]
ALONE = {"solitaire": "Illimat alone", "solo_fields": "Illimat against the Fields"}
ENDS = {
    "solitaire": "Forfeited with 0 of 4 luminaries claimed. A win takes all 4.",
    "solo_fields": (
        "Forfeited at 0 to 0 against the Fields, in round 1. "
        "A win takes 17 points in at most 3 rounds, and more than the Fields."
    ),
}


def mail_of(table: ServiceGame, user: User, kind: str) -> tuple[str, str, str]:
    """Return the subject and both texts of a mail to a person."""
    Notice.objects.all().delete()
    notices_write(game=table.game, version=table.game.version, kinds={user.pk: kind})
    message = compose(Delivery.objects.select_related("notice__person", "notice__game").get())
    (html, _), *others = message.alternatives
    assert not others
    return str(message.subject), str(message.body), str(html)


@pytest.mark.parametrize("kind", TOLD)
@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_every_mail_shows_the_own_hand(
    people: list[User], kind: str, count: int, options: dict[str, Any]
) -> None:
    table = ServiceGame(people[:count], **options)
    seat = table.state.awaited[0]
    assert seat is not None
    subject, text, html = mail_of(table, table.person(seat), kind)
    assert subject.endswith(f": {TOLD[kind]}")
    hand = in_deck_order(table.state.players[seat].hand)
    own = text.partition("Your hand\n---------\n\n")[2].partition("\n\n")[0]
    assert re.sub(r" \(.*?\)", "", " ".join(own.split())) == ", ".join(map(card_name, hand))
    shown = html.partition("Your hand</h2>")[2].partition("</p>")[0]
    assert re.findall(r'class="(\w\w)"', shown) == [SUIT[card] for card in hand]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_every_kind_of_news_about_a_game_can_be_read_with_a_seat_and_without(
    people: list[User], language: str, count: int, options: dict[str, Any]
) -> None:
    table = ServiceGame(people[:count], **options)
    table.play()
    stranger = User.objects.create_user("eve", "eve@example.org")
    User.objects.update(language=language)
    others = {person.handle for person in people[1:count]}
    for kind in OF_GAMES:
        for reader in (people[0], stranger):
            reader.refresh_from_db()
            subject, text, html = mail_of(table, reader, kind)
            for part in (subject, text, html):
                assert not re.search(r"\{\w*\}|None|%\(", part), (kind, reader, part)
            assert reader.handle in text.partition("\n")[0]
            assert others <= set(re.findall(r"\w+", text))


def test_a_solo_player_is_not_told_of_a_game_they_began(people: list[User]) -> None:
    for mode in ALONE:
        game = game_create(
            user=people[0],
            wanted=NewTable(options={"mode": mode, "players": 1}),
            source=CommandSource.API,
        )
        assert game.state == Game.State.RUNNING
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("mode", ALONE)
def test_the_end_of_a_game_alone_is_told(people: list[User], mode: str) -> None:
    table = ServiceGame(people[:1], mode=mode)
    table.play()
    table.forfeit(people[0])
    assert Delivery.objects.waiting().get().notice.kind == GAME_OVER.key
    subject, text, html = mail_of(table, people[0], GAME_OVER.key)
    assert subject == f"{ALONE[mode]}: the game is over"
    for body in (text, html):
        assert "Nobody wins." not in body
        assert ENDS[mode] in " ".join(body.split())
        assert f"Your game of {ALONE[mode].replace(' alone', '')} is over." in body
    assert "\n1. " not in text


def test_partners_and_opponents_are_told_apart(people: list[User]) -> None:
    table = ServiceGame(people, mode="teams")
    names = [table.person(seat).handle for seat in range(4)]
    seat = table.state.awaited[0]
    assert seat is not None
    opponents = sorted([(seat + 1) % 4, (seat + 3) % 4])
    subject, text, html = mail_of(table, table.awaited, YOUR_TURN.key)
    left, right = (names[opponent] for opponent in opponents)
    company = f"with {names[(seat + 2) % 4]} against {left} and {right}"
    assert subject == f"Illimat {company}: your turn"
    assert f"in your game of Illimat {company}." in text
    assert f"in your game of Illimat {company}." in html


def test_the_end_of_a_game_of_teams_names_both_who_have_won(people: list[User]) -> None:
    table = ServiceGame(people, mode="teams", luminaries="none")
    for seat in (0, 2):
        table.forfeit(table.person(seat))
    _, text, _ = mail_of(table, table.person(0), GAME_OVER.key)
    winners = " and ".join(table.person(seat).handle for seat in (1, 3))
    assert f"{capitalize(winners)} share the win." in text
    _, text, _ = mail_of(table, table.person(1), GAME_OVER.key)
    assert f"You and {table.person(3).handle} share the win." in text
