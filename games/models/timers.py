"""When to look at games that nobody acts in, and when people were notified of their turns."""

from typing import Final

from django.db import models
from django.db.models import Q

CLOCK: Final = "clock"
"""The kind of the timer of a game's clocks."""


class Timer(models.Model):
    """When to look at a game, unless somebody acts before.

    `kind` is a key of `games.workers.timers.KINDS`; that of the clocks also says when to look
    whether somebody is to be reminded (`remind_at`). `seat` is the seat that the house plays for;
    None for timers of the whole game. `choice` is what the house is going to play, `{"version",
    "action"}`, and as secret as the seat's hand; None until a worker has chosen, for which it takes
    a lease (`games.workers.house_choices`).
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="timers", db_index=False)
    kind = models.CharField(max_length=16)
    seat = models.PositiveSmallIntegerField(null=True)
    due_at = models.DateTimeField(db_index=True)
    remind_at = models.DateTimeField(null=True)
    choice = models.JSONField(null=True)
    lease_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "kind", "seat"], name="one_timer_a_seat"),
            models.UniqueConstraint(
                fields=["game", "kind"], condition=Q(seat=None), name="one_timer_without_seat"
            ),
        ]
        indexes = [
            models.Index(
                fields=["remind_at"], condition=Q(remind_at__isnull=False), name="timers_to_remind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.game_id} seat {self.seat}"


class TurnNotice(models.Model):
    """When a seat was last notified of its turn; it counts for the decision open at that time.

    `left_at` is when the first such notice left the server. `failed_at` is since when delivery
    fails, None while it does not; `first_failed_at` is since when it failed first in this game: all
    failures together add three days from then on. `held_until` is until when the person's own
    settings hold the notice of the decision that was open at `held_at`. `again` lists when notices
    left that told the seat again of the same decision, each after the game had stood still; in
    microseconds since 1970. A seat without a row has not been notified yet.
    """

    game = models.ForeignKey(
        "games.Game", models.CASCADE, related_name="turn_notices", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    left_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    first_failed_at = models.DateTimeField(null=True)
    held_at = models.DateTimeField(null=True)
    held_until = models.DateTimeField(null=True)
    again = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_notice_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.seat}"
