"""Expired data is deleted, other data is kept, and the documentation agrees."""

import os
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.log_in.browsers import COOKIE as KNOWN
from accounts.log_in.browsers import KNOWN_FOR
from accounts.models import AccountChange, FailingAddress, HeldHandle, Session, Suspension, User
from accounts.models.own_data import DataFile
from api.models import IdempotencyKey
from config.server import clearing
from config.server.clearing import KEPT_INDEFINITELY, KINDS, ExpiringData
from config.tasks import clear
from games.models import Game
from games.models.advice import GameAnalysis, HintRequest
from games.models.outages import Outage
from games.models.snapshots import Snapshot
from leagues.models import (
    Fixture,
    League,
    LeagueInvitation,
    PartnerWish,
    Season,
    SeasonMessage,
)
from leagues.models.rulings import Ruling
from moderation.models import Report
from notifications.models import Choice, Delivery, Notice
from notifications.models.push import PushSubscription
from notifications.models.webhooks import Webhook
from quotas.models import CacheEntry, Usage
from tests.support.documents import text_of

pytestmark = [pytest.mark.both_databases]

MINUTE = timedelta(minutes=1)


def answer(user: User, at: Any, number: int) -> Any:
    return IdempotencyKey.objects.create(
        user=user, key=str(number), fingerprint="f", status=200, created_at=at
    )


def waiting_notice(user: User, at: Any, number: int, *states: str) -> Any:
    notice = Notice.objects.create(person=user, key=str(number), kind="your_turn", created_at=at)
    for state in ("waiting", *states):
        Delivery.objects.create(notice=notice, channel=state, state=state)
    return notice


def closed_notice(user: User, at: Any, number: int) -> Any:
    notice = waiting_notice(user, at, number, "sent", "failed", "superseded")
    notice.deliveries.filter(state="waiting").delete()
    return notice


def overtaken(user: User, at: Any, number: int) -> Any:
    notice = Notice.objects.create(person=user, key=str(number), kind="your_turn", created_at=at)
    state, reason = Delivery.State.SUPERSEDED, Delivery.Reason.OVERTAKEN
    return Delivery.objects.create(notice=notice, channel="email", state=state, reason=reason)


def choice_for_a_game(user: User, at: Any, number: int) -> Any:
    game = Game.objects.create(options={}, mode="beginner", seats=2, ended_at=at)
    return Choice.objects.create(
        person=user, kind="your_turn", channel="email", game=game, wanted=False
    )


def snapshot(user: User, at: Any, number: int) -> Any:
    game = Game.objects.create(options={}, mode="beginner", seats=2, ended_at=at)
    return Snapshot.objects.create(game=game, body=b"")


def mail_file(user: User, at: Any, number: int) -> Any:
    file = Path(settings.EMAIL_FILE_PATH) / f"{number}.eml"  # type: ignore[misc]
    file.write_text("mail")
    os.utime(file, (at.timestamp(), at.timestamp()))
    return file


def session(user: User, at: Any, number: int) -> Any:
    return Session.objects.create(session_key=f"key {number}", expire_date=at, began_at=at)


def unproven(user: User, at: Any, number: int) -> Any:
    made = User.objects.create_user(f"new-{number}", f"new{number}@example.org", date_joined=at)
    EmailAddress.objects.create(user=made, email=made.email, primary=True)
    return made


def closed(user: User, at: Any, number: int) -> Any:
    return User.objects.create_user(
        f"gone-{number}", f"gone{number}@example.org", closed_at=at, last_login=at
    )


def replaced_secret(user: User, at: Any, number: int) -> Any:
    return Webhook.objects.create(user=user, url="", old_secret="whsec_1", rolled_at=at)


def push_subscription(user: User, at: Any, number: int) -> Any:
    return PushSubscription.objects.create(user=user, digest=str(number), renewed_at=at)


def given_up_handle(user: User, at: Any, number: int) -> Any:
    return HeldHandle.objects.create(user=user, folded=str(number), given_up_at=at)


def failing_address(user: User, at: Any, number: int) -> Any:
    return FailingAddress.objects.create(
        address=f"gone{number}@example.org", reason="bounced", since=at, changed_at=at
    )


def change(user: User, at: Any, number: int) -> Any:
    return AccountChange.objects.create(user=user, kind="email_changed", address="a@b.cd", at=at)


def data_file(user: User, at: Any, number: int) -> Any:
    owner = User.objects.create_user(f"owner-{number}", f"owner{number}@example.org", last_login=at)
    return DataFile.objects.create(user=owner, asked_at=at)


def suspension(user: User, at: Any, number: int) -> Any:
    return Suspension.objects.create(user=user, reason="Rude.", lifted_at=at)


def usage(user: User, at: Any, number: int) -> Any:
    return Usage.objects.create(quota="games_a_day", subject=str(number), since=at, used=1)


