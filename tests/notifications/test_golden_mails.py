"""Mails of each kind in each language are as they were when somebody last looked at them.

After a change, `WRITE_MAILS=1 .venv/bin/python -m pytest tests/notifications/test_golden_mails.py`
writes them anew. Look at the HTML in a browser, in light and dark and on a narrow screen, before
you commit it.
"""

import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count, product
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.translation import override

from accounts.models import Suspension, User
from accounts.signals import own_data_ready
from accounts.staff.suspensions import explain_suspension
from games.actors import CommandSource
from games.making.services import NewTable, game_create, seat_take
from games.models import Game
from games.play.adjudication import Basis, Judge, game_adjudicate
from games.play.ends import end_wish
from games.play.leavers import game_leave, record_misses
from games.reading.tables import table_lock
from games.time.stored_clocks import clocks_of
from illimat_core import as_json, legal_actions
from illimat_core.actions import Harvest, Stockpile
from notifications.content.mails import compose, compose_together
from notifications.kinds import KINDS
from notifications.models import Delivery, Notice
from notifications.sending.outbox import notices_write
from tests.support.golden_mails import (
    AS_HTML,
    LANGUAGES,
    OPTIONS,
    check,
    check_message,
    same_game,
)
from tests.support.service_games import ServiceGame

__all__ = ["same_game"]  # a fixture

pytestmark = [pytest.mark.django_db]
OF_GAMES: Final = [kind.key for kind in KINDS.values() if kind.opening]
PART: Final = re.compile(r'{% (?:extends|include) "notifications/(\w+)\.html"')


class Scene(NamedTuple):
    """A game, and who reads the mails about it."""

    game: Game
    reader: User
    acting: User | None = None  # who reads the mails about their own turn


def begun(people: list[User]) -> Scene:
    """Return a game in which nobody has acted yet, and somebody else acts first."""
    return _scene(ServiceGame(people, **OPTIONS))


def running(people: list[User]) -> Scene:
    """Return a game in which much lies on the board."""
    return _scene(_full_board(people))


def scored(people: list[User]) -> Scene:
    """Return a game whose second round has just begun."""
    table = ServiceGame(people, **OPTIONS | {"rounds": 2})
    while table.state.round == 1:
        _act(table)
    return _scene(table)


def missed(people: list[User]) -> Scene:
    """Return such a game in which a missed decision was excused."""
    table = _full_board(people)
    _run_out_of_time(table)
    return _scene(table)


def lost(people: list[User]) -> Scene:
    """Return such a game in which the house has taken a seat over from the reader."""
    table = _full_board(people, leavers="house")
    Game.objects.filter(pk=table.id).update(excuses=0)
    loser = table.awaited
    _run_out_of_time(table)
    return Scene(table.game, loser)


def seat_open(people: list[User]) -> Scene:
    table = _full_board(people)
    leaver = table.awaited
    game_leave(user=leaver, game_id=table.id, source=CommandSource.API)
    return Scene(table.game, next(person for person in people if person != leaver))


def over(people: list[User]) -> Scene:
    table = ServiceGame(people, **OPTIONS)
    while not table.state.over:
        _act(table)
    return Scene(table.game, table.person(0))


def adjudicated(people: list[User], basis: Basis, by: Judge = "league") -> Scene:
    """Return such a game that its league or a moderator has ended."""
    table = _full_board(people)
    places = [1, 3, 2] if basis == "ruling" else None
    reasons = "Ada was ill." if places or by == "moderators" else ""
    game_adjudicate(game_id=table.id, basis=basis, places=places, ruling=reasons, by=by)
    return Scene(table.game, table.person(0))


def called_off(people: list[User]) -> Scene:
    table = ServiceGame(people, **OPTIONS)
    for person in people:
        end_wish(user=person, game_id=table.id, source=CommandSource.API)
    return Scene(table.game, table.person(0))


def open_table(people: list[User]) -> Scene:
    """Return a table at which two people sit and to which the reader is invited."""
    creator, other, reader = people
    options = OPTIONS | {"players": len(people)}
    game = game_create(
        user=creator,
        wanted=NewTable(options=options, invited=[reader.handle]),
        source=CommandSource.API,
    )
    seat_take(user=other, game_id=game.pk, source=CommandSource.API)
    return Scene(Game.objects.get(pk=game.pk), reader)


