"""Limits how much one slow server of a stranger can hold up: webhooks and push services.

An endpoint is a row with a `paused_until`, before which nothing is sent there. It gets one message
at a time, and then none for `PAUSE` times as long as that took, so that a slow one keeps one thread
busy for a twentieth of the time at most.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Min, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Now, Replace

from notifications.models import DeliveryQuerySet

LONGEST: Final = timedelta(seconds=15)  # for one message, with a margin
PAUSE: Final = 20  # times as long as a message took, the endpoint gets no other


def reserve(endpoint: QuerySet[Any], now: datetime) -> bool:
    """Return whether an endpoint is free, and if so reserve it for one message."""
    free = Q(paused_until=None) | Q(paused_until__lte=now)
    return endpoint.filter(free).update(paused_until=now + LONGEST) > 0


def pause(endpoint: QuerySet[Any], took: float) -> None:
    """Let an endpoint rest after a message that took so many seconds."""
    endpoint.update(paused_until=Now() + PAUSE * timedelta(seconds=took))


def free_of(due: DeliveryQuerySet, endpoints: QuerySet[Any]) -> DeliveryQuerySet:
    """Return, of due deliveries, the oldest to each endpoint that is not paused.

    So a backlog costs one look at each message, and not one look at all whenever one may leave.
    Deliveries to endpoints that are not among these are treated likewise.
    """
    paused = endpoints.filter(paused_until__gt=Now()).values(bare=_bare("pk"))
    free = due.annotate(bare=_bare("endpoint")).exclude(bare__in=paused)
    oldest = free.order_by().values("endpoint").annotate(oldest=Min("pk")).values("oldest")
    return due.filter(pk__in=oldest)


def _bare(column: str) -> Replace:
    """Return an id as 32 hexadecimal digits, however it is stored."""
    return Replace(Cast(column, TextField()), Value("-"), Value(""), output_field=TextField())
