"""The kinds of notices: one module and one record each, and the table of all of them.

A kind is stored as its key, so a new one needs a module, a line in the table and no migration.
Apps above this one add kinds of their own (`kinds_add`), about things that it does not know.
"""

from collections.abc import Mapping
from typing import Final

from notifications.kinds.account import ACCOUNT
from notifications.kinds.account_change import ACCOUNT_CHANGE
from notifications.kinds.called_off import CALLED_OFF
from notifications.kinds.data_ready import DATA_READY
from notifications.kinds.excused import EXCUSED
from notifications.kinds.game_begins import GAME_BEGINS
from notifications.kinds.game_over import GAME_OVER
from notifications.kinds.invited import INVITED
from notifications.kinds.lost_on_time import LOST_ON_TIME
from notifications.kinds.ping import PING
from notifications.kinds.push_ended import PUSH_ENDED
from notifications.kinds.record import Kind
from notifications.kinds.reminder import REMINDER
from notifications.kinds.round_scored import ROUND_SCORED
from notifications.kinds.seat_open import SEAT_OPEN
from notifications.kinds.table_news import TABLE_NEWS
from notifications.kinds.turn_over import TURN_OVER
from notifications.kinds.webhook_disabled import WEBHOOK_DISABLED
from notifications.kinds.your_turn import YOUR_TURN

KINDS: Final[dict[str, Kind]] = {
    kind.key: kind
    for kind in (
        *(YOUR_TURN, REMINDER, EXCUSED, LOST_ON_TIME, SEAT_OPEN, INVITED),
        *(GAME_BEGINS, ROUND_SCORED, GAME_OVER, CALLED_OFF, TABLE_NEWS),
        *(ACCOUNT, ACCOUNT_CHANGE, DATA_READY, PING, TURN_OVER, PUSH_ENDED, WEBHOOK_DISABLED),
    )
}
"""All kinds, by their keys; whole once all apps are ready."""


def kinds_add(*kinds: Kind) -> None:
    """Add kinds of another app to the table, which its configuration does when it is ready."""
    KINDS.update((kind.key, kind) for kind in kinds)


def kinds_to_choose(*, of_game: bool = False) -> Mapping[str, Kind]:
    """Return the kinds that people can decline, by their keys; with `of_game` those of games."""
    return {
        key: kind for key, kind in KINDS.items() if kind.declinable and not (of_game and kind.topic)
    }
