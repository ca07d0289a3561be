"""The life of a delivery: leased, then sent, superseded, postponed or failed."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.failing import failure_of
from accounts.models import User
from api.leases import lock_unlocked
from games.models import SeatAssignment
from games.time.notified import note_person_held, note_person_notified, note_person_unreachable
from notifications.channels import CHANNELS
from notifications.channels.email import EMAIL
from notifications.channels.errors import FinalError, describe_error
from notifications.channels.record import Channel
from notifications.kinds import KINDS
from notifications.models import COMPOSED, Delivery, Notice, OutboxHold, Preferences, Tally
from notifications.wishes.wanted import is_wanted

PATIENT: Final = timedelta(minutes=30)  # between attempts; a shorter failure means nothing yet
LEASE: Final = timedelta(seconds=60)  # longer than any channel takes to send
OFTEN: Final = timedelta(days=5)  # for how long what a server refuses is tried at that pace
SELDOM: Final = timedelta(days=1)  # between attempts from then on
MISSED: Final = timedelta(days=30)  # how old what is sent after a failure, or waits, may be
TOGETHER: Final = 100  # held deliveries that one message combines
State, Reason = Delivery.State, Delivery.Reason

logger = logging.getLogger("notifications.deliveries")


@transaction.atomic
def delivery_lease(*, delivery_id: int) -> Delivery | None:
    """Lease a due delivery; return None if it is not due or its attempts are used up.

    The attempt is counted before it is made, so that a message that crashes its worker is counted,
    too. A worker that comes while another one leases, or while a game that supersedes it is being
    changed, does not wait but gets None. So does a worker that comes for a delivery that leaves
    together with an earlier one: it is leased with `deliveries_lease_held`.
    """
    return _lease(Delivery.objects.due().filter(~_leaves_with_another(), pk=delivery_id))


def _lease(due: QuerySet[Delivery]) -> Delivery | None:
    delivery = lock_unlocked(due.select_related("notice__person", "notice__game")).first()
    if delivery is None:
        return None
    channel = CHANNELS.get(delivery.channel)
    if channel is None:
        delivery_supersede(delivery=delivery, reason=Reason.UNKNOWN)
        return None
    if delivery.attempts >= channel.attempts:  # the last worker never reported back
        _fail(delivery, channel, "It never came back from being sent.")
        return None
    delivery.attempts += 1
    delivery.address = channel.address_of(delivery)
    Delivery.objects.filter(pk=delivery.pk).update(
        lease_until=Now() + LEASE, attempts=delivery.attempts, address=delivery.address
    )
    return delivery


def deliveries_lease_held(*, delivery: Delivery) -> list[Delivery]:
    """Lease what was held back like `delivery`, so that one message combines all news."""
    held = Delivery.objects.due().filter(
        COMPOSED,
        is_held=True,
        channel=delivery.channel,
        endpoint=delivery.endpoint,
        notice__person=delivery.notice.person,
    )
    keys = list(held.values_list("pk", flat=True)[:TOGETHER])
    leased = []
    for key in keys:
        with transaction.atomic():
            leased.append(_lease(Delivery.objects.due().filter(pk=key)))
    return [other for other in leased if other]


def _leaves_with_another() -> Q:
    """Return a condition for deliveries that were held back as an earlier one was, now also due."""
    earlier = Q(not_before__lt=OuterRef("not_before")) | Q(
        not_before=OuterRef("not_before"), pk__lt=OuterRef("pk")
    )
    others = Delivery.objects.waiting().filter(
        COMPOSED,
        earlier,
        is_held=True,
        not_before__lte=Now(),
        channel=OuterRef("channel"),
        endpoint=OuterRef("endpoint"),
        notice__person=OuterRef("notice__person"),
    )
    combining = [key for key, channel in CHANNELS.items() if channel.combines]
    alone = Preferences.objects.filter(person=OuterRef("notice__person"), combined=False)
    held = Q(is_held=True, channel__in=combining)
    return held & COMPOSED & Q(Exists(others)) & ~Q(Exists(alone))


def delivery_hold(*, delivery: Delivery, until: datetime) -> None:
    """Put a delivery back until it may leave; the attempt is not counted."""
    _put_back(delivery, not_before=until, attempts=delivery.attempts - 1, is_held=True)


@transaction.atomic
def delivery_mark_sent(*, delivery: Delivery, others: Sequence[Delivery] = ()) -> None:
    """Mark a delivery sent, and others as merged with it; delete the text of its notice."""
    for other in others:
        delivery_note_told(delivery=other)
        delivery_supersede(delivery=other, reason=Reason.MERGED)
    delivery_note_told(delivery=delivery)
    # It may have been overtaken while it was on its way.
    _close(delivery, state=State.SENT, sent_at=Now(), reason="", error="")
    _tally(delivery, State.SENT)


def delivery_note_told(*, delivery: Delivery) -> None:
    """If it tells of a turn, record for the game that its person has just been told."""
    if turn := _turn_of(delivery):
        note_person_notified(**turn, since=delivery.notice.created_at)


def delivery_note_held(*, delivery: Delivery, until: datetime) -> None:
    """If it tells of a turn, record for the game until when its person's settings hold it."""
    if turn := _turn_of(delivery):
        note_person_held(**turn, until=until)


