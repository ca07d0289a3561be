"""The texts of mails about a game, and when such mails are superseded."""

import html
import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override
from pytest_django import Settings

from accounts.models import User
from games.actors import CommandSource
from games.clocks.controls import NoClock
from games.making.services import NewTable, game_create, seat_take
from games.models import Game
from games.models.outages import Outage
from games.play.ends import end_wish
from games.play.leavers import game_leave
from games.reading.board import arrange_board
from games.workers.timers import sweep
from illimat_core import observe
from illimat_core.cards import DECK, LUMINARIES
from illimat_core.messages import ENGLISH, LANGUAGES, Language, capitalize
from illimat_core.words.board import card_name
from illimat_core.words.descriptions import luminary_short
from notifications.choosing.choices import choices_change
from notifications.content.mails import compose
from notifications.content.plain import board_lines, hand_lines
from notifications.models import Delivery
from notifications.sending.outbox import notices_write
from notifications.tasks import send
from tests.support.mail_sink import LATER, Sink
from tests.support.mails import texts
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db

CARDS = {card_name(card): card for card in DECK}
CARD = re.compile(rf"\b(?:{'|'.join(CARDS)})\b")
OFF_WITH_BOB = "Illimat with bob: called off"
SendAll = Callable[[], None]


def cards_in(message: EmailMessage) -> set[str]:
    """Return the cards that a mail names in its text, or shows in its HTML."""
    text, page = texts(message)
    shown = re.findall(r"<b[^>]*>(\w+)</b> (\w+)", page)
    named = [*CARD.findall(" ".join(text.split())), *(f"{rank} of {suit}" for rank, suit in shown)]
    return {CARDS[name] for name in named if name in CARDS}


def test_the_turn_mail_tells_what_its_reader_needs(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2])
    actor = table.awaited
    table.play()
    reader = table.awaited
    send_all()
    (message,) = sink.taken  # the turn mail also reports that the game began
    text, _ = texts(message)
    seat, names = table.state.awaited[0], [table.person(0).handle, table.person(1).handle]
    assert message["To"] == reader.email
    assert message["Subject"] == f"Illimat with {actor.handle}: your turn"
    assert f"Hello {reader.handle}," in text
    assert "Play a card into a field: harvest, sow or stockpile." in text
    assert f"http://127.0.0.1:8000/games/{table.id}/mine\n" in text
    assert f"- {capitalize(actor.handle)} " in text  # what happened
    board = arrange_board(observe(table.state, seat), names, seat, ENGLISH)
    assert board_lines(board) in text
    assert hand_lines(board.hands[0]) in text
    assert table.game.head in text


def test_a_mail_tells_what_each_luminary_that_it_names_does(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2], mode="standard", luminaries="all", rounds=1)
    table.finish()
    send_all()
    view = observe(table.state, None)
    known: set[str] = {name for names in view.claimed.values() for name in names}
    known |= {name.strip("()") for name in view.luminaries.values()}
    text, _ = texts(sink.taken[-1])
    words = " ".join(text.split())
    for luminary in LUMINARIES:
        assert (luminary_short(luminary) in words) == (luminary in known)


def test_news_begin_after_the_readers_last_action(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2])
    for number in range(4):
        table.play(number)
    reader = table.awaited
    send_all()
    text = next(texts(m)[0] for m in sink.taken if "your turn" in m["Subject"])
    news = re.findall(r"^- (.*)$", text, re.M)
    assert news
    assert not any(line.startswith((f"{capitalize(reader.handle)} ", "You ")) for line in news)
    assert not any("game begins" in line for line in news)


@pytest.mark.slow
def test_a_mail_shows_its_reader_no_card_that_they_may_not_see(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people)
    for number in range(9):
        send_all()
        table.play(number)
    assert len(sink.taken) > 9
    send_all()
    final = table.state
    unseen = set(final.deck)  # nobody has ever seen these
    for message in sink.taken:
        assert not unseen & cards_in(message)
    for seat, player in enumerate(final.players):
        reader = table.person(seat).email
        others = [m for m in sink.taken if m["To"] != reader]
        told = {card for message in others for card in cards_in(message)}
        assert not set(player.hand) & told


