"""Limits how much one slow server of a stranger can hold up.

An endpoint is a row with a `paused_until`, before which nothing is sent there. It gets one message
at a time, and then none for `PAUSE` times as long as that took, so that a slow one keeps one thread
busy for a twentieth of the time at most.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Min, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Now, Replace
from django.http.request import validate_host

from api import database_time
from notifications.models import DeliveryQuerySet
from notifications.posting.destinations import host_of
from quotas.quota import Quota
from quotas.services import QuotaError, spend, subject_of

LONGEST: Final = timedelta(seconds=15)  # for one message, with a margin
PAUSE: Final = 20  # times as long as a message took, the endpoint gets no other


def reserve(
    endpoint: QuerySet[Any], address: str, quota: Quota, known: Collection[str] = ()
) -> datetime | None:
    """Reserve an endpoint for one message; return None, or the moment until which it is taken.

    The host in its column `address` gets as many messages as `quota` says, no matter whose
    endpoints are there; hosts that are `known` get any number.
    """
    now = database_time.now()
    free = Q(paused_until=None) | Q(paused_until__lte=now)
    if endpoint.filter(free).update(paused_until=now + LONGEST):
        hosts = map(host_of, endpoint.values_list(address, flat=True))
        try:
            with transaction.atomic():
                for host in hosts:
                    if not validate_host(host, known):
                        spend(subject_of(host), quota)
        except QuotaError as error:
            endpoint.update(paused_until=now + error.wait)
        else:
            return None
    return endpoint.values_list("paused_until", flat=True).first()


def pause(endpoint: QuerySet[Any], took: float) -> None:
    """Let an endpoint rest after a message that took that many seconds."""
    endpoint.update(paused_until=Now() + PAUSE * timedelta(seconds=took))


def select_unpaused(due: DeliveryQuerySet, endpoints: QuerySet[Any]) -> DeliveryQuerySet:
    """Return, of due deliveries, the oldest to each endpoint that is not paused.

    So a backlog costs one look at each message, and not one look at all whenever one may leave.
    Deliveries to endpoints that are not among these are treated likewise.
    """
    paused = endpoints.filter(paused_until__gt=Now()).values(bare=_hex_id("pk"))
    free = due.annotate(bare=_hex_id("endpoint")).exclude(bare__in=paused)
    oldest = free.order_by().values("endpoint").annotate(oldest=Min("pk")).values("oldest")
    return due.filter(pk__in=oldest)


def _hex_id(column: str) -> Replace:
    """Return an id as 32 hexadecimal digits, however it is stored."""
    return Replace(Cast(column, TextField()), Value("-"), Value(""), output_field=TextField())