def _turn_of(delivery: Delivery) -> dict[str, Any]:
    """Return the game and person of a delivery by which the clocks count them as told, or {}."""
    notice = delivery.notice
    of_turn = KINDS[notice.kind].of_turn and CHANNELS[delivery.channel].tells
    if not (of_turn and notice.game_id and notice.person_id):
        return {}
    return {"game_id": notice.game_id, "user_id": notice.person_id}


def _is_missed(delivery: Delivery) -> bool:
    """Return whether a person misses news of a turn if a delivery fails."""
    notice, channel = delivery.notice, CHANNELS.get(delivery.channel)
    kind = KINDS.get(notice.kind)
    if kind is None or channel is None or notice.person is None or not kind.of_turn:
        return False
    if delivery.replayed_at:  # they have asked for it
        return False
    if channel.tells:
        return True
    if is_wanted(person=notice.person, kind=kind, channel=EMAIL.key, game=notice.game):
        return False
    return not _is_told_elsewhere(delivery)


def _is_told_elsewhere(delivery: Delivery) -> bool:
    """Return whether another endpoint in place of mails has got the news, or still may."""
    instead = [key for key, channel in CHANNELS.items() if not channel.tells]
    may = Q(state=State.WAITING, attempts__lt=max(delivery.attempts, 1))
    others = Delivery.objects.filter(Q(state=State.SENT) | may, channel__in=instead)
    return others.filter(notice=delivery.notice).exclude(pk=delivery.pk).exists()


@transaction.atomic
def delivery_supersede(*, delivery: Delivery, reason: Delivery.Reason) -> None:
    """Mark a delivery superseded, and delete the text of its notice."""
    _close(delivery, state=State.SUPERSEDED, reason=reason)
    if reason == Reason.UNREACHABLE:
        _note_unreachable(delivery)


@transaction.atomic
def deliveries_end(*, delivery: Delivery) -> None:
    """Supersede what waits for the endpoint of a delivery, which is gone for good.

    A person who is told of turns nowhere else counts as out of reach for those games.
    """
    there = Delivery.objects.filter(channel=delivery.channel, endpoint=delivery.endpoint)
    for each in there.waiting().select_related("notice__person", "notice__game"):
        delivery_supersede(delivery=each, reason=Reason.UNWANTED)
        _note_unreachable(each)