def test_the_beginning_is_told_with_whose_turn_it_is(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:3])
    send_all()
    begins = [m for m in sink.taken if m["Subject"].endswith(": the game begins")]
    assert len(begins) == 2
    for message in begins:
        assert f"Waiting for {table.awaited.handle}. You will get a mail when" in texts(message)[0]
        assert message["To"] != table.awaited.email


def test_a_former_player_is_not_told_to_wait_for_a_turn(people: list[User]) -> None:
    table = ServiceGame(people[:3])
    leaver = next(person for person in people[:3] if person != table.awaited)
    table.forfeit(leaver)
    for version, person in enumerate((people[0], people[1], people[2]), 9000):
        if person == table.awaited:
            continue
        notices_write(game=table.game, version=version, kinds={person.pk: "table_news"})
        mail = compose(Delivery.objects.get(notice__version=version))
        assert f"Waiting for {table.awaited.handle}." in mail.body
        assert ("You will get a mail when it is your turn." in mail.body) is (person != leaver)


def test_without_mails_about_turns_none_are_promised(people: list[User]) -> None:
    table = ServiceGame(people[:3])
    reader, other = (person for person in people[:3] if person != table.awaited)
    choices_change(person=reader, answers={"your_turn": {"email": False}})
    for version, person in enumerate((reader, other), 9000):
        notices_write(game=table.game, version=version, kinds={person.pk: "table_news"})
        mail = compose(Delivery.objects.get(notice__version=version))
        assert f"Waiting for {table.awaited.handle}." in mail.body
        assert ("You will get a mail when it is your turn." in mail.body) is (person == other)


def test_the_end_is_told_with_the_score_of_all(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2], rounds=1)
    table.finish()
    send_all()
    assert {m["To"] for m in sink.taken} == {"ada@example.org", "bob@example.org"}
    scores = [(table.person(seat).handle, table.state.players[seat].score) for seat in (0, 1)]
    for message in sink.taken:
        assert message["Subject"].endswith(": the game is over")
        reader = message["To"].partition("@")[0]
        for part in texts(message):
            assert "he win" in part or "You win." in part or "Nobody wins" in part
            for handle, score in scores:
                assert f". {'You' if handle == reader else handle}: {score}" in part


def test_a_leaver_is_placed_behind_the_winner_whatever_the_scores(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2])
    leaver, winner = table.person(0).handle, table.person(1).handle
    table.forfeit(table.person(0))
    send_all()
    assert sink.taken
    for part in map(texts, sink.taken):
        wins = f"Hello {winner}," in part[0]
        said = "You win." if wins else f"The winner is {winner}."
        first, second = ("You", leaver) if wins else (winner, "You")
        assert f"{said}\n\n1. {first}: 0\n2. {second}: 0\n" in part[0]
        assert f"1. {first}: 0<br>2. {second}: 0</p>" in part[1]


def test_a_turn_that_is_over_is_not_told(sink: Sink, people: list[User], send_all: SendAll) -> None:
    table = ServiceGame(people[:2])
    sink.answers = [LATER] * 2
    send_all()
    table.forfeit(table.awaited)
    Delivery.objects.update(not_before=table.game.created_at)
    send_all()
    assert {m["Subject"].rpartition(": ")[2] for m in sink.taken} == {"the game is over"}
    assert not Delivery.objects.waiting().exists()


def test_it_is_asked_again_whether_it_is_still_ones_turn(sink: Sink, people: list[User]) -> None:
    table = ServiceGame(people[:2])
    game, waiting = table.game, next(user for user in people[:2] if user != table.awaited)
    notices_write(game=game, version=99, kinds={waiting.pk: "your_turn"})
    mail = Delivery.objects.get(notice__version=99)
    send(mail.pk)
    mail.refresh_from_db()
    assert mail.state == "superseded"
    assert mail.sent_at is None
    assert not sink.taken


