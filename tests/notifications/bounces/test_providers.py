"""A provider of mail reports bounces and complaints by requests with a shared secret."""

import base64
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from anymail.webhooks.postmark import PostmarkTrackingWebhookView
from django.conf import settings as current
from django.core.exceptions import SuspiciousOperation
from django.test import RequestFactory
from pytest_django import Settings

import notifications.bounces.providers  # noqa: F401 - it receives the reports
from accounts.models import FailingAddress, User
from notifications.sending.outbox import account_notice_write

pytestmark = [pytest.mark.django_db]
SECRET = "provider:secret"
BOUNCE = {
    "RecordType": "Bounce",
    "Type": "HardBounce",
    "ID": 42,
    "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
    "Email": "Ada@example.org",
    "BouncedAt": "2026-11-22T16:33:54.9070259Z",
    "Details": "smtp;550 5.1.1 The email account that you tried to reach does not exist.",
}


@pytest.fixture
def ada(people: list[User], send_all: Callable[[], None], settings: Settings) -> User:
    """Return a person who has got a mail."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    account_notice_write(to=people[0].email, subject="A", body_text="B", key="one")
    send_all()
    return people[0]


def report(body: dict[str, Any], secret: str = SECRET) -> Any:
    """Send a report as Postmark does, and return the answer."""
    given = base64.b64encode(secret.encode()).decode()
    request = RequestFactory().post(
        "/anymail/postmark/tracking/",
        body,
        "application/json",
        headers={"Authorization": f"Basic {given}"},
    )
    return PostmarkTrackingWebhookView.as_view()(request)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "bounced"),
        ({"Type": "BadEmailAddress", "Details": ""}, "bounced"),
        ({"RecordType": "SpamComplaint", "Type": "SpamComplaint"}, "complained"),
        ({"Type": "SoftBounce", "Details": "smtp;452 4.2.2 The mailbox is full."}, None),
        ({"Type": "HardBounce", "Details": "smtp;552 5.2.2 The mailbox is full."}, None),
        ({"Type": "Transient"}, None),
        ({"RecordType": "Delivery", "Recipient": "ada@example.org"}, None),
        ({"Email": "eve@example.org"}, None),
        ({"Email": "no address"}, None),
    ],
)
def test_only_lasting_failures_of_addresses_that_got_mail_count(
    ada: User, changes: dict[str, Any], reason: str | None
) -> None:
    assert report(BOUNCE | changes).status_code == 200
    found = [(each.address, each.reason) for each in FailingAddress.objects.all()]
    assert found == ([(ada.email, reason)] if reason else [])


def test_a_report_without_the_secret_is_refused(ada: User) -> None:
    with pytest.raises(SuspiciousOperation):
        report(BOUNCE, "provider:guessed")
    assert not FailingAddress.objects.exists()


@pytest.mark.slow
def test_the_settings_name_the_provider_and_open_its_address() -> None:
    environment = {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "EMAIL_URL": "anymail://postmark",
        "ANYMAIL": '{"POSTMARK_SERVER_TOKEN": "t", "WEBHOOK_SECRET": "a:b"}',
    }
    program = (
        "import django; django.setup()\n"
        "from django.core.mail import get_connection\n"
        "from django.urls import resolve\n"
        "from anymail.signals import tracking\n"
        "print(get_connection().esp_name, resolve('/anymail/postmark/tracking/').view_name)\n"
        "print(len(tracking.receivers))\n"
        "from config.provider import urlpatterns\n"
        "print(*(each.name for each in urlpatterns))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=current.BASE_DIR,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout.split()
    route = "postmark_tracking_webhook"  # and no other's, which would have no key to check
    assert said == ["Postmark", f"anymail:{route}", "1", route], done.stderr
