"""The daily limit on messages of all kinds to one address, counted among the deliveries."""

from datetime import datetime, timedelta

from django.db.models import Q, Subquery
from django.db.models.functions import Now

from api import database_time
from notifications.kinds import KINDS
from notifications.models import Delivery
from notifications.unproven import most_mails
from quotas.records.messages import MAILS_A_DAY
from quotas.services import limit_of

DAY = timedelta(days=1)
SOON = timedelta(minutes=1)


def full_until(delivery: Delivery) -> datetime | None:
    """Return when a claimed delivery may go to its address, or None if it may go now.

    A fifth of the limit is reserved for kinds that strangers cannot cause, so that they cannot use
    it up. Deliveries that other workers claimed earlier count as sent; otherwise two workers could
    both take the last place.
    """
    limit = limit_of(MAILS_A_DAY)
    if not KINDS[delivery.notice.kind].reserved:
        limit -= limit // 5
    of_address = Delivery.objects.filter(address=delivery.address).exclude(pk=delivery.pk)
    own = Delivery.objects.filter(pk=delivery.pk).values("lease_until")
    earlier = Q(lease_until__lt=Subquery(own)) | Q(lease_until=Subquery(own), pk__lt=delivery.pk)
    in_hand = of_address.waiting().filter(earlier, lease_until__gt=Now()).count()
    sent = of_address.filter(sent_at__gt=Now() - DAY).order_by("-sent_at")
    newest = [moment for moment in sent.values_list("sent_at", flat=True)[:limit] if moment]
    limit = most_mails(delivery, otherwise=limit, taken=len(newest) + in_hand)
    if newest and len(newest) >= limit:
        return newest[limit - 1] + DAY
    return database_time.now() + SOON if len(newest) + in_hand >= limit else None
