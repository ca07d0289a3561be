"""Quota accounting in the database, exact across all processes and without need of Redis.

Counting is part of the caller's transaction, so a rollback undoes it. Spending a quota locks its
row until the transaction ends, so one person's requests that spend the same quota wait for each
other.
"""

from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from math import ceil
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils.crypto import salted_hmac
from django.utils.timezone import now

from quotas.quota import Quota

ASK_AGAIN = timedelta(hours=1)
"""The wait for quotas without a period, which only the person's own action can free."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
ROW = "(%s, %s, %s, %s)"
SPEND = """
INSERT INTO quotas_usage (quota, subject, since, used) VALUES {rows}
ON CONFLICT (quota, subject) DO UPDATE SET
    used = excluded.used
         + CASE WHEN quotas_usage.since >= excluded.since THEN quotas_usage.used ELSE 0 END,
    since = CASE WHEN quotas_usage.since >= excluded.since THEN quotas_usage.since
                 ELSE excluded.since END
RETURNING quota, used
"""
SPENT = """
SELECT 1 FROM quotas_usage WHERE quota = %s AND subject = %s AND since >= %s AND used >= %s
"""


class QuotaError(Exception):
    """A quota is used up; `wait` is the time after which another attempt may succeed."""

    def __init__(self, quota: Quota, wait: timedelta) -> None:
        super().__init__(quota.detail.format(limit=limit_of(quota)))
        self.quota = quota
        self.wait = wait


def limit_of(quota: Quota) -> int:
    limit: int = settings.QUOTAS[quota.name]
    return limit


def check(quota: Quota, there_are: int) -> None:
    """Raise QuotaError if the `there_are` things that exist already reach the limit.

    The caller must have spent a quota of the same person before: its lock keeps the person's other
    requests from counting at the same time.
    """
    if there_are >= limit_of(quota):
        raise QuotaError(quota, ASK_AGAIN)


def spend(subject: str, *quotas: Quota, uses: int = 1) -> None:
    """Count one or more uses of each of `quotas`, which must have periods; raises QuotaError.

    A single statement locks the rows in the order of `quotas`.
    """
    moment = now()
    rows = [(quota.name, subject, _adapted(_period_start(quota, moment)), uses) for quota in quotas]
    with connection.cursor() as cursor:
        cursor.execute(
            SPEND.format(rows=", ".join([ROW] * len(rows))),
            [value for row in rows for value in row],
        )
        used: dict[str, int] = dict(cursor.fetchall())
    for quota in quotas:
        if used[quota.name] > limit_of(quota):
            raise QuotaError(quota, _period_start(quota, moment) + _length(quota) - moment)


def wait_of(subject: str, quota: Quota) -> int:
    """Return after how many seconds `subject` may use a quota with a period, 0 for at once."""
    moment = now()
    began = _period_start(quota, moment)
    with connection.cursor() as cursor:
        cursor.execute(SPENT, [quota.name, subject, _adapted(began), limit_of(quota)])
        is_spent = cursor.fetchone()
    return seconds(began + _length(quota) - moment) if is_spent else 0


def unmap_address(address: str) -> IPv4Address | IPv6Address:
    """Return an IP address, as IPv4 if it can be (`::ffff:192.0.2.1`); raises ValueError."""
    given = ip_address(address)
    return getattr(given, "ipv4_mapped", None) or given


def subject_of(address: str) -> str:
    """Return the subject that an IP address counts as; a whole IPv6 /64 is one subject.

    One person usually has a whole /64. Text that is not an IP address, which a proxy may send,
    counts unchanged.
    """
    try:
        given = unmap_address(address)
    except ValueError:
        counted = address
    else:
        prefix = 64 if isinstance(given, IPv6Address) else 32
        counted = str(ip_network((given, prefix), strict=False))
    return salted_hmac("quotas", counted, algorithm="sha256").hexdigest()


def seconds(wait: timedelta) -> int:
    """Return `wait` for the header Retry-After, in whole seconds and at least one."""
    return max(1, ceil(wait.total_seconds()))


def _period_start(quota: Quota, moment: datetime) -> datetime:
    return moment - (moment - EPOCH) % _length(quota)


def _length(quota: Quota) -> timedelta:
    if quota.period is None:
        raise ValueError(f"{quota.name} has no period.")
    return quota.period


def _adapted(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
