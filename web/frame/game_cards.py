"""Games as cards: with whom, what is asked, how much time is left, and a small board."""

from collections import Counter
from collections.abc import Hashable, Sequence
from datetime import datetime
from math import inf
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from api import database_time
from games.clocks.reckoning import SeatTime
from games.language import active_language
from games.models import SeatAssignment
from games.reading.selectors import game_observe
from games.reading.tables import Table
from games.refusals import GameFrozenError
from games.stream import integrity
from games.stream.folds import Recent
from games.time.circumstances import as_datetime
from games.time.seat_times import seat_times
from illimat_core.decisions import Kind
from illimat_core.messages import capitalize
from illimat_core.modes import MODES
from illimat_core.picture import PAGE, stamp
from illimat_core.sealing import microseconds
from illimat_core.views import Observation
from illimat_core.words.descriptions import prompt
from web.frame.proposals import explain_standstill
from web.frame.time_left import SOON, describe_pause, format_moment, format_time_left, pick_clock

STAMPED: Final = 10
"""How many cards of a list have a small board, which takes a look at the game's state."""
CAPACITY: Final = 1_024  # sights, of three kilobytes each


class Sight(NamedTuple):
    """What a seat sees of a game after an event: whom it asks for what, and a small board.

    It has no words, so it is the same in all languages and whatever people are called.
    """

    asked: Sequence[tuple[int | None, Kind]] = ()
    stamp: SafeString = SafeString()


sights: Final = Recent[Hashable, Sight](CAPACITY)
UNSEEN: Final = Sight()


class Card(NamedTuple):
    """A game of the visitor's in the list; `left` is the time of whom it waits for, if it runs.

    `since` tells it apart from others with the same people.
    """

    table: Table
    who: str
    what: str
    left: str
    until: str
    soon: bool
    stamp: SafeString
    since: str = ""


def cards_of(tables: Sequence[Table]) -> list[Card]:
    """Return games as cards, those first whose time ends first."""
    times = seat_times([(table.game, table.assignments) for table in tables])
    timed = [(table, pick_clock(table, times.get(table.game.pk, ()))) for table in tables]
    timed.sort(key=lambda pair: _deadline(pair[1]))
    return [_card(*pair, looks=number < STAMPED) for number, pair in enumerate(timed)]


def tell_apart(cards: Sequence[Card], among: Sequence[Card]) -> list[Card]:
    """Return cards, those with the same people as another one with when the game began."""
    alike = Counter(card.who for card in among)
    return [
        card._replace(since=_since(card.table)) if alike[card.who] > 1 else card for card in cards
    ]


def _since(table: Table) -> str:
    """Return when a game began, in the viewer's time zone."""
    if table.game.started_at is None or table.viewer is None:
        return ""
    began = table.game.started_at.astimezone(ZoneInfo(table.viewer.time_zone))
    return gettext("since {moment}").format(moment=date_format(began, gettext("j M H:i")))


def _deadline(clock: SeatTime | None) -> float:
    """Return when the time of a clock ends, by which games are sorted: those without one last."""
    return inf if clock is None or clock.deadline is None else clock.deadline


def _left(clock: SeatTime, now: datetime) -> int:
    """Return the time until a deadline, as the game's own page tells it."""
    return max(0, (clock.deadline or 0) - microseconds(now))


def _card(table: Table, clock: SeatTime | None, *, looks: bool) -> Card:
    sight = _sight(table) if looks else UNSEEN
    now = database_time.as_moment(table.game.now or database_time.now())
    left = until = ""
    if clock is not None:
        left = format_time_left(_left(clock, now))
        until = _until(table, clock, now)
    return Card(
        table=table,
        who=company_of(table),
        what=_what(table, sight, now),
        left=left,
        until=until,
        soon=clock is not None and _left(clock, now) < SOON,
        stamp=sight.stamp,
    )


def _sight(table: Table) -> Sight:
    """Return what the viewer sees of a game; nothing of one that is frozen."""
    game = table.game
    if game.frozen:
        return UNSEEN
    key = (game.pk, game.head, table.seat, game.state, table.still)
    known = sights.get(key)
    if known is None:
        try:
            view = game_observe(table=table)
        except GameFrozenError as error:
            integrity.freeze_if_damaged(error)
            return UNSEEN
        known = _seen(view) if view else UNSEEN
        sights.keep(key, known)
    return known


def _seen(view: Observation) -> Sight:
    asked = tuple((each.seat, each.kind) for each in view.decisions)
    return Sight(asked, mark_safe(stamp(view, PAGE)))  # noqa: S308 - drawn by the core


def company_of(table: Table) -> str:
    """Return with whom the viewer plays, or what, if they play alone."""
    others = [name for seat, name in enumerate(table.names) if seat != table.seat]
    language = active_language()
    if table.game.seats == 1:
        return capitalize(
            language.form("and", others or [language.say(MODES[table.game.mode].title)])
        )
    return language.form("and", others)


def _what(table: Table, sight: Sight, now: datetime) -> str:
    """Return what the game waits for, and its scores."""
    language, names = active_language(), table.names
    own = [_asked(kind) for seat, kind in sight.asked if seat == table.seat]
    awaited = [names[seat] for seat, _ in sight.asked if seat is not None]
    if table.game.frozen:
        sentence = gettext("This game is frozen.")
    elif table.own and table.own.standing != SeatAssignment.Standing.PLAYED:
        sentence = gettext("The game stands still, because you have left.")
    elif table.still:
        sentence = explain_standstill(table)
    elif paused := describe_pause(table, now):
        sentence = paused
    elif own:
        sentence = own[0]
    elif table.own and table.own.awaited:
        sentence = gettext("It is your turn.")
    elif awaited:
        said = gettext("{name} to play.").format(name=language.form("and", awaited))
        sentence = capitalize(said)
    else:
        sentence = ""
    return f"{sentence} {scores_of(table)}".strip()


def _asked(kind: Kind) -> str:
    """Return what the viewer is asked; of a turn, how to play is said in the game."""
    if kind == "turn":
        return gettext("Play a card.")
    return prompt(kind, active_language())


def scores_of(table: Table) -> str:
    """Return the scores, the viewer's own first; none where points count for nothing."""
    if MODES[table.game.mode].won_by_claiming:
        return ""
    scores = dict(enumerate(table.game.scores))
    own = scores.pop(table.seat, None) if table.seat is not None else None
    shown = [] if own is None else [gettext("You {score}").format(score=own)]
    shown += [
        gettext("{name} {score}").format(name=table.names[seat], score=score)
        for seat, score in scores.items()
    ]
    return capitalize(", ".join(shown))


def _until(table: Table, clock: SeatTime, now: datetime) -> str:
    """Return the moment of the viewer's own deadline, or whose time it is."""
    if clock.seat is not None and clock.seat != table.seat:
        return table.names[clock.seat]
    if clock.deadline is None or table.viewer is None:
        return ""
    return format_moment(as_datetime(clock.deadline), now, table.viewer.time_zone)
