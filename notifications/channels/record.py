"""The record of a channel by which notices leave."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from notifications.models import Delivery

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class UnreachableError(OSError):
    """Nothing could be reached, so that the attempt says nothing about the message."""


@dataclass(frozen=True)
class Channel:
    """What the server knows of a channel.

    `key` is stored with each delivery; `label` names the channel among the choices. `endpoints`
    returns, of some people by id, those who can be reached, with the endpoints of each: names by
    which the channel tells them apart, or one empty name. It takes one statement at most.
    `address_of` returns where a delivery goes; the daily limit counts by it.

    `send` sends the news of deliveries to one person as one message: its block runs once the
    message is out, and the connection is closed after it. It raises UnreachableError if the attempt
    does not count, or any other exception if it does; `timeout` is how long it takes at most, less
    than a lease. `full_until` returns until when the address of a delivery gets no more messages,
    or None. `delays` is how long to wait after each failed attempt but the last. `refusal` returns
    why an endpoint takes a delivery no more, so that it is superseded, or None.

    Deliveries of a channel that is `at_once` are written with their notices, so that finding their
    endpoints must take no statement; a worker writes those of others a few seconds later.
    `tells` is whether the clocks count a person as told, or as unreachable, by what becomes of a
    delivery. `combines` is whether deliveries that were held back leave as one message.
    """

    key: str
    label: "StrOrPromise"
    endpoints: Callable[[Collection[int]], Mapping[int, Sequence[str]]]
    address_of: Callable[[Delivery], str]
    send: Callable[[Sequence[Delivery]], AbstractContextManager[None]]
    timeout: timedelta
    delays: Sequence[timedelta]
    full_until: Callable[[Delivery], datetime | None] = lambda _: None
    refusal: Callable[[Delivery], Delivery.Reason | None] = lambda _: None
    at_once: bool = False
    tells: bool = True
    combines: bool = True

    @property
    def attempts(self) -> int:
        """How often a delivery is attempted."""
        return len(self.delays) + 1


def growing(first: timedelta, times: int) -> tuple[timedelta, ...]:
    """Return delays of which each is four times as long as the one before."""
    return tuple(first * 4**number for number in range(times))
