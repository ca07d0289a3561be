"""The daily limit on mails of all kinds to one address, counted in the outbox."""

from datetime import datetime, timedelta

from django.utils import timezone

from notifications.models import OutboxMail
from quotas.records import MAILS_A_DAY
from quotas.services import limit_of

DAY = timedelta(days=1)
SOON = timedelta(minutes=1)


def full_until(mail: OutboxMail) -> datetime | None:
    """Return when a claimed mail may be sent to its address, or None if it may be sent now.

    A fifth of the limit is reserved for notices of account changes. Strangers cannot cause such
    notices, so they cannot use up the reserve. Mails leased by other workers count as sent;
    otherwise two workers could both take the last place.
    """
    limit = limit_of(MAILS_A_DAY)
    if not mail.is_notice:
        limit -= limit // 5
    now = timezone.now()
    of_address = OutboxMail.objects.filter(address=mail.address).exclude(pk=mail.pk)
    in_hand = of_address.open().filter(lease_until__gt=now).count()
    sent = of_address.filter(sent_at__gt=now - DAY).order_by("-sent_at")
    newest = [moment for moment in sent.values_list("sent_at", flat=True)[:limit] if moment]
    if len(newest) >= limit:
        return newest[-1] + DAY
    return now + SOON if len(newest) + in_hand >= limit else None
