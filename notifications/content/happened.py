"""Which events of a game its reader may not have seen, and the text about them in mails."""

from collections.abc import Callable
from functools import partial
from itertools import dropwhile, takewhile
from operator import itemgetter
from typing import Final, NamedTuple

from django.utils.translation import gettext, ngettext

from games.actors import Role
from games.models import StoredEvent
from games.reading.selectors import LoggedEvent, game_history
from games.reading.tables import Table
from illimat_core.messages import Language
from illimat_core.words.narration import Names, address, narrate

SHOWN: Final = 20  # sentences
READ: Final = 200  # events; a turn has about five
COMMANDS: Final = 100  # among which the reader's own last ones are looked for


class UnseenEvents(NamedTuple):
    """What the viewer of a table may not have seen: the newest events since they last acted.

    `since` is the sequence of the command since which they are told, or 0: that before the viewer's
    turn, as long as it lasts. `is_cut` is whether there are earlier ones. `own` are the events to
    which the viewer's own last commands led; `is_own_last` is whether nobody has acted since.
    """

    since: int
    entries: list[LoggedEvent]
    is_cut: bool
    own: list[LoggedEvent]
    is_own_last: bool


class NewsText(NamedTuple):
    """A heading, the newest sentences by turn, and one about those before them if there are any."""

    title: str
    turns: list[list[str]]
    earlier: str


class SeatPeriod(NamedTuple):
    """A seat, and the events at which its occupant had it: from `since` to before `until`."""

    seat: int
    since: int
    until: int


def unseen_of(table: Table) -> UnseenEvents:
    """Return what happened since the viewer last acted, from what they may see."""
    occupation = occupation_of(table)
    if occupation is None:
        return UnseenEvents(0, *_read(table, 0), own=[], is_own_last=False)
    since, acted = _last_commands(table, occupation)
    continues = partial(_continues_command, first=since, seat=occupation.seat)
    history, is_cut = _read(table, since)
    if acted:
        own = [each for each in history if _follows(each, acted, occupation.seat)]
    else:
        own = list(takewhile(continues, history))
    told = dropwhile(continues, history)
    return UnseenEvents(since, [each for each in told if each not in own], is_cut, own, acted > 0)


def _read(table: Table, since: int) -> tuple[list[LoggedEvent], bool]:
    """Return the newest events from `since` on, and whether there are more than are read."""
    first = max(since, table.game.version - READ, 1)
    return game_history(table=table, after=first - 1, limit=READ + 1), first > max(since, 1)


def news_of(table: Table, language: Language) -> NewsText:
    """Return what happened since the reader's last action, in sentences."""
    since, entries, is_cut, *_ = unseen_of(table)
    names_at = _naming(table)
    told = [
        (entry.stored.command_id is not None, sentence)
        for entry in entries
        if (sentence := narrate(entry.event, names_at(entry.stored.sequence), language.spelled))
    ]
    turns: list[list[str]] = []
    for begins, sentence in told[-SHOWN:]:
        if begins or not turns:
            turns.append([])
        turns[-1].append(sentence)
    title = gettext("Since you last acted") if since else gettext("What happened")
    return NewsText(title, turns, _earlier(len(told) - SHOWN, is_cut=is_cut))


def _naming(table: Table) -> Callable[[int], Names]:
    """Return the names at any event; a seat that the reader has left was theirs until then."""
    held = occupation_of(table)

    def names_at(sequence: int) -> Names:
        is_own = held is not None and held.since <= sequence < held.until
        return address(table.naming(sequence), held.seat if held and is_own else None)

    return names_at


def _earlier(count: int, *, is_cut: bool) -> str:
    if is_cut:
        return gettext("Earlier events are on the game's page.")
    if count <= 0:
        return ""
    return ngettext(
        "The game's page lists {count} earlier event.",
        "The game's page lists {count} earlier events.",
        count,
    ).format(count=count)


def occupation_of(table: Table) -> SeatPeriod | None:
    """Return when the viewer had a seat: the one that is theirs now, else the one they left."""
    own, end = table.own, table.game.version + 1
    if own is not None and own.number is not None:
        return SeatPeriod(own.number, own.since, end)
    if table.viewer is None:
        return None
    left = [each for each in table.past_occupations if each.user_id == table.viewer.pk]
    return SeatPeriod(left[-1].seat, left[-1].since, left[-1].until) if left else None


def _last_commands(table: Table, occupation: SeatPeriod) -> tuple[int, int]:
    """Return since which own command there is news, and from which one nobody else has acted.

    Both are sequences, or 0 if there is no such command among the last ones.
    """
    commands = StoredEvent.objects.filter(game=table.game, command_id__isnull=False)
    newest = commands.order_by("-sequence").values_list("sequence", "seat", "actor")[:COMMANDS]
    owns = [
        (sequence, _is_own(sequence, seat, actor, occupation)) for sequence, seat, actor in newest
    ]
    last = [sequence for sequence, _ in takewhile(itemgetter(1), owns)]
    acted = last[-1] if last else 0
    if acted and not (table.own and table.own.awaited):
        return acted, acted
    earlier = (sequence for sequence, is_own in owns[len(last) :] if is_own)
    return next(earlier, 0), acted


def _is_own(sequence: int, seat: int | None, actor: str | None, occupation: SeatPeriod) -> bool:
    here = occupation.since <= sequence < occupation.until
    return here and seat == occupation.seat and actor == Role.PERSON


def _continues_command(entry: LoggedEvent, first: int, seat: int) -> bool:
    """Return whether an event belongs to a seat's command that begins with the event `first`.

    It does only if all events between the two do.
    """
    stored = entry.stored
    return bool(first) and (
        stored.sequence == first or (stored.command_id is None and stored.seat == seat)
    )


def _follows(entry: LoggedEvent, first: int, seat: int) -> bool:
    """Return whether an event belongs to a seat's commands, from the event `first` on."""
    return entry.stored.sequence >= first and entry.stored.seat == seat