def deliveries_revive(*, person: User, has_failed: bool) -> None:
    """Let what a person has missed while their address failed, or was not proven, wait again.

    It leaves as one mail: the newest news of each kind about each game or season, as many as fit.
    If the address `has_failed`, news of a turn that was sent may have come back: as far as the game
    still waits, it leaves again, too.
    """
    withheld = Q(state=State.SUPERSEDED, reason__in=(Reason.UNREACHABLE, Reason.UNPROVEN))
    of_turn = [key for key, kind in KINDS.items() if kind.of_turn]
    waits = SeatAssignment.objects.filter(game=OuterRef("notice__game"), user=person, awaited=True)
    told = Q(state=State.SENT) | Q(state=State.SUPERSEDED, reason=Reason.MERGED)
    came_back = told & Q(Exists(waits), notice__kind__in=of_turn)
    missed = Delivery.objects.filter(
        withheld | came_back if has_failed else withheld,
        notice__person=person,
        notice__created_at__gt=Now() - MISSED,
        channel=EMAIL.key,
    )
    same = Q(notice__game=OuterRef("notice__game")) | Q(notice__game=None)
    newer = missed.filter(
        same,
        notice__about=OuterRef("notice__about"),
        notice__kind=OuterRef("notice__kind"),
        notice__pk__gt=OuterRef("notice__pk"),
    )
    newest = missed.filter(~Exists(newer)).order_by("-pk").values_list("pk", flat=True)[:TOGETHER]
    Delivery.objects.filter(pk__in=list(newest)).wait_again(reason="", is_held=True)


def delivery_resend(*, delivery_id: int) -> bool:
    """Let a dead letter wait again, with all its attempts; return whether there is such a one.

    A mail about an account has lost its text, so that it cannot be sent again.
    """
    failed = Delivery.objects.filter(pk=delivery_id, state=State.FAILED)
    again = failed.exclude(~COMPOSED, channel=EMAIL.key)
    return bool(again.wait_again())


def delivery_forget(*, delivery_id: int) -> bool:
    """Delete a dead letter; return whether there was one."""
    failed = Delivery.objects.filter(pk=delivery_id, state=State.FAILED)
    return bool(failed.delete()[0])


def deliveries_postpone(
    *, delivery: Delivery, others: Sequence[Delivery] = (), error: Exception
) -> None:
    """Schedule another attempt of a delivery and those sent with it, or give up after the last one.

    They are due again together, the same one first, so that they leave under the same id. If the
    fault may be that of one of them, each is tried by itself. If a server refuses all that are
    like it, they wait until it recovers: news of a turn while it holds, others for `MISSED` at
    most, at a pace that costs no attempts once the delays are longer.
    """
    channel = CHANNELS[delivery.channel]
    is_last = delivery.attempts >= channel.attempts
    delay = channel.delays[min(delivery.attempts, len(channel.delays)) - 1]
    now, notice = timezone.now(), delivery.notice
    may_wait = KINDS[notice.kind].of_turn or notice.created_at > now - MISSED
    if may_wait and (is_last or delay > PATIENT) and channel.is_servers_fault(delivery, error):
        wait = PATIENT if now < delivery.not_before + OFTEN else SELDOM
        for each in (delivery, *others):
            delivery_return(delivery=each, error=error, wait=wait)
        return
    alone = {} if isinstance(error, OSError) else {"is_held": False}
    for each in (delivery, *others):
        if each.attempts >= channel.attempts or isinstance(error, FinalError):
            _fail(each, channel, describe_error(error))
        else:
            _put_back(each, not_before=Now() + delay, error=describe_error(error), **alone)
            if not channel.tells and delay >= PATIENT:
                _note_unreachable(each)


def delivery_return(*, delivery: Delivery, error: Exception, wait: timedelta) -> None:
    """Put a delivery back without counting the attempt, which was stopped by something else."""
    _put_back(
        delivery,
        lease_until=Now() + wait,  # `not_before` still tells since when it has been due
        attempts=delivery.attempts - 1,
        error=describe_error(error),
    )


def _put_back(delivery: Delivery, **changes: Any) -> None:
    # If our lease ran out and another worker leased the delivery, that worker has counted its
    # attempt, and the delivery is no longer ours.
    ours = Delivery.objects.waiting().filter(pk=delivery.pk, attempts=delivery.attempts)
    ours.update(**{"lease_until": Now(), "queued_until": Now()} | changes)