def cache_entry(user: User, at: Any, number: int) -> Any:
    return CacheEntry.objects.create(cache_key=str(number), value="", expires=at)


def league_invitation(user: User, at: Any, number: int) -> Any:
    league = League.objects.create(name=f"League {number}")
    return LeagueInvitation.objects.create(league=league, user=user, at=at)


def organiser_offer(user: User, at: Any, number: int) -> Any:
    league = League.objects.create(name=f"League {number}")
    role = LeagueInvitation.Role.ORGANISER
    return LeagueInvitation.objects.create(league=league, user=user, at=at, role=role)


def partner_wish(user: User, at: Any, number: int) -> Any:
    league = League.objects.create(name=f"League {number}")
    season = Season.objects.create(league=league, number=1, finished_at=at)
    return PartnerWish.objects.create(season=season, user=user, partner=user)


def ruling(user: User, at: Any, number: int) -> Any:
    league = League.objects.create(name=f"League {number}")
    season = Season.objects.create(league=league, number=1, finished_at=at)
    here: dict[str, Any] = {"division": 0, "group": 0, "round": 1, "number": 1, "entrants": []}
    fixture = Fixture.objects.create(pk=uuid4(), season=season, **here)
    return Ruling.objects.create(season=season, fixture=fixture, asked_by=user, question="Well?")


def season_message(user: User, at: Any, number: int) -> Any:
    league = League.objects.create(name=f"League {number}")
    season = Season.objects.create(league=league, number=1)
    return SeasonMessage.objects.create(season=season, author=user, text="Hello", at=at)


def outage(user: User, at: Any, number: int) -> Any:
    return Outage.objects.create(name="beat", start=at - MINUTE, end=at)


def practice_game() -> Game:
    return Game.objects.create(options={}, mode="beginner", seats=2)


def hint(user: User, at: Any, number: int) -> Any:
    return HintRequest.objects.create(
        game=practice_game(), user=user, seat=0, version=1, asked_at=at
    )


def game_analysis(user: User, at: Any, number: int) -> Any:
    return GameAnalysis.objects.create(game=practice_game(), user=user, asked_at=at)


def handled_report(_: User, at: Any, number: int) -> Any:
    return Report.objects.create(about=str(number), state=Report.State.HANDLED, handled_at=at)


Make = Callable[[User, Any, int], Any]
MAKERS: list[Make] = [
    answer,
    hint,
    game_analysis,
    closed_notice,
    overtaken,
    choice_for_a_game,
    snapshot,
    mail_file,
    session,
    unproven,
    closed,
    replaced_secret,
    push_subscription,
    given_up_handle,
    failing_address,
    change,
    data_file,
    suspension,
    usage,
    cache_entry,
    league_invitation,
    organiser_offer,
    partner_wish,
    ruling,
    season_message,
    handled_report,
    outage,
]
OF_KINDS = [
    pytest.param(kind, make, id=make.__name__) for kind, make in zip(KINDS, MAKERS, strict=True)
]


@pytest.fixture
def user(db: None, settings: Settings, tmp_path: Path) -> User:
    """Return a person who is kept, on a server that writes its mails into a folder."""
    settings.EMAIL_FILE_PATH = str(tmp_path)
    return User.objects.create_user("ada", "ada@example.org", last_login=timezone.now())


def is_there(thing: Any) -> bool:
    if isinstance(thing, Path):
        return thing.exists()
    if isinstance(thing, Webhook):
        return Webhook.objects.filter(pk=thing.pk).exclude(old_secret="").exists()
    return bool(type(thing).objects.filter(pk=thing.pk).exists())


@pytest.mark.parametrize(("kind", "make"), OF_KINDS)
def test_only_expired_data_is_deleted(user: User, kind: ExpiringData, make: Make) -> None:
    limit = timezone.now() - kind.kept_for
    old = [make(user, limit - MINUTE, number) for number in range(3)]
    young = make(user, limit + MINUTE, 3)
    assert kind.count_old(limit) == 3
    clear()
    assert not any(map(is_there, old))
    assert is_there(young)
    assert is_there(user)


@pytest.mark.parametrize(("kind", "make"), OF_KINDS)
def test_no_statement_deletes_more_than_a_batch(
    user: User, kind: ExpiringData, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clearing, "BATCH", 2)
    limit = timezone.now() - kind.kept_for
    for number in range(5):
        make(user, limit - MINUTE, number)
    assert [kind.delete_some(limit) for _ in range(4)] == [2, 2, 1, 0]


@pytest.mark.parametrize(("kind", "make"), OF_KINDS)
def test_a_run_ends_however_much_there_is(
    user: User, kind: ExpiringData, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clearing, "BATCH", 1)
    monkeypatch.setattr(clearing, "MAX_BATCHES", 3)
    limit = timezone.now() - kind.kept_for
    for number in range(5):
        make(user, limit - MINUTE, number)
    assert kind.clear() == 3
    assert kind.count_old(limit) == 2


