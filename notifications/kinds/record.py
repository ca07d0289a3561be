"""The record of a kind of notice, and the conditions that several kinds share."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from games.models import Game, SeatAssignment
from games.selectors import game_state
from games.tables import Table
from notifications.models import Notice

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Opening(NamedTuple):
    """What a message says first, after the salutation.

    `alone` is for a reader who plays alone, `accompanied` for others and contains `{company}`. Both
    may contain `{creator}` and `{round}`. Translations begin as their language does after a
    salutation.
    """

    alone: "StrOrPromise"
    accompanied: "StrOrPromise"


@dataclass(frozen=True)
class Kind:
    """What the server knows of a kind of notice.

    `key` is stored with each notice. `label` names the kind in a few words: in the subject of a
    message, in lists of news and among the choices. `holds` says whether a notice about a game is
    still true; it is asked just before a message leaves. `opening` returns what a message says
    first, given the game. `template` is the name of the message's templates. `channels` are the
    keys of the channels by which it leaves unless its reader chose otherwise.

    With `by_creator` the opening names the creator as who acts, and so the company without them.

    `of_game` is whether it is about a game, and `of_turn` whether it tells a person that a game
    waits for them, so that time may run out for them. `delay` is how long it waits for newer news
    that tell the same. `kept_for` is how long it is of use. `due` says from when it may leave, for
    kinds whose time changes with the game; None if that is not known yet. `reserved` kinds may use
    the part of the daily limit that is reserved for what no stranger can cause.
    """

    key: str
    label: "StrOrPromise"
    holds: Callable[[Notice], bool]
    opening: Callable[[Game], Opening] | None = None
    template: str = "game"
    channels: frozenset[str] = frozenset({"email", "webhook"})
    by_creator: bool = False
    of_game: bool = True
    of_turn: bool = False
    delay: timedelta = timedelta()
    kept_for: timedelta | None = None
    due: Callable[[Notice], datetime | None] | None = None
    reserved: bool = False


def seated(notice: Notice) -> bool:
    """Return whether the person still sits at the table."""
    return notice.table.own is not None


def seated_while_running(notice: Notice) -> bool:
    """Return whether the person sits in a running game."""
    return seated(notice) and notice.table.game.state == Game.State.RUNNING


def still_plays(table: Table) -> bool:
    """Return whether the viewer of a table plays there, and has neither left nor forfeited."""
    own = table.own
    if table.game.state != Game.State.RUNNING or own is None:
        return False
    state = game_state(table=table)
    played = own.standing == SeatAssignment.Standing.PLAYED
    return played and state is not None and own.number in state.staying


def awaited(notice: Notice) -> bool:
    """Return whether the game waits for the person."""
    table = notice.table
    return seated_while_running(notice) and table.seat in table.game.awaited