@transaction.atomic
def _fail(delivery: Delivery, channel: Channel, error: str) -> None:
    kind = KINDS.get(delivery.notice.kind)
    is_test = kind is not None and kind.is_test  # anybody can ask for one, to any address
    logger.log(
        logging.INFO if is_test else logging.ERROR,
        "Delivery %s (%s by %s) was given up after %d attempts: %s",
        *(delivery.pk, delivery.notice.kind, channel.key, delivery.attempts, error),
        extra=delivery.about,
    )
    _close(delivery, state=State.UNANSWERED if is_test else State.FAILED, error=error)
    if is_test:
        return
    _note_unreachable(delivery)
    _tally(delivery, State.FAILED)


def _note_unreachable(delivery: Delivery) -> None:
    """If a delivery tells of a turn, record for the game that its person cannot be told."""
    notice = delivery.notice
    if _is_missed(delivery) and notice.game_id and notice.person_id:
        by_mail = delivery.channel == EMAIL.key
        failure = failure_of(address=delivery.address) if by_mail else None
        since = failure.since if failure else None
        note_person_unreachable(game_id=notice.game_id, user_id=notice.person_id, since=since)


def _close(delivery: Delivery, **changes: Any) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(**changes)
    if not delivery.notice.is_composed:
        texts = Notice.objects.filter(pk=delivery.notice_id)
        texts.update(subject="", body_text="", body_html="")


def _tally(delivery: Delivery, state: Delivery.State) -> None:
    """Count a message, last in its transaction: others wait for the row until that ends."""
    names = {"channel": delivery.channel, "kind": delivery.notice.kind, "state": state}
    row = Tally.objects.filter(**names)
    if not row.update(number=F("number") + 1):
        Tally.objects.bulk_create([Tally(**names)], ignore_conflicts=True)
        row.update(number=F("number") + 1)


def outbox_hold() -> None:
    """Put the outbox on hold, unless it is: nothing leaves until it is released."""
    OutboxHold.objects.get_or_create(pk=1)


def outbox_release() -> None:
    OutboxHold.objects.all().delete()


def outbox_held_since() -> datetime | None:
    return OutboxHold.objects.values_list("since", flat=True).first()


@transaction.atomic
def outbox_supersede(*, since: datetime) -> int:
    """Supersede what was due when a hold began, since it was sent before; return the number.

    News of turns stay, because it is not certain that all of them were sent: play may have
    overtaken them. They leave only where the game still waits.
    """
    known = Delivery.objects.waiting().filter(not_before__lte=since, notice__created_at__lte=since)
    of_turn = [key for key, kind in KINDS.items() if kind.of_turn]
    found = list(known.exclude(notice__kind__in=of_turn).values_list("pk", "notice"))
    texts = Notice.objects.filter(pk__in=[notice for _, notice in found], game=None, about="")
    texts.update(subject="", body_text="", body_html="")
    keys = Delivery.objects.filter(pk__in=[key for key, _ in found])
    return keys.update(state=State.SUPERSEDED, reason=Reason.RESTORED)


def deliveries_overtaken(before: datetime) -> QuerySet[Delivery]:
    """Return the deliveries that were overtaken, of notices that are older than a moment."""
    overtaken = Delivery.objects.filter(state=State.SUPERSEDED, reason=Reason.OVERTAKEN)
    return overtaken.filter(notice__created_at__lt=before)


def deliveries_forget(before: datetime, *, most: int) -> int:
    """Delete some of these, and the notices of which no delivery is left; return how many."""
    found = list(deliveries_overtaken(before).values_list("pk", "notice")[:most])
    Delivery.objects.filter(pk__in=[delivery for delivery, _ in found]).delete()
    others = Delivery.objects.filter(notice=OuterRef("pk"))
    notices = Notice.objects.filter(pk__in={notice for _, notice in found}, is_spread=True)
    notices.filter(~Exists(others)).delete()
    return len(found)