def test_a_former_occupant_of_a_seat_gets_no_mail(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2])
    table.game.assignments.filter(user=table.awaited).update(user=people[2])
    send_all()
    assert [m["Subject"].rpartition(": ")[2] for m in sink.taken] == ["the game begins"]


def test_of_a_game_that_was_called_off_nothing_else_is_told(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2])
    for user in people[:2]:
        end_wish(user=user, game_id=table.id, source=CommandSource.API)
    send_all()
    (message,) = sink.taken
    assert (message["To"], message["Subject"]) == ("ada@example.org", OFF_WITH_BOB)
    for part in (" ".join(part.split()) for part in texts(message)):
        assert "was called off in round 1, because everyone still playing agreed." in part
        assert f"http://127.0.0.1:8000/games/{table.id}/mine" in part
        assert table.game.head in part


def test_of_a_table_that_was_called_off_it_is_told_by_whom(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    game = game_create(
        user=people[1],
        wanted=NewTable(options={"mode": "teams", "players": 4}),
        source=CommandSource.API,
    )
    seat_take(user=people[0], game_id=game.pk, source=CommandSource.API)
    end_wish(user=people[1], game_id=game.pk, source=CommandSource.API)
    send_all()
    (message,) = sink.taken
    assert (message["To"], message["Subject"]) == ("ada@example.org", OFF_WITH_BOB)
    for part in texts(message):
        assert "Your game of Illimat with bob was called off by bob before it began." in part
        assert "fingerprint" not in part


def test_the_mails_of_a_game_are_one_thread(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2])
    send_all()
    table.play()
    send_all()
    assert len({m["References"] for m in sink.taken}) == 1
    assert len({m["Message-ID"] for m in sink.taken}) == 3
    assert all(m["In-Reply-To"] == m["References"] for m in sink.taken)
    assert all(m["Auto-Submitted"] == "auto-generated" for m in sink.taken)


