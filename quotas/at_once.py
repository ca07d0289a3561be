"""The slots of requests: as many requests of a person or an address are answered at once.

They are in the cache that all processes share. A slot is a lease, so a process that dies while
holding it does not block it for good.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.core.cache import cache

from quotas.records.requests import REQUESTS_AT_ONCE
from quotas.services import QuotaError, limit_of

LEASE = 60  # seconds; no request takes as long
SOON = timedelta(seconds=1)


@contextmanager
def hold_slot(subject: str) -> Iterator[None]:
    """Hold a slot of `subject`, a person or an address; raises QuotaError if none is free.

    Nobody is refused while slots can neither be taken nor are held: then Redis is away, and the
    database takes no writes.
    """
    until = time.monotonic() + LEASE
    own = next((each for each in _slots(subject) if cache.add(each, True, LEASE)), None)
    if own is None and any(cache.get(each) for each in _slots(subject)):
        raise QuotaError(REQUESTS_AT_ONCE, SOON)
    try:
        yield
    finally:
        if own and time.monotonic() < until:  # after that, another request may hold it
            cache.delete(own)


def _slots(subject: str) -> Iterator[str]:
    return (f"at_once:{subject}:{n}" for n in range(limit_of(REQUESTS_AT_ONCE)))
