"""The kinds of notices: one module and one record each, and the table of all of them.

A kind is stored as its key, so a new one needs a module, a line in the table and no migration.
"""

from typing import Final

from notifications.kinds.account import ACCOUNT
from notifications.kinds.account_change import ACCOUNT_CHANGE
from notifications.kinds.called_off import CALLED_OFF
from notifications.kinds.game_begins import GAME_BEGINS
from notifications.kinds.game_over import GAME_OVER
from notifications.kinds.ping import PING
from notifications.kinds.record import Kind
from notifications.kinds.table_news import TABLE_NEWS
from notifications.kinds.webhook_disabled import WEBHOOK_DISABLED
from notifications.kinds.your_turn import YOUR_TURN

KINDS: Final[dict[str, Kind]] = {
    kind.key: kind
    for kind in (
        *(YOUR_TURN, GAME_BEGINS, GAME_OVER, CALLED_OFF, TABLE_NEWS),
        *(ACCOUNT, ACCOUNT_CHANGE, PING, WEBHOOK_DISABLED),
    )
}
"""All kinds, by their keys."""
