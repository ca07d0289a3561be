"""The record of a kind of notice, and the conditions that several kinds share."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from games.models import Game, SeatAssignment
from games.reading.selectors import game_state
from games.reading.tables import Table
from notifications.letters import Letter, Topic
from notifications.models import Notice

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


NOT_PUSHED: Final = frozenset({"email", "webhook"})
"""The channels of kinds for which no phone needs to buzz, unless its owner chose so."""


class OpeningText(NamedTuple):
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
    message, in lists of news and among the choices. `holds` says whether a notice is still true; it
    is asked just before a message leaves. `channels` are the keys of the channels by which it
    leaves unless its reader chose otherwise.

    Of a kind about a game, `opening` returns what a message says first, given the game, and
    `template` is the name of the message's templates. A kind about something else has a `topic`,
    and `letter` returns what a mail says, in the active language.

    With `by_creator` the opening names the creator as the one who acts, so the company leaves them
    out.

    What is `declinable` people may decline, and their settings and other news may hold it back;
    kinds about the account are not. `of_turn` is whether it tells a person that a game waits for
    them, so that time may run out for them. `needed` is whether even people who want hardly any
    notices need it, since they lose something otherwise. `delay` is how long it waits for newer
    news that tell the same. `kept_for` is how long it is of use. `reserved` kinds may use, as news
    of turns do, the part of the daily limit that no stranger can use up. `is_test` is whether
    somebody asks for it to see whether it arrives: if it does not, that is their answer, and no
    fault of the server.
    """

    key: str
    label: "StrOrPromise"
    holds: Callable[[Notice], bool]
    opening: Callable[[Game], OpeningText] | None = None
    template: str = "game"
    channels: frozenset[str] = frozenset({"email", "push", "webhook"})
    topic: Topic | None = None
    letter: Callable[[Notice], Letter] | None = None
    by_creator: bool = False
    declinable: bool = True
    of_turn: bool = False
    needed: bool = False
    delay: timedelta = timedelta()
    kept_for: timedelta | None = None
    reserved: bool = False
    is_test: bool = False


def is_seated(notice: Notice) -> bool:
    return notice.table.own is not None


def is_seated_in_running_game(notice: Notice) -> bool:
    return is_seated(notice) and notice.table.game.state == Game.State.RUNNING


def is_still_playing(table: Table) -> bool:
    """Return whether the viewer of a table plays there, and has neither left nor forfeited."""
    own = table.own
    if table.game.state != Game.State.RUNNING or own is None:
        return False
    state = game_state(table=table)
    played = own.standing == SeatAssignment.Standing.PLAYED
    return played and state is not None and own.number in state.staying


def is_awaited(notice: Notice) -> bool:
    table = notice.table
    return is_seated_in_running_game(notice) and table.seat in table.game.awaited
