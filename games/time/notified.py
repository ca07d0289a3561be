"""When each seat was last notified of its turn: nobody loses on time without timely notice.

Whatever sends notices records here when one has left the server, or that delivery fails. A person
who acts in a game has seen it, and so counts as notified.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import address_tried_again
from api import database_time
from games.clocks.calendars import EPOCH, MICROSECOND
from games.clocks.notified import FAILING
from games.clocks.states import ClockState
from games.models import Game, SeatAssignment, StoredEvent
from games.models.timers import CLOCK, Timer, TurnNotice
from games.time.circumstances import as_datetime
from games.time.stored_clocks import stored_clock
from games.time.timer_setting import lock_games
from illimat_core.sealing import microseconds

FAILED: Final = timedelta(microseconds=FAILING)


def note_actor(
    game: Game, assignments: Sequence[SeatAssignment], clock: ClockState, seat: int | None
) -> None:
    """Record that the person who has just acted knows of the decision that is open for their seat.

    Their command supersedes mail about it that has not left. A decision that their own action
    opened needs no notice, nor does one without a clock.
    """
    if seat is None:
        return
    decision = clock.of(seat).decision
    if decision is not None and decision.shown is not None and not decision.own:
        known = next(each for each in assignments if each.number == seat)
        again = known.told_again or []
        notice = TurnNotice(game=game, seat=seat, left_at=known.notified_at, again=again)
        _note_told(notice, clock, EPOCH + clock.at * MICROSECOND)
        TurnNotice.objects.bulk_create(
            [notice],
            update_conflicts=True,
            unique_fields=["game", "seat"],
            update_fields=["left_at", "again"],
        )


def note_notified(*, game_id: UUID, seat: int, since: datetime | None = None) -> None:
    """Note that a seat was notified now, unless it was already `since` then: the time stays."""
    notice, _ = TurnNotice.objects.select_related("game").get_or_create(game_id=game_id, seat=seat)
    if not since or notice.left_at is None or notice.left_at < since:
        _note_told(notice, stored_clock(notice.game), database_time.now())
    notice.failed_at = None
    notice.save(update_fields=["left_at", "again", "failed_at"])


def _note_told(notice: TurnNotice, clock: ClockState | None, at: datetime) -> None:
    """Record that a seat is told of its turn at a moment; `notice` is not saved.

    If it knows of the decision, that is of interest only if the game has stood still since then.
    """
    decision = clock.of(notice.seat).decision if clock else None
    told = [microseconds(notice.left_at), *notice.again] if notice.left_at else []
    if clock is None or decision is None or not told or told[0] < decision.opened:
        notice.left_at, notice.again = at, []
    elif any(halt.why == "seat_vacant" and halt.end > told[-1] for halt in clock.halts):
        notice.again.append(microseconds(at))


def note_person_notified(*, game_id: UUID, user_id: int, since: datetime | None = None) -> None:
    """Note that a notice of what happened at `since` has left for a person who still sits there."""
    seat = _seat_of(game_id, user_id)
    if seat is not None:
        note_notified(game_id=game_id, seat=seat, since=since)


def note_person_held(*, game_id: UUID, user_id: int, until: datetime) -> None:
    """Record that a person's own settings hold the notice of their open decision until a moment.

    The person counts as notified when the notice was due, unless the server delays it further.
    """
    seat = _seat_of(game_id, user_id)
    if seat is not None:
        held = {"held_at": database_time.now(), "held_until": until}
        TurnNotice.objects.update_or_create(game_id=game_id, seat=seat, defaults=held)


def note_person_unreachable(*, game_id: UUID, user_id: int, since: datetime | None = None) -> None:
    """Record that notices about a game cannot be delivered to a person `since` then, or now."""
    seat = _seat_of(game_id, user_id)
    if seat is not None:
        TurnNotice.objects.get_or_create(game_id=game_id, seat=seat)
        of_seat = TurnNotice.objects.filter(game_id=game_id, seat=seat)
        _note_failing(of_seat, since or database_time.now())


def note_person_fails(*, user_id: int, since: datetime) -> None:
    """Record that since then no notice can be delivered to a person, in all their running games."""
    seats = SeatAssignment.objects.filter(
        user_id=user_id, game__state=Game.State.RUNNING, number__isnull=False
    )
    TurnNotice.objects.bulk_create(
        [
            TurnNotice(game_id=game_id, seat=seat)
            for game_id, seat in seats.values_list("game_id", "number")
            if seat is not None
        ],
        ignore_conflicts=True,
    )
    theirs = seats.filter(game=OuterRef("game"), number=OuterRef("seat"))
    _note_failing(TurnNotice.objects.filter(Exists(theirs)), since)


@receiver(address_tried_again)
def count_as_told(*, user: User, **_: Any) -> None:
    """Let a person whose address failed count as told now of their open decisions.

    Those of whom three days of failing had made that before count as told since then. The next
    sweep looks at their games.
    """
    lock_games(user=user)
    seats = SeatAssignment.objects.filter(user=user, game__state=Game.State.RUNNING)
    failing = TurnNotice.objects.filter(failed_at__isnull=False)
    of_seats = failing.filter(Exists(seats.filter(game=OuterRef("game"), number=OuterRef("seat"))))
    now, told = database_time.now(), []
    for notice in of_seats.select_related("game"):
        clock = stored_clock(notice.game)
        decision = clock.of(notice.seat).decision if clock else None
        if decision and notice.failed_at:
            known = max(as_datetime(decision.opened), min(now, notice.failed_at + FAILED))
            notice.left_at = known
        notice.failed_at = None
        told.append(notice)
    TurnNotice.objects.bulk_update(told, ["left_at", "failed_at"])
    timers = Timer.objects.filter(kind=CLOCK, game__in=[each.game_id for each in told])
    timers.update(due_at=Now(), remind_at=Now())


def _note_failing(notices: QuerySet[TurnNotice], since: datetime) -> None:
    """Record since when notices fail: what failed before for a person has failed since then.

    So failures that anybody can cause, by reports about their own address, never gain more time in
    a game than one failure.
    """
    seated = SeatAssignment.objects.filter(game=OuterRef("game"), number=OuterRef(OuterRef("seat")))
    event = StoredEvent.objects.filter(
        game=OuterRef("game"), sequence=Subquery(seated.values("since"))
    )
    working = notices.filter(failed_at=None).alias(taken_at=Subquery(event.values("recorded_at")))
    theirs = Q(taken_at=None) | Q(first_failed_at__gte=F("taken_at"))  # else an earlier player's
    working.filter(theirs, first_failed_at__isnull=False).update(failed_at=F("first_failed_at"))
    working.update(failed_at=since, first_failed_at=since)


def _seat_of(game_id: UUID, user_id: int) -> int | None:
    seats = SeatAssignment.objects.filter(game_id=game_id, user_id=user_id)
    return seats.values_list("number", flat=True).first()
