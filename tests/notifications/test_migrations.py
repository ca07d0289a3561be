"""Mails that waited before notices existed are not lost."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import User
from notifications.models import Delivery
from notifications.tasks import send
from tests.notifications.conftest import Sink

pytestmark = [pytest.mark.both_databases]
BEFORE = ("notifications", "0007_table_news")


@pytest.fixture
def earlier(transactional_db: None) -> Iterator[None]:
    """Take the tables of notices back to before there were any."""
    call_command("migrate", *BEFORE, verbosity=0)
    yield
    call_command("migrate", "notifications", verbosity=0)


@pytest.mark.thorough
def test_each_mail_becomes_a_notice_in_the_same_state(earlier: None, sink: Sink) -> None:
    apps = MigrationExecutor(connection).loader.project_state([BEFORE]).apps
    mails = apps.get_model("notifications", "OutboxMail").objects
    ada, now = User.objects.create_user("ada", "ada@example.org"), timezone.now()
    about = {"user_id": ada.pk, "kind": "your_turn", "address": ada.email}
    mails.create(dedupe="email:your_turn:1", sent_at=now, **about)
    mails.create(dedupe="email:your_turn:2", superseded_at=now, **about)
    mails.create(dedupe="email:your_turn:3", dead_at=now, last_error="OSError", **about)
    later = now + timedelta(days=1)
    mails.create(dedupe="email:your_turn:4", is_held=True, not_before=later, attempts=2, **about)
    letter = {"kind": "account", "address": "bob@example.org", "subject": "Hi", "body_text": "Hi."}
    mails.create(dedupe="account:5", **letter)
    mails.create(dedupe="account:6", is_notice=True, **letter)

    call_command("migrate", "notifications", verbosity=0)
    found = {each.notice.key: each for each in Delivery.objects.select_related("notice")}
    states = [found[f"your_turn:{number}"].state for number in (1, 2, 3, 4)]
    assert states == ["sent", "superseded", "failed", "waiting"]
    held = found["your_turn:4"]
    assert (held.is_held, held.not_before, held.attempts) == (True, later, 2)
    assert (held.notice.person_id, held.notice.kind) == (ada.pk, "your_turn")
    assert found["your_turn:3"].error == "OSError"
    assert found["account:6"].notice.kind == "account_change"
    send(found["account:5"].pk)
    (message,) = sink.taken
    assert (message["To"], message["Subject"]) == ("bob@example.org", "Hi")
