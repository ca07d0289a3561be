"""What happened in a game since its reader last acted, in plain words."""

from itertools import takewhile
from typing import Final, NamedTuple

from django.utils.translation import gettext, ngettext

from games.actors import Role
from games.models import StoredEvent
from games.selectors import LoggedEvent, game_history
from games.tables import Table
from illimat_core.messages import Language
from illimat_core.words.narration import narrate

SHOWN: Final = 20  # sentences
READ: Final = 200  # events; a turn has about five


class Unseen(NamedTuple):
    """What the viewer of a table may not have seen: the newest events since they last acted.

    `since` is the sequence of their last command, or 0; `is_cut` is whether there are earlier ones.
    `own` are the events to which that command led.
    """

    since: int
    entries: list[LoggedEvent]
    is_cut: bool
    own: list[LoggedEvent]


class News(NamedTuple):
    """A heading, the newest sentences by turn, and one about those before them if there are any."""

    title: str
    turns: list[list[str]]
    earlier: str


class Occupation(NamedTuple):
    """A seat, and the events at which its occupant had it: from `since` to before `until`."""

    seat: int
    since: int
    until: int


def unseen_of(table: Table) -> Unseen:
    """Return what happened since the viewer last acted, from what they may see."""
    occupation = occupation_of(table)
    since = _last_action(table, occupation) if occupation else 0
    after = max(since, table.game.version - READ)
    history, own = game_history(table=table, after=after, limit=READ), []
    if occupation and since and after == since:
        own = list(takewhile(lambda entry: _is_of_command(entry, occupation.seat), history))
    return Unseen(since, history[len(own) :], is_cut=after > since, own=own)


def news_of(table: Table, language: Language) -> News:
    """Return what happened since the reader's last action, in sentences."""
    since, entries, is_cut, _ = unseen_of(table)
    told = [
        (entry.stored.command_id is not None, sentence)
        for entry in entries
        if (sentence := narrate(entry.event, table.naming(entry.stored.sequence), language.spelled))
    ]
    turns: list[list[str]] = []
    for begins, sentence in told[-SHOWN:]:
        if begins or not turns:
            turns.append([])
        turns[-1].append(sentence)
    title = gettext("Since you last acted") if since else gettext("What happened")
    return News(title, turns, _earlier(len(told) - SHOWN, is_cut=is_cut))


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


def occupation_of(table: Table) -> Occupation | None:
    """Return when the viewer had a seat: the one that is theirs now, else the one they left."""
    own, end = table.own, table.game.version + 1
    if own is not None and own.number is not None:
        return Occupation(own.number, own.since, end)
    if table.viewer is None:
        return None
    left = [each for each in table.past_occupations if each.user_id == table.viewer.pk]
    return Occupation(left[-1].seat, left[-1].since, left[-1].until) if left else None


def _last_action(table: Table, occupation: Occupation) -> int:
    """Return the sequence of the reader's last command; 0 if they have not acted."""
    seat, since, until = occupation
    commands = StoredEvent.objects.filter(
        game=table.game,
        seat=seat,
        sequence__gte=since,
        sequence__lt=until,
        actor=Role.PERSON,
    )
    return commands.order_by("-sequence").values_list("sequence", flat=True).first() or 0


def _is_of_command(entry: LoggedEvent, seat: int) -> bool:
    """Return whether an event that follows a seat's command belongs to the same command."""
    return entry.stored.seat == seat and entry.stored.command_id is None
