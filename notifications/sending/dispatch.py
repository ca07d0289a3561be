"""Sends a delivery: leases it, then drops it, holds it back, or sends and records it."""

import logging
import time
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import timedelta
from typing import Final

from django.db import Error, close_old_connections
from django.utils import timezone

from api.traces.causes import raise_if_away
from api.traces.current import on_behalf_of
from games.refusals import GameFrozenError
from games.stream import integrity
from notifications.channels import CHANNELS
from notifications.channels.errors import (
    GoneError,
    UnreachableError,
    describe_error,
    error_for_log,
)
from notifications.channels.record import Channel
from notifications.kinds import KINDS
from notifications.kinds.record import Kind
from notifications.models import Delivery
from notifications.sending.declined import write_instead
from notifications.sending.deliveries import (
    LEASE,
    deliveries_end,
    deliveries_lease_held,
    deliveries_postpone,
    delivery_hold,
    delivery_lease,
    delivery_mark_sent,
    delivery_note_held,
    delivery_note_told,
    delivery_return,
    delivery_supersede,
)
from notifications.sending.holdbacks import hold_of
from notifications.sending.outbox import is_overtaken
from notifications.wishes.preferences import preferences_of
from notifications.wishes.wanted import is_wanted

UNREACHABLE_DELAY: Final = timedelta(seconds=30)
FROZEN_DELAY: Final = timedelta(minutes=10)
MARK_AGAIN_AFTER: Final = 0.5  # seconds
Reason = Delivery.Reason
logger = logging.getLogger("notifications.dispatch")


def deliver(delivery_id: int) -> None:
    """Send one delivery, unless another worker has it or it is no longer needed.

    If the process crashes after sending the message and before marking it sent, the lease runs out
    and the message is sent again under the same id.
    """
    leased_at = time.monotonic()
    delivery = delivery_lease(delivery_id=delivery_id)
    if delivery:
        with on_behalf_of(delivery.notice.request):
            _deliver(delivery, leased_at)


def _deliver(delivery: Delivery, leased_at: float) -> None:
    """Send a delivery that was leased at a moment of the monotonic clock."""
    others: list[Delivery] = []
    with ExitStack() as connection:
        try:
            if _drop_if_needless(delivery) or _hold_back_if_early(delivery):
                return
            if _is_combined(delivery):
                others += deliveries_lease_held(delivery=delivery)
                _drop_needless(others)
            sending = CHANNELS[delivery.channel].send([delivery, *others])
            connection.enter_context(sending)
        except Exception as error:
            _put_back(delivery, others, error)
            return
        # Before the connection is closed, which a server may delay.
        _mark_sent(delivery, others, leased_at + LEASE.total_seconds())
        logger.info(
            "Delivery %s (%s by %s) is out.",
            *(delivery.pk, delivery.notice.kind, delivery.channel),
            extra=delivery.about,
        )


def _put_back(delivery: Delivery, others: Sequence[Delivery], error: Exception) -> None:
    """Return, end or postpone deliveries that were not sent because of an error."""
    match error:
        case UnreachableError():
            for each in (delivery, *others):
                delivery_return(delivery=each, error=error, wait=UNREACHABLE_DELAY)
        case GoneError():
            deliveries_end(delivery=delivery)
        case GameFrozenError():
            integrity.freeze_if_damaged(error)
            delivery_return(delivery=delivery, error=error, wait=FROZEN_DELAY)
            for other in others:
                delivery_return(delivery=other, error=error, wait=timedelta())
        case _:
            raise_if_away(error)
            is_usual = isinstance(error, OSError)
            logger.log(
                logging.WARNING if is_usual else logging.ERROR,
                "Delivery %s was not sent: %s",
                *(delivery.pk, describe_error(error)),
                exc_info=None if is_usual else error_for_log(error),
                extra=delivery.about,
            )
            deliveries_postpone(delivery=delivery, others=others, error=error)