def _scene(table: ServiceGame) -> Scene:
    awaited = table.awaited
    waiting = next(seat for seat in range(table.game.seats) if table.person(seat) != awaited)
    return Scene(table.game, table.person(waiting), awaited)


def _run_out_of_time(table: ServiceGame) -> None:
    seat = table.state.awaited[0]
    assert seat is not None
    with transaction.atomic():
        locked = table_lock(game_id=table.id)
        now = locked.game.locked_at or locked.game.moved_at
        record_misses(locked, clocks_of(locked.game, locked.assignments, now), [seat])


def _full_board(people: list[User], leavers: str = Game.Leavers.SUBSTITUTE) -> ServiceGame:
    table = ServiceGame(people, **OPTIONS, leavers=leavers)
    while len(table.state.deck) > 14:
        _act(table)
    return table


def _act(table: ServiceGame) -> None:
    """Let who is awaited harvest or stockpile if they can."""
    seat = table.state.awaited[0]
    actions = list(legal_actions(table.state, seat))
    better = [action for action in actions if isinstance(action, Harvest | Stockpile)]
    chosen = better or actions
    table.submit(table.awaited, as_json(chosen[table.game.version % len(chosen)]))


TEMPLATES: Final = Path(settings.BASE_DIR, "notifications/templates")
ACCOUNT_MAILS: Final = sorted(
    str(path.relative_to(TEMPLATES)).removesuffix("_subject.txt")
    for path in TEMPLATES.rglob("*/email/*_subject.txt")
    if not path.name.startswith("unknown_account")  # nobody receives it
)
ABOUT_ACCOUNT: Final[dict[str, Any]] = {
    "base_url": "http://127.0.0.1:8000",
    "code": "ABCD-EFGH",
    "deleted_email": "old@example.org",
    "from_email": "old@example.org",
    "handle": "ada",
    "ip": "192.0.2.7",
    "minutes": 15,
    "timestamp": datetime(2026, 3, 1, 12, 30, tzinfo=UTC),
    "to_email": "new@example.org",
    "undo_days": 7,
    "undo_url": "http://127.0.0.1:8000/account/undo/TOKEN",
    "user": {"handle": "ada"},
    "user_agent": "Firefox",
}
"""All that mails about accounts tell."""

STAGES: Final[dict[Callable[[list[User]], Scene], set[str]]] = {
    over: {"game_over"},
    called_off: {"called_off"},
    begun: {"game_begins"},
    scored: {"round_scored"},
    missed: {"excused", "table_news"},
    lost: {"lost_on_time"},
    seat_open: {"seat_open"},
    open_table: {"invited"},
}
STAGES[running] = set(OF_GAMES).difference(*STAGES.values())
"""How far a game has come that a kind is about."""
ACTING: Final = {"your_turn", "reminder", "excused"}
"""The kinds that are told to the person whose turn it is; the others are told to somebody else."""


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_a_mail_reads_and_looks_as_it_did(
    stage: Callable[[list[User]], Scene], people: list[User], same_game: None
) -> None:
    game, waiting, acting = stage(people[:3])
    for kind, language in product(STAGES[stage], LANGUAGES):
        reader = acting if acting and kind in ACTING else waiting
        check_mail(kind, language, Scene(game, reader))


@pytest.mark.parametrize("basis", ["by_score", "ruling", "void"])
def test_a_mail_about_an_adjudicated_game_reads_and_looks_as_it_did(
    basis: Basis, people: list[User], same_game: None
) -> None:
    kind = "called_off" if basis == "void" else "game_over"
    scene = adjudicated(people[:3], basis)
    for language in LANGUAGES:
        check_mail(kind, language, scene, name=f"adjudicated_{basis}")


@pytest.mark.parametrize("basis", ["ruling", "void"])
def test_a_mail_about_a_game_that_moderators_ended_reads_and_looks_as_it_did(
    basis: Basis, people: list[User], same_game: None
) -> None:
    kind = "called_off" if basis == "void" else "game_over"
    scene = adjudicated(people[:3], basis, "moderators")
    for language in LANGUAGES:
        check_mail(kind, language, scene, name=f"moderated_{basis}")


