"""The record of a channel by which notices leave."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from notifications.models import Delivery, DeliveryQuerySet

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


MAILS: Final = "worker"  # the queue of mails, and of everything that has no queue of its own


@dataclass(frozen=True)
class Channel:
    """What the server knows of a channel.

    `key` is stored with each delivery; `label` names the channel among the choices. `endpoints`
    returns, of some people by id, those who can be reached, with the endpoints of each: names by
    which the channel tells them apart, or one empty name. It takes one statement at most.
    `address_of` returns where a delivery goes; the daily limit counts by it.

    `send` sends the news of deliveries to one person as one message: its block runs once the
    message is out, and the connection is closed after it. It raises UnreachableError if the attempt
    does not count, FinalError if it is the last, GoneError if there is nobody to send to any more,
    or any other exception. `timeout` is how long it takes at most, less than a lease.
    `is_servers_fault` says of an exception whether the server has refused all such messages of
    late, so that a delivery waits until it takes them again. `reserve` reserves the address of a
    leased delivery for one message; it returns None, or until when there is no room. `delays` is
    how long to wait after each failed attempt but the last. `refusal` returns why an endpoint takes
    a delivery no more, so that it is superseded, or None.

    Deliveries of a channel that is `at_once` are written with their notices, so that finding their
    endpoints must take no statement; a worker writes those of others a few seconds later.
    `queue` is the Celery queue whose workers send by the channel. `choose` leaves out, of due
    deliveries, those that would have to wait for another one of them.

    `tells` is whether the clocks count a person as told, or as unreachable, by what becomes of a
    delivery. By the other channels, they count as unreachable those who want no such news by mail,
    once attempts have failed for some time and no other endpoint has got the news.
    `is_quiet` is whether quiet hours hold its messages back; `combines` is whether those that were
    held back leave as one message, as in a digest.
    """

    key: str
    label: "StrOrPromise"
    endpoints: Callable[[Collection[int]], Mapping[int, Sequence[str]]]
    address_of: Callable[[Delivery], str]
    send: Callable[[Sequence[Delivery]], AbstractContextManager[None]]
    timeout: timedelta
    delays: Sequence[timedelta]
    is_servers_fault: Callable[[Delivery, Exception], bool] = lambda *_: False
    reserve: Callable[[Delivery], datetime | None] = lambda _: None
    refusal: Callable[[Delivery], Delivery.Reason | None] = lambda _: None
    at_once: bool = False
    queue: str = MAILS
    choose: Callable[[DeliveryQuerySet], DeliveryQuerySet] = lambda due: due
    tells: bool = True
    is_quiet: bool = True
    combines: bool = True

    @property
    def attempts(self) -> int:
        return len(self.delays) + 1


def grow_delays(first: timedelta, times: int) -> tuple[timedelta, ...]:
    """Return delays of which each is four times as long as the one before."""
    return tuple(first * 4**number for number in range(times))
