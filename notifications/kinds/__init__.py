"""The kinds of notices: one module and one record each, and the table of all of them.

A kind is stored as its key, so a new one needs a module, a line in the table and no migration.
"""

from typing import Final

from notifications.kinds.account import ACCOUNT
from notifications.kinds.account_change import ACCOUNT_CHANGE
from notifications.kinds.called_off import CALLED_OFF
from notifications.kinds.excused import EXCUSED
from notifications.kinds.game_begins import GAME_BEGINS
from notifications.kinds.game_over import GAME_OVER
from notifications.kinds.invited import INVITED
from notifications.kinds.lost_on_time import LOST_ON_TIME
from notifications.kinds.ping import PING
from notifications.kinds.record import Kind
from notifications.kinds.reminder import REMINDER
from notifications.kinds.round_scored import ROUND_SCORED
from notifications.kinds.seat_open import SEAT_OPEN
from notifications.kinds.table_news import TABLE_NEWS
from notifications.kinds.webhook_disabled import WEBHOOK_DISABLED
from notifications.kinds.your_turn import YOUR_TURN

KINDS: Final[dict[str, Kind]] = {
    kind.key: kind
    for kind in (
        *(YOUR_TURN, REMINDER, EXCUSED, LOST_ON_TIME, SEAT_OPEN, INVITED),
        *(GAME_BEGINS, ROUND_SCORED, GAME_OVER, CALLED_OFF, TABLE_NEWS),
        *(ACCOUNT, ACCOUNT_CHANGE, PING, WEBHOOK_DISABLED),
    )
}
"""All kinds, by their keys."""
