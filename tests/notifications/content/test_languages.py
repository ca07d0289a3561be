"""Mails are in the language of their reader, or of the request that leads to them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.actors import CommandSource
from games.play.ends import end_wish
from notifications.content.mails import compose, compose_together
from notifications.models import Delivery
from tests.support.mail_sink import Sink
from tests.support.mails import texts
from tests.support.service_games import ServiceGame
from tests.support.wordless import spoken, words_in

pytestmark = [pytest.mark.django_db]
SendAll = Callable[[], None]
FOLDER = Path(settings.BASE_DIR, "notifications/templates")
ACCOUNT_MAILS = sorted(
    str(path.relative_to(FOLDER))
    for path in FOLDER.rglob("*/email/*.txt")
    if not path.name.startswith("unknown_account")  # nobody receives it
)
ADDRESS = re.compile(r"https?://\S+|\b[0-9a-f]{64}\b")
NAMES = re.compile(r"\b((?i:ada|bob|cy|dee)|host-\w+|IP|UTC)\b")


def words_of(text: str) -> list[str]:
    """Return the words of a mail other than names, addresses, hashes and codes."""
    return words_in(NAMES.sub("", ADDRESS.sub("", text)))


@pytest.fixture
def people(people: list[User], wordless: str) -> list[User]:
    """Return four people who read the language without words."""
    for person in people:
        person.language = wordless
        person.save()
    return people


def assert_wordless(sink: Sink, kinds: set[str]) -> None:
    """Assert that mails of these kinds were sent, and that none has a word."""
    sent = Delivery.objects.filter(state="sent")
    assert kinds <= set(sent.values_list("notice__kind", flat=True))
    for message in sink.taken:
        text, html = texts(message)
        assert words_of(message["Subject"]) == []
        assert words_of(text) == []
        assert words_of(spoken(html)) == []


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"mode": "teams", "players": 4, "luminaries": "all"},
        {"mode": "solo_fields", "players": 1, "luminaries": "all"},
        {"mode": "solitaire", "players": 1},
    ],
    ids=lambda options: options.get("mode", "beginner"),
)
def test_mails_about_a_game_have_no_words_of_another_language(
    options: dict[str, Any], sink: Sink, people: list[User], send_all: SendAll
) -> None:
    table = ServiceGame(people[: options.get("players", 2)], **options)
    for _ in range(3):
        send_all()
        table.play()
    send_all()
    for person in people[: table.game.seats]:
        table.forfeit(person)
        if table.game.over:
            break
    send_all()
    begins = {"game_begins"} if table.game.seats > 1 else set()
    assert_wordless(sink, {"your_turn", "game_over"} | begins)


def test_mails_about_games_called_off_have_none(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    waiting, running = ServiceGame(people[:2], players=3).game, ServiceGame(people[:2]).game
    assert waiting.creator is not None
    end_wish(user=waiting.creator, game_id=waiting.pk, source=CommandSource.API)
    for person in people[:2]:
        end_wish(user=person, game_id=running.pk, source=CommandSource.API)
    send_all()
    assert_wordless(sink, {"called_off"})


def test_one_mail_about_several_games_has_none(people: list[User]) -> None:
    for _ in range(2):
        ServiceGame(people[:2])
    mails = list(Delivery.objects.filter(notice__person=people[0]))
    combined = compose_together(mails)
    ((html, _),) = combined.alternatives
    assert words_of(f"{combined.subject} {combined.body} {spoken(str(html))}") == []


@pytest.mark.parametrize("template", ACCOUNT_MAILS)
def test_mails_about_an_account_have_none(template: str, wordless: str) -> None:
    context = {
        "user": {"handle": "ada"},
        "handle": "ada",
        "timestamp": timezone.now(),
        "minutes": 15,
        "undo_days": 7,
        "base_url": settings.BASE_URL,
    }
    with override(wordless):
        assert words_of(render_to_string(template, context)) == []


def test_each_reader_reads_their_own_language(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    ada, bob = people[:2]
    ada.language, bob.language = "de", "en"
    ada.save()
    bob.save()
    ServiceGame([ada, bob])
    send_all()
    said = {message["To"]: texts(message)[0] for message in sink.taken}
    assert said[ada.email].startswith("Hallo ada,\n\n")
    assert "Der Spielplan in Runde 1" in said[ada.email]
    assert said[bob.email].startswith("Hello bob,\n\n")


def test_a_reader_of_a_language_that_the_server_lost_reads_english(people: list[User]) -> None:
    for person in people:
        person.language = "tlh"
        person.save()
    ServiceGame(people[:2])
    composed = compose(Delivery.objects.filter(notice__person=people[0])[0])
    assert "Hello ada," in composed.body