def test_a_mail_about_several_games_reads_and_looks_as_it_did(
    people: list[User], same_game: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = count(7)
    field = Game._meta.get_field("id")
    monkeypatch.setattr(field, "_get_default", lambda: uuid.UUID(int=next(numbers)))
    played, _, reader = running(people[:3])
    assert reader is not None
    others = [person for person in people if person != reader]
    offered = open_table([*others[:2], reader]).game
    for language in LANGUAGES:
        User.objects.filter(pk=reader.pk).update(language=language)
        Delivery.objects.all().delete()
        notices_write(game=offered, version=9000, kinds={reader.pk: "invited"})
        notices_write(game=played, version=9000, kinds={reader.pk: "your_turn"})
        message = compose_together(list(Delivery.objects.filter(channel="email")))
        check_message("together", language, message)
        Notice.objects.filter(version=9000).delete()


@pytest.mark.parametrize("name", ACCOUNT_MAILS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_about_an_account_reads_as_it_did(name: str, language: str) -> None:
    ends_at = datetime(2026, 3, 8, 12, 30, tzinfo=UTC)
    suspension = Suspension(user=User(), reason="You insulted people.", ends_at=ends_at)
    with override(language):
        about = ABOUT_ACCOUNT | {"explanation": explain_suspension(suspension)}
        subject = render_to_string(f"{name}_subject.txt", about).strip()
        body = render_to_string(f"{name}_message.txt", about)
    check(f"{name.rpartition('/')[2]}.{language}.txt", f"Subject: {subject}\n\n{body}")


@pytest.mark.parametrize("is_gone", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_about_a_webhook_reads_as_it_did(is_gone: bool, language: str) -> None:
    about = {"handle": "ada", "is_gone": is_gone, "days": 3, "url": "https://bot.example.org/"}
    about |= {"page": "http://127.0.0.1:8000/settings/webhooks/7"}
    about |= {"address": "http://127.0.0.1:8000/api/v1/me/webhooks/7"}
    about |= {"base_url": "http://127.0.0.1:8000"}
    with override(language):
        body = render_to_string("notifications/webhook_disabled.txt", about)
    check(f"webhook_{'gone' if is_gone else 'disabled'}.{language}.txt", body)


@pytest.mark.parametrize("is_gone", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_about_push_reads_as_it_did(is_gone: bool, language: str) -> None:
    about = {"handle": "ada", "is_gone": is_gone, "days": 5}
    about |= {"page": "http://127.0.0.1:8000/settings/delivery#push"}
    about |= {"base_url": "http://127.0.0.1:8000"}
    with override(language):
        body = render_to_string("notifications/push_ended.txt", about)
    check(f"push_{'gone' if is_gone else 'failing'}.{language}.txt", body)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_about_ones_data_reads_as_it_did(language: str) -> None:
    ada = User.objects.create_user("ada", "ada@example.org", language=language)
    own_data_ready.send(User, user=ada, until=datetime(2026, 3, 8, 12, tzinfo=UTC))
    body = Notice.objects.get(person=ada).body_text
    check(f"data_ready.{language}.txt", body)


def check_mail(kind: str, language: str, scene: Scene, *, name: str = "") -> None:
    """Compare the mail of a kind about a game, in the reader's language, with its golden copy."""
    game, reader, _ = scene
    User.objects.filter(pk=reader.pk).update(language=language)
    Notice.objects.filter(game=game, kind=kind).delete()
    notices_write(game=game, version=game.version, kinds={reader.pk: kind})
    message = compose(Delivery.objects.get(notice__game=game, notice__kind=kind, channel="email"))
    check_message(name or kind, language, message)


def test_each_template_of_mails_as_html_has_a_golden_copy() -> None:
    files = (TEMPLATES / "notifications").glob("*.html")
    sources = {path.stem: path.read_text("utf-8") for path in files}
    parts = {name for source in sources.values() for name in PART.findall(source)}
    kinds = [KINDS[name] for name in AS_HTML & KINDS.keys()]
    shown = {"letter" if kind.letter else kind.template for kind in kinds}
    assert shown | (AS_HTML & {"together"}) == sources.keys() - parts
