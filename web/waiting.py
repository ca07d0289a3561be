"""What others at a running game ask a person to decide besides playing."""

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext, ngettext

from games.language import active_language
from games.models import SeatAssignment
from games.tables import Table
from illimat_core.messages import capitalize
from notifications.wording import moment_in

Standing: Final = SeatAssignment.Standing


def asked(table: Table) -> Iterator[str]:
    """Return what the viewer is asked, in sentences; nothing they have answered already."""
    return map(capitalize, _asked(table))


def _asked(table: Table) -> Iterator[str]:
    game, own = table.game, table.own
    if own is None:
        return
    if own.standing != Standing.PLAYED:
        yield left_said()
        return
    others = [each for each in table.assignments if each is not own]
    gone = [each for each in others if each.standing == Standing.WIN_OFFERED]
    if gone:
        yield ngettext(
            "{names} has left. Win now, or play on against the house.",
            "{names} have left. Win now, or play on against the house.",
            len(gone),
        ).format(names=_names(gone))
    agreeing = _names(each for each in others if each.agrees_on_pause)
    if agreeing and not own.agrees_on_pause:
        if game.paused_until is not None:
            yield gettext("To end the pause now: {names}.").format(names=agreeing)
        elif game.pause_proposed is not None:
            until = moment_in(game.pause_proposed, own.user.time_zone if own.user else "UTC")
            said = gettext("A pause until {until} is proposed by {names}.")
            yield said.format(until=until, names=agreeing)
    wishing = _names(each for each in others if each.wants_end)
    if wishing and not own.wants_end:
        yield gettext("To end the game without a winner: {names}.").format(names=wishing)


def left_said() -> str:
    """Return what is said to somebody who has left, as long as nobody has their seat."""
    return gettext("You have left. You can still come back.")


def _names(seats: Iterable[SeatAssignment]) -> str:
    """Return the names of people; those of deleted accounts are left out."""
    names = [each.shown_name for each in seats if each.shown_name]
    return active_language().form("and", names) if names else ""
