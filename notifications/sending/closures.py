"""Closes what browsers show of turns that are over, wherever they were played."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from games.models import SeatAssignment
from notifications.kinds.turn_over import TURN_OVER
from notifications.models import Delivery, Notice
from notifications.models.push import ShownTurn
from notifications.push.services import CHANNEL
from notifications.sending.outbox import notice_key

LOOKED_AT: Final = 1000  # shown turns, by one sweep


def turns_close() -> None:
    """Write what closes the turns that browsers show and that are over, wherever they were played.

    One call looks at `LOOKED_AT` of them, those first that were not looked at for longest.
    """
    oldest = ShownTurn.objects.order_by("checked_at")
    keys = list(oldest.values_list("pk", flat=True)[:LOOKED_AT])
    seats = SeatAssignment.objects.filter(
        game=OuterRef("game"), user=OuterRef("subscription__user"), awaited=True
    )
    found = ShownTurn.objects.filter(~Exists(seats), pk__in=keys).select_related("subscription")
    over = list(found)
    if over:
        _write_closing(over)
    if len(keys) == LOOKED_AT:
        ShownTurn.objects.filter(pk__in=keys).update(checked_at=Now())


@transaction.atomic
def _write_closing(over: Sequence[ShownTurn]) -> None:
    """Write a notice for each person and game, and its delivery to each browser."""
    notices: dict[str, Notice] = {}
    for turn in over:
        key = notice_key(
            kind=TURN_OVER.key,
            of=turn.game_id,
            version=turn.version,
            person_id=turn.subscription.user_id,
        )
        notices[key] = Notice(
            key=key,
            kind=TURN_OVER.key,
            person_id=turn.subscription.user_id,
            game_id=turn.game_id,
            version=turn.version,
        )
    Notice.objects.bulk_create(notices.values(), ignore_conflicts=True)
    written = {
        (notice.person_id, notice.game_id, notice.version): notice
        for notice in Notice.objects.filter(key__in=list(notices))
    }
    Delivery.objects.bulk_create(
        (
            Delivery(
                notice=written[turn.subscription.user_id, turn.game_id, turn.version],
                channel=CHANNEL,
                endpoint=str(turn.subscription_id),
            )
            for turn in over
        ),
        ignore_conflicts=True,
    )
    ShownTurn.objects.filter(pk__in=[turn.pk for turn in over]).delete()
