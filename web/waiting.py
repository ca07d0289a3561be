"""What people at a running game ask each other to decide besides playing."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from django.utils.translation import gettext, ngettext

from games.language import active_language
from games.models import SeatAssignment
from games.tables import Table
from illimat_core.messages import capitalize
from notifications.wording import moment_in

Standing: Final = SeatAssignment.Standing


class Wish(NamedTuple):
    """What a person wishes of the others, and the act that takes it back."""

    says: str
    act: str
    button: str


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
            until = moment_in(game.pause_proposed, _zone(own))
            said = gettext("A pause until {until} is proposed by {names}.")
            yield said.format(until=until, names=agreeing)
    wishing = _names(each for each in others if each.wants_end)
    if wishing and not own.wants_end:
        yield gettext("To end the game without a winner: {names}.").format(names=wishing)


def wished(table: Table) -> Iterator[Wish]:
    """Return what the viewer wishes, and not all of the others do."""
    game, own = table.game, table.own
    if own is None:
        return
    if own.wants_end:
        yield Wish(
            gettext("You wish to end the game. It ends once all who still play wish it."),
            "play_on",
            gettext("Play on after all"),
        )
    if own.agrees_on_pause and game.paused_until is not None:
        yield Wish(
            gettext("You wish to end the pause. It ends once all who play agree."),
            "disagree_on_pause",
            gettext("Let the pause last after all"),
        )
    elif own.agrees_on_pause and game.pause_proposed is not None:
        said = gettext("You agree to a pause until {until}. It begins once all who play agree.")
        yield Wish(
            said.format(until=moment_in(game.pause_proposed, _zone(own))),
            "disagree_on_pause",
            gettext("Take back my consent"),
        )


def left_said() -> str:
    """Return what is said to somebody who has left, as long as nobody has their seat."""
    return gettext("You have left. You can still come back.")


def _zone(own: SeatAssignment) -> str:
    return own.user.time_zone if own.user else "UTC"


def _names(seats: Iterable[SeatAssignment]) -> str:
    """Return the names of people; those of deleted accounts are left out."""
    names = [each.shown_name for each in seats if each.shown_name]
    return active_language().form("and", names) if names else ""