@pytest.mark.django_db
def test_with_nothing_to_delete_each_kind_costs_one_look(user: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        clear()
    assert len(queries) <= len(KINDS) + 2  # and two that collect statistics


def test_a_notice_goes_with_the_last_of_its_messages_if_all_were_overtaken(user: User) -> None:
    at = timezone.now() - timedelta(days=2)
    alone, told = overtaken(user, at, 1).notice, overtaken(user, at, 2).notice
    sent = Delivery.objects.create(notice=told, channel="push", state=Delivery.State.SENT)
    clear()
    assert not is_there(alone)
    assert is_there(told)
    assert list(told.deliveries.all()) == [sent]


def test_mail_that_is_still_to_be_sent_stays(user: User) -> None:
    waiting = waiting_notice(user, timezone.now() - timedelta(days=1000), 1)
    clear()
    assert is_there(waiting)


def test_an_outage_stays_as_long_as_a_game_that_saw_it_runs(user: User) -> None:
    at = timezone.now() - timedelta(days=400)
    seen = outage(user, at, 1)
    options = {"mode": "beginner", "players": 2}
    game = Game.objects.create(
        options=options, mode="beginner", seats=2, state=Game.State.RUNNING, started_at=at - MINUTE
    )
    clear()
    assert is_there(seen)
    game.state = Game.State.FINISHED
    game.save()
    clear()
    assert not is_there(seen)


def test_somebody_who_has_proven_an_address_stays(user: User) -> None:
    old = unproven(user, timezone.now() - timedelta(days=9), 1)
    EmailAddress.objects.filter(user=old).update(verified=True)
    clear()
    assert is_there(old)


def test_a_kind_that_fails_keeps_no_other_back(
    user: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(before: object) -> int:
        raise OSError

    broken = KINDS[0]._replace(delete_some=fail)
    monkeypatch.setattr(clearing, "KINDS", (broken, *KINDS[1:]))
    old = usage(user, timezone.now() - timedelta(days=9), 1)
    clear()
    assert not is_there(old)
    assert broken.what in caplog.text


def test_the_operator_may_look_first(user: User, capsys: pytest.CaptureFixture[str]) -> None:
    old = answer(user, timezone.now() - timedelta(days=31), 1)
    call_command("clear", "--dry-run")
    assert "      1 would be deleted: answers to requests" in capsys.readouterr().out
    assert is_there(old)
    call_command("clear")
    assert "      1 deleted: answers to requests" in capsys.readouterr().out
    assert not is_there(old)


def test_of_every_table_it_is_known_how_long_its_rows_are_kept() -> None:
    tables = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    assert {kind.label for kind in KINDS if kind.label} | KEPT_INDEFINITELY == tables


def told(page: str = "operating.md", heading: str = "| what | how long |") -> list[list[str]]:
    """Return the rows of a page's table of retention times."""
    table = text_of(page).split(f"{heading}\n|---|---|\n")[1].split("\n\n")[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines()]


def in_words(kept_for: timedelta) -> str:
    if not kept_for:
        return "ten minutes at most"
    return "1 day" if kept_for.days == 1 else f"{kept_for.days} days"


def test_the_document_says_what_is_kept_how_long() -> None:
    rows = [row for row in told() if row[1] != "for ever"]
    assert rows == [[kind.what, in_words(kind.kept_for)] for kind in KINDS]


ABOUT_NOBODY = {
    "snapshots of long games, after their end",
    "outages of the server that no running game has seen",
}


def test_the_sample_of_a_privacy_text_says_so_too_in_the_same_order() -> None:
    kept = [in_words(kind.kept_for) for kind in KINDS if kind.what not in ABOUT_NOBODY]
    assert [row[1] for row in told("privacy.md")] == kept
    german = [row[1] for row in told("privacy-de.md", "| was | wie lange |")]
    words = {"ten minutes at most": "höchstens zehn Minuten"}
    assert german == [
        words.get(each, each.replace("day", "Tag").replace("Tags", "Tage")) for each in kept
    ]


@pytest.mark.parametrize(("page", "days"), [("privacy.md", "days"), ("privacy-de.md", "Tage")])
def test_the_part_to_be_published_stands_alone_and_says_how_long_cookies_live(
    page: str, days: str
) -> None:
    _, text = text_of(page).split("\n---\n")
    assert "](" not in text  # links would lead nowhere on the operator's site
    lives = {
        settings.SESSION_COOKIE_NAME: settings.SESSION_COOKIE_AGE,
        settings.CSRF_COOKIE_NAME: settings.CSRF_COOKIE_AGE,
        KNOWN: KNOWN_FOR.total_seconds(),
    }
    for name, seconds in lives.items():
        assert re.search(rf"`{name}` .* {round(seconds / 86400)} {days} \|$", text, re.M)
