"""How many requests of one person, or of one address, are answered at the same time.

Each holds one of a few slots in the cache that all processes share. A slot is a lease: whoever dies
with it loses it.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.core.cache import cache

from quotas.records import REQUESTS_AT_ONCE
from quotas.services import QuotaError, limit_of

LEASE = 60  # seconds; no request takes as long
SOON = timedelta(seconds=1)


@contextmanager
def slot(subject: str) -> Iterator[None]:
    """Hold a slot of a person or an address; raises QuotaError while all of them are held."""
    until = time.monotonic() + LEASE
    slots = (f"at_once:{subject}:{n}" for n in range(limit_of(REQUESTS_AT_ONCE)))
    own = next((each for each in slots if cache.add(each, True, LEASE)), None)
    if own is None:
        raise QuotaError(REQUESTS_AT_ONCE, SOON)
    try:
        yield
    finally:
        if time.monotonic() < until:  # else it may be somebody else's by now
            cache.delete(own)