def test_a_handle_cannot_bring_headers_or_markup(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    # Sign-up refuses such a handle; if one were stored anyway, it must do no harm.
    evil = "<b>\r\nBcc: e@x.org"
    for user in people[:2]:
        User.objects.filter(pk=user.pk).update(handle=f"{user.pk % 10}{evil}")
    ServiceGame(people[:2])
    send_all()
    assert len(sink.taken) == 2
    for message in sink.taken:
        assert message["Bcc"] is None
        assert not re.search(r"<b>\s*Bcc", texts(message)[1])


def test_the_address_of_a_game_can_be_an_apps(
    sink: Sink, people: list[User], send_all: SendAll, settings: Settings
) -> None:
    settings.GAME_URL = "https://app.example.org/g/{id}"
    table = ServiceGame(people[:2])
    send_all()
    assert f"https://app.example.org/g/{table.id}" in texts(sink.taken[0])[0]


def test_the_core_speaks_the_readers_language(
    sink: Sink, people: list[User], send_all: SendAll, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {key: f"«{sentence}»" for key, sentence in ENGLISH.words.items()}
    quoted = Language("xx", words, ENGLISH.forms, {})
    monkeypatch.setitem(LANGUAGES, "xx", quoted)
    for person in people[:2]:
        person.language = "xx"
        person.save()
    table = ServiceGame(people[:2])
    table.play()
    seat, names = table.state.awaited[0], [table.person(0).handle, table.person(1).handle]
    send_all()
    text, html = texts(sink.taken[-1])
    with override("xx"):
        board = arrange_board(observe(table.state, seat), names, seat, quoted)
    assert board_lines(board) in text
    assert "«Play a card into a field: harvest, sow or stockpile.»" in text
    told = re.findall(r"^- (.*)$", text, re.M)
    assert told
    assert all(sentence.startswith("«") for sentence in told)
    assert "<li>«" in html


def test_the_turn_mail_says_until_when_in_the_readers_zone(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    User.objects.update(time_zone="Asia/Tokyo")
    table = ServiceGame(people[:2])
    table.play()
    send_all()
    opened = table.game.moved_at.astimezone(ZoneInfo("Asia/Tokyo"))
    until = f"{opened + timedelta(days=5):%A, %-d %B %Y, %H:%M}"
    for part in texts(sink.taken[-1]):
        assert f"You have time until {until} (Asia/Tokyo)." in part


@pytest.mark.parametrize(
    ("arranged", "waits"),
    [
        (False, "The game waits until a substitute takes it."),
        (True, "the game waits for the player who left, or for a substitute of the season."),
    ],
)
def test_everybody_at_the_table_is_told_of_an_open_seat(
    sink: Sink, people: list[User], send_all: SendAll, *, arranged: bool, waits: str
) -> None:
    table = ServiceGame(people[:3])
    Game.objects.update(arranged=arranged)
    for _ in range(3):
        table.play()
    send_all()
    sink.taken.clear()
    leaver = table.person(1)
    game_leave(user=leaver, game_id=table.id, source=CommandSource.API)
    send_all()
    assert not sink.taken  # so that the mail about a turn may tell of it
    Delivery.objects.update(not_before=table.game.created_at)
    send_all()
    assert {message["To"] for message in sink.taken} == {user.email for user in people[:3]}
    for message in sink.taken:
        assert message["Subject"].endswith(": a seat is open")
        for part in texts(message):
            words = " ".join(html.unescape(part).split())
            whose = "Your" if message["To"] == leaver.email else f"{capitalize(leaver.handle)}'s"
            assert f"{whose} seat is open for 3 days." in words
            assert waits in words


def test_a_turn_mail_tells_of_an_outage_that_has_none_of_its_own(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2])
    send_all()
    sink.taken.clear()
    now = table.game.moved_at
    Outage.objects.create(name="beat", start=now - timedelta(hours=2), end=now)
    Outage.objects.update(end=now + timedelta(microseconds=1))
    table.play()
    assert Delivery.objects.due().count() == 1
    send_all()
    (message,) = sink.taken
    assert "The server was down for 2 h 00 min;" in " ".join(texts(message)[0].split())


def test_a_person_who_declines_mails_about_games_gets_none(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    User.objects.filter(handle="ada").update(game_mails=False)
    ServiceGame(people[:2])
    send_all()
    assert [message["To"] for message in sink.taken] == ["bob@example.org"]
    assert Delivery.objects.get(state="superseded").reason == "unwanted"


@pytest.mark.parametrize(
    ("reason", "why"),
    [("idle", "nobody had acted for too long"), ("never_decided", "a player left before")],
)
def test_why_the_server_called_a_game_off_is_told(
    sink: Sink, people: list[User], send_all: SendAll, reason: str, why: str
) -> None:
    options = {"mode": "beginner", "players": 2}
    clock = NoClock(idle=1)  # microsecond
    game = game_create(
        user=people[0],
        wanted=NewTable(options=options, leavers="house", clock=clock),
        source=CommandSource.API,
    )
    seat_take(user=people[1], game_id=game.pk, source=CommandSource.API)
    if reason == "idle":
        sweep()
    else:
        game_leave(user=people[0], game_id=game.pk, source=CommandSource.API)
    send_all()
    assert {message["To"] for message in sink.taken} == {"ada@example.org", "bob@example.org"}
    for message in sink.taken:
        assert f"was called off in round 1, because {why}" in " ".join(texts(message)[0].split())


def test_both_parts_of_a_mail_name_the_own_hand(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[:2])
    seat = table.state.awaited[0]
    assert seat is not None
    send_all()
    (message,) = (each for each in sink.taken if each["To"] == table.awaited.email)
    text, page = texts(message)
    shown = {f"{rank} of {suit}" for rank, suit in re.findall(r"<b[^>]*>(\w+)</b> (\w+)", page)}
    for card in table.state.players[seat].hand:
        assert card_name(card) in " ".join(text.split())
        assert card_name(card) in shown
