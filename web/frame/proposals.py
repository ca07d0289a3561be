"""What people at a running game ask each other to decide apart from playing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext, ngettext

from games.language import active_language
from games.models import Game, SeatAssignment
from games.reading.tables import Table
from games.seats import occupants
from illimat_core.messages import capitalize
from notifications.content.wording import moment_in

Standing: Final = SeatAssignment.Standing


class Wish(NamedTuple):
    """What a person wishes of the others or is asked by them, and the act of a button beside it.

    Without an act, there is more to choose on the page about the game.
    """

    says: str
    act: str = ""
    button: str = ""

    @property
    def keep_as(self) -> str:
        """What the form says that it does while it is kept; the end of a game is never kept."""
        return "" if self.act == "wish_end" else self.button


def viewer_questions(table: Table) -> Iterator[Wish]:
    """Return what the viewer is asked; nothing they have answered already."""
    return (wish._replace(says=capitalize(wish.says)) for wish in _asked(table))


def _asked(table: Table) -> Iterator[Wish]:
    own = table.own
    if own is None:
        return
    if own.standing != Standing.PLAYED:
        yield Wish(describe_own_leaving())
        return
    others = [each for each in table.assignments if each is not own]
    yield from _win_offered([each for each in others if each.standing == Standing.WIN_OFFERED])
    if not own.agrees_on_pause:
        yield from _pause_asked(table.game, own, [each for each in others if each.agrees_on_pause])
    if not own.wants_end:
        yield from _end_asked([each for each in others if each.wants_end], table)


def _win_offered(gone: Sequence[SeatAssignment]) -> Iterator[Wish]:
    if gone:
        said = ngettext(
            "{names} has left. Win now, or play on against the house.",
            "{names} have left. Win now, or play on against the house.",
            len(gone),
        )
        yield Wish(said.format(names=_names(gone)))


def _pause_asked(
    game: Game, own: SeatAssignment, agreeing: Sequence[SeatAssignment]
) -> Iterator[Wish]:
    names = _names(agreeing)
    if not names:
        return
    if game.paused_until is not None:
        said = gettext("To end the pause now: {names}.").format(names=names)
        yield Wish(said, "resume", gettext("End the pause, if all agree"))
    elif game.pause_proposed is not None:
        until = moment_in(game.pause_proposed, _zone(own))
        said = gettext("A pause until {until} is proposed by {names}.")
        said = said.format(until=until, names=names)
        yield Wish(said, "agree_on_pause", gettext("Agree to the pause"))


def _end_asked(wishing: Sequence[SeatAssignment], table: Table) -> Iterator[Wish]:
    names = _names(wishing)
    if names and is_last_to_wish(table):
        said = ngettext(
            "{names} wishes to end the game without a winner. If you agree, it ends at once.",
            "{names} wish to end the game without a winner. If you agree, it ends at once.",
            len(wishing),
        )
        yield Wish(said.format(names=names))
    elif names:
        said = ngettext(
            "{names} wishes to end the game without a winner. It ends once all who still play "
            "wish it.",
            "{names} wish to end the game without a winner. It ends once all who still play wish "
            "it.",
            len(wishing),
        )
        yield Wish(said.format(names=names), "wish_end", gettext("I wish to end it"))


def is_last_to_wish(table: Table) -> bool:
    """Return whether all who still play wish to end the game, but for the viewer."""
    playing = occupants.people_playing(table.assignments)
    others = [each for each in playing if each is not table.own]
    return bool(others) and all(each.wants_end for each in others)


def viewer_wishes(table: Table) -> Iterator[Wish]:
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
        yield _pause_wished(table, moment_in(game.pause_proposed, _zone(own)))


def _pause_wished(table: Table, until: str) -> Wish:
    """Return the pause that the viewer proposes or, if others agree, agrees to."""
    said = gettext("You propose a pause until {until}. It begins once all who play agree.")
    button = gettext("Take back the proposal")
    if any(each.agrees_on_pause for each in table.assignments if each is not table.own):
        said = gettext("You agree to a pause until {until}. It begins once all who play agree.")
        button = gettext("Take back my consent")
    return Wish(said.format(until=until), "disagree_on_pause", button)


def describe_own_leaving() -> str:
    """Return what is said to somebody who has left, as long as nobody has their seat."""
    return gettext("You have left. You can still come back.")


def explain_standstill(table: Table) -> str:
    """Return why a game stands still: who has left it."""
    gone = [each for each in table.assignments if each.standing != Standing.PLAYED]
    if not (names := _names(gone)):
        return gettext("The game stands still, because a player has left.")
    return ngettext(
        "The game stands still, because {names} has left.",
        "The game stands still, because {names} have left.",
        len(gone),
    ).format(names=names)


def _zone(own: SeatAssignment) -> str:
    return own.user.time_zone if own.user else "UTC"


def _names(seats: Iterable[SeatAssignment]) -> str:
    """Return the names of people; those of deleted accounts are left out."""
    names = [each.shown_name for each in seats if each.shown_name]
    return active_language().form("and", names) if names else ""
