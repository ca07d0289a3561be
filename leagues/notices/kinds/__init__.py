"""The kinds of notices about leagues: one module and one record each, as in `notifications.kinds`.

What they tell of is decided by `leagues.notices.receivers`, from the events of a season; what a
message says, by the kind, when the message is sent.
"""

from typing import Final

from leagues.notices.kinds.league_invitation import LEAGUE_INVITATION
from leagues.notices.kinds.season_attendance import SEASON_ATTENDANCE
from leagues.notices.kinds.season_certain import SEASON_CERTAIN
from leagues.notices.kinds.season_entry import SEASON_ENTRY
from leagues.notices.kinds.season_message import SEASON_MESSAGE
from leagues.notices.kinds.season_moved import SEASON_MOVED
from leagues.notices.kinds.season_opens import SEASON_OPENS
from leagues.notices.kinds.season_over import SEASON_OVER
from leagues.notices.kinds.season_prevented import SEASON_PREVENTED
from leagues.notices.kinds.season_round import SEASON_ROUND
from leagues.notices.kinds.season_ruling import SEASON_RULING
from leagues.notices.kinds.season_transfer import SEASON_TRANSFER

SEASON_KINDS: Final = (
    *(SEASON_ENTRY, SEASON_ATTENDANCE, SEASON_TRANSFER, SEASON_ROUND, SEASON_CERTAIN, SEASON_OVER),
    *(SEASON_MESSAGE, SEASON_RULING, SEASON_PREVENTED, SEASON_MOVED, LEAGUE_INVITATION),
    SEASON_OPENS,
)
"""All kinds about leagues and seasons."""
