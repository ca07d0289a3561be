"""What is kept of the answer of a mail server."""

from smtplib import SMTPDataError

import pytest

from notifications.deliveries import deliveries_postpone, delivery_claim
from notifications.models import Delivery
from notifications.outbox import account_notice_write

pytestmark = [pytest.mark.django_db]


def test_it_names_no_address() -> None:
    account_notice_write(to="ada@example.org", subject="Code", body_text="1234", key="code")
    claimed = delivery_claim(delivery_id=Delivery.objects.get().pk)
    assert claimed
    answer = SMTPDataError(550, b"5.7.1 <ada@example.org>: message refused")
    deliveries_postpone(delivery=claimed, error=answer)
    kept = Delivery.objects.get().error
    assert "ada@" not in kept
    assert "5.7.1" in kept