def _drop_if_needless(delivery: Delivery) -> bool:
    """Supersede a delivery that is not needed any more; return whether it was superseded."""
    reason = reason_to_drop(delivery)
    if reason == Reason.UNWANTED:
        delivery_note_told(delivery=delivery)  # a person who declines to be told counts as told
        if delivery.notice.game:
            kind, channel = KINDS[delivery.notice.kind], CHANNELS[delivery.channel]
            write_instead(delivery, kind, channel)
    if reason:
        delivery_supersede(delivery=delivery, reason=reason)
    return reason is not None


def _hold_back_if_early(delivery: Delivery) -> bool:
    """Hold back a delivery that may not leave yet; return whether it stays.

    This is where a mail about a turn is held back, to be combined with others, and what a daily
    limit (`Channel.reserve`) leaves no room for. One that would come too late is dropped.
    """
    hold = hold_of(delivery)
    if hold.chosen:
        delivery_note_held(delivery=delivery, until=hold.chosen)
    until = hold.until or CHANNELS[delivery.channel].reserve(delivery)
    if until is None:
        return False
    kept_for = KINDS[delivery.notice.kind].kept_for
    if kept_for and until > delivery.notice.created_at + kept_for:
        delivery_supersede(delivery=delivery, reason=Reason.EXPIRED)
        logger.warning("Delivery %s was dropped: it would have come too late.", delivery.pk)
    else:
        delivery_hold(delivery=delivery, until=until)
    return True


def reason_to_drop(delivery: Delivery) -> Delivery.Reason | None:
    """Return why a delivery is not needed any more; None if it is still true and wanted."""
    notice, channel = delivery.notice, CHANNELS.get(delivery.channel)
    kind = KINDS.get(notice.kind)
    if kind is None or channel is None:
        return Reason.UNKNOWN
    if kind.kept_for and timezone.now() > notice.created_at + kind.kept_for:
        return Reason.EXPIRED
    if notice.person and not notice.person.is_present:
        return Reason.ABSENT
    if refusal := channel.refusal(delivery):
        return refusal
    if delivery.replayed_at:  # its receiver asked for it, whether it still holds or not
        return None
    return _reason_outdated(delivery, kind, channel)


def _reason_outdated(delivery: Delivery, kind: Kind, channel: Channel) -> Delivery.Reason | None:
    notice = delivery.notice
    if not kind.holds(notice):
        return Reason.OUTDATED
    if not channel.at_once and notice.game and is_overtaken(notice):
        return Reason.OVERTAKEN
    person, game = notice.person, notice.game
    if person and not is_wanted(person=person, kind=kind, channel=channel.key, game=game):
        return Reason.UNWANTED
    return None


def _is_combined(delivery: Delivery) -> bool:
    """Return whether a delivery leaves together with others that were held back likewise."""
    notice, combines = delivery.notice, CHANNELS[delivery.channel].combines
    if not (delivery.is_held and notice.is_composed and notice.person and combines):
        return False
    return preferences_of(notice.person).combined


def _drop_needless(others: list[Delivery]) -> None:
    """Take those out that are not needed any more, and those whose game is frozen."""
    for other in list(others):
        try:
            dropped = _drop_if_needless(other)
        except GameFrozenError as error:
            integrity.freeze_if_damaged(error)
            delivery_return(delivery=other, error=error, wait=FROZEN_DELAY)
            dropped = True
        if dropped:
            others.remove(other)


def _mark_sent(delivery: Delivery, others: Sequence[Delivery], end: float) -> None:
    """Try again until `end`, by the monotonic clock, while the database cannot be written.

    Raises django.db.Error once the lease is over.
    """
    while True:
        try:
            delivery_mark_sent(delivery=delivery, others=others)
        except Error:
            if time.monotonic() >= end:
                raise
            logger.warning("Delivery %s is out, which cannot be noted yet.", delivery.pk)
            time.sleep(MARK_AGAIN_AFTER)
            close_old_connections()
        else:
            return
