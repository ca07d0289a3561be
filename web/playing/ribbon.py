"""The ribbon of a game: whose turn it is, and for how long."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.models import Game, Occupant, SeatAssignment
from games.reading.tables import Table
from games.time.circumstances import as_datetime
from games.time.seat_times import seat_times
from games.time.timer_setting import HOUSE_DELAY
from illimat_core.messages import Language
from illimat_core.views import Observation
from notifications.content.wording import with_zone
from web.frame.proposals import describe_own_leaving, explain_standstill
from web.frame.time_left import describe_pause, format_moment, pick_clock
from web.frame.time_words import describe_vacancies

TURNS = ("turn", "after_play", "echo")
"""The decisions that are part of one's own turn."""


class Ribbon(NamedTuple):
    """Whose turn it is, how much time is left, and until when in the viewer's time zone.

    `notes` say that the viewer has left, what becomes of the seats of leavers, until when the game
    is paused, and when the house plays.
    """

    title: str
    left: str = ""
    until: str = ""
    notes: Sequence[str] = ()


def ribbon_of(table: Table, view: Observation, language: Language) -> Ribbon:
    """Return the ribbon of a running game, about the viewer's own time or the first that ends."""
    title = title_of(table, view, language)
    if table.game.state != Game.State.RUNNING:
        return Ribbon(title)
    left, now = gettext("You left this game.") if table.left else "", timezone.now()
    said = (left, *describe_vacancies(table), describe_pause(table, now), _house(table, view))
    notes = [note for note in said if note]
    times = seat_times([(table.game, table.assignments)]).get(table.game.pk, ())
    clock = pick_clock(table, times)
    if clock is None or clock.deadline is None:
        return Ribbon(title, notes=notes)
    end = as_datetime(clock.deadline)
    zone = table.viewer.time_zone if table.viewer else "UTC"
    moment = with_zone(format_moment(end, now, zone), end, zone)
    until = gettext("left, until {moment}").format(moment=moment)
    return Ribbon(title, left_until(end), until, notes)


def _house(table: Table, view: Observation) -> str:
    """Return when the house plays that the game waits for; empty where it answers at once."""
    awaited = {each.seat for each in view.decisions}
    seats = {each.number for each in table.assignments if each.occupant == Occupant.HOUSE}
    if table.game.practice or table.still or not awaited & seats:
        return ""
    minutes = int(HOUSE_DELAY.total_seconds() // 60)
    return ngettext(
        "The house plays after {minutes} minute.",
        "The house plays after {minutes} minutes.",
        minutes,
    ).format(minutes=minutes)


def title_of(table: Table, view: Observation, language: Language) -> str:
    """Return whose turn it is, in a sentence."""
    asked = view.decisions
    if table.own and table.own.standing != SeatAssignment.Standing.PLAYED:
        return describe_own_leaving()
    if table.still:
        return explain_standstill(table)
    own = [each.kind for each in asked if each.seat == table.seat]
    if own and table.own:
        return gettext("Your turn") if own[0] in TURNS else gettext("You are asked")
    if own:
        return gettext("A spectator is asked.")
    names = [table.names[each.seat] for each in asked if each.seat is not None]
    if not names:
        return gettext("A spectator is asked.") if asked else gettext("It is nobody's turn")
    return gettext("It is the turn of {awaited}.").format(awaited=language.form("and", names))


def left_until(end: datetime) -> str:
    """Return the time until a moment in its two largest units: `1 day 20 h`."""
    minutes = max(0, int((end - timezone.now()).total_seconds() // 60))
    days, hours = divmod(minutes // 60, 24)
    if days:
        return ngettext("{days} day {hours} h", "{days} days {hours} h", days).format(
            days=days, hours=hours
        )
    return gettext("{hours} h {minutes} min").format(hours=hours, minutes=minutes % 60)
