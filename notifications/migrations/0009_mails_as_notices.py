from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BATCH = 500


def mails_to_notices(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Store each mail of the outbox as a notice and its delivery by e-mail."""
    mail_model, notice_model, delivery_model = (
        apps.get_model("notifications", name) for name in ("OutboxMail", "Notice", "Delivery")
    )
    mails: Iterator[Any] = mail_model.objects.order_by("pk").iterator(chunk_size=BATCH)
    while some := list(islice(mails, BATCH)):
        notices = notice_model.objects.bulk_create(
            notice_model(
                key=mail.dedupe.removeprefix("email:"),
                kind="account_change" if mail.is_notice else mail.kind,
                person_id=mail.user_id,
                game_id=mail.game_id,
                version=mail.version,
                address="" if mail.user_id else mail.address,
                subject=mail.subject,
                body_text=mail.body_text,
                body_html=mail.body_html,
                created_at=mail.created_at,
            )
            for mail in some
        )
        delivery_model.objects.bulk_create(
            delivery_model(
                notice=notice,
                channel="email",
                state=_state(mail),
                not_before=mail.not_before,
                lease_until=mail.lease_until,
                attempts=mail.attempts,
                sent_at=mail.sent_at,
                address=mail.address,
                error=mail.last_error,
                is_held=mail.is_held,
            )
            for mail, notice in zip(some, notices, strict=True)
        )


def _state(mail: Any) -> str:
    if mail.sent_at:
        return "sent"
    if mail.superseded_at:
        return "superseded"
    return "failed" if mail.dead_at else "waiting"


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0008_notices"),
    ]

    operations = [
        migrations.RunPython(mails_to_notices, migrations.RunPython.noop),
    ]
