"""The daily limits on codes and on other mails to one address, counted among the deliveries."""

from datetime import datetime, timedelta

from django.db.models import Q, Subquery
from django.db.models.functions import Now

from api import database_time
from notifications.channels.unproven import most_mails
from notifications.kinds import KINDS
from notifications.kinds.account import ACCOUNT
from notifications.kinds.record import Kind
from notifications.models import Delivery
from quotas.records.messages import CODES_A_DAY, MAILS_A_DAY
from quotas.services import limit_of

DAY = timedelta(days=1)
SOON = timedelta(minutes=1)


def mail_reserve(delivery: Delivery) -> datetime | None:
    """Reserve a mail to the address of a leased delivery; return None, or when there is room.

    Codes, for which strangers can ask, are counted apart, so that they hold nothing else up; of the
    other mails, a fifth is reserved for news that someone loses by missing. The lease
    reserves: those that other workers leased earlier count as sent. Otherwise two workers could
    both take the last place.
    """
    codes = Q(notice__kind=ACCOUNT.key)
    is_code = delivery.notice.kind == ACCOUNT.key
    limit = limit_of(CODES_A_DAY) if is_code else _limit_of_news(KINDS[delivery.notice.kind])
    alike = Delivery.objects.filter(codes if is_code else ~codes, address=delivery.address)
    of_address = alike.exclude(pk=delivery.pk)
    own = Delivery.objects.filter(pk=delivery.pk).values("lease_until")
    earlier = Q(lease_until__lt=Subquery(own)) | Q(lease_until=Subquery(own), pk__lt=delivery.pk)
    in_hand = of_address.waiting().filter(earlier, lease_until__gt=Now()).count()
    sent = of_address.filter(sent_at__gt=Now() - DAY).order_by("-sent_at")
    newest = [moment for moment in sent.values_list("sent_at", flat=True)[:limit] if moment]
    limit = most_mails(delivery, otherwise=limit, taken=len(newest) + in_hand)
    if newest and len(newest) >= limit:
        return newest[limit - 1] + DAY
    return database_time.now() + SOON if len(newest) + in_hand >= limit else None


def _limit_of_news(kind: Kind) -> int:
    limit = limit_of(MAILS_A_DAY)
    return limit if kind.reserved or kind.of_turn else limit - limit // 5
