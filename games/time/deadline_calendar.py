"""A person's deadlines as a calendar (RFC 5545), to which calendar programs can subscribe."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, override
from icalendar import Calendar, Event

from accounts.feeds import feed_note_entries
from accounts.models import User
from api import database_time
from games.clocks.spans import SECOND
from games.language import active_language
from games.reading.lists import games_of
from games.reading.tables import Table, tables_of
from games.time.circumstances import as_datetime
from games.time.seat_times import seat_times
from games.time.stored_clocks import stored_clock

MOST_DEADLINES: Final = 100
"""Games in a calendar: those whose time ends first."""
READ_EVERY: Final = timedelta(hours=1)


def feed_address(token: str) -> str:
    return f"{settings.BASE_URL}{reverse('my-deadlines')}?token={token}"


def deadline_calendar(*, user: User) -> bytes:
    """Return the open decisions of `user` that have a deadline, as an iCalendar file.

    It is in the language of their account, and the same until a deadline or a name changes. What it
    shows is noted with their feed, so that an entry says since when it has its deadline.
    """
    with override(user.language):
        calendar = Calendar()
        calendar.add("version", "2.0")
        calendar.add("prodid", f"-//{settings.BASE_URL}//Illimat//EN")
        calendar.add("x-wr-calname", gettext("Illimat: deadlines"))
        calendar.add("refresh-interval", READ_EVERY, {"VALUE": "DURATION"})
        for event in _events(user):
            calendar.add_component(event)
        return bytes(calendar.to_ical())


def _events(user: User) -> Iterator[Event]:
    games = games_of(user=user, filters={"state": "my_turn"})
    listed = tables_of(user=user, games=list(games[:MOST_DEADLINES]))
    times = seat_times([(table.game, table.assignments) for table in listed])
    found = {}
    for table in listed:
        shown = (each for each in times.get(table.game.pk, ()) if each.seat == table.seat)
        deadline = next((each.deadline for each in shown), None)
        if deadline is not None:
            opened = _opened(table)
            found[f"{table.game.pk}-{table.seat}-{opened}@illimat"] = table, opened, deadline
    deadlines = {uid: deadline // SECOND for uid, (_, _, deadline) in found.items()}
    now = next((table.game.now for table in listed), None) or database_time.now()
    changed = feed_note_entries(user=user, deadlines=deadlines, now=int(now.timestamp()))
    for uid, (table, opened, deadline) in found.items():
        yield _event(uid, table, opened, deadline, changed[uid])


def _opened(table: Table) -> int:
    clock, seat = stored_clock(table.game), table.seat
    decision = clock.seats[seat].decision if clock and seat is not None else None
    return decision.opened if decision else 0


def _event(uid: str, table: Table, opened: int, deadline: int, changed: int) -> Event:
    """Return the entry of a decision, which keeps its UID however its deadline moves.

    Its SEQUENCE is how many seconds after the opening the deadline was `changed`: that needs no
    counter, which would start anew when the entry was missing for a while.
    """
    game, seat = table.game, table.seat
    others = active_language().form(
        "and", [name for number, name in enumerate(table.names) if number != seat]
    )
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", datetime.fromtimestamp(changed, UTC))  # the same (RFC 5545, 3.8.7.2)
    event.add("last-modified", datetime.fromtimestamp(changed, UTC))
    event.add("sequence", max(0, changed - opened // SECOND))
    event.add("dtstart", as_datetime(deadline))
    event.add(
        "summary", gettext("Illimat: your turn in the game with {others}").format(others=others)
    )
    event.add("url", settings.GAME_URL.format(base=settings.BASE_URL, id=game.pk))
    event.add("transp", "TRANSPARENT")
    return event
