"""The occupants of a running game's seats, stored as rows that follow the table events.

Events name seats only, so the person who takes a seat is the actor of the command.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from accounts.models import User
from games.clocks.calendars import EPOCH
from games.models import Game, Occupant, PastOccupation, SeatAssignment
from games.models.timers import TurnNotice
from illimat_core import Event
from illimat_core.events import (
    SeatForfeited,
    SeatHandedToHouse,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    WinOffered,
)

Standing = SeatAssignment.Standing
SEAT_EVENTS: Final = (SeatOpened, WinOffered, SeatTaken, SeatHandedToHouse, SeatForfeited)
PLAYED: Final = (Standing.PLAYED, None)
CHANGING: Final = ("user", "occupant", "since", "standing", "until", "wants_end", "agrees_on_pause")


def is_still(assignments: Sequence[SeatAssignment]) -> bool:
    """Return whether the game stands still until it is decided what becomes of a leaver's seat."""
    return any(assignment.standing != Standing.PLAYED for assignment in assignments)


def has_open_seat(assignments: Sequence[SeatAssignment]) -> bool:
    return any(assignment.standing == Standing.OPEN for assignment in assignments)


def is_still_after(assignments: Sequence[SeatAssignment], events: Sequence[Event]) -> bool:
    standing = {assignment.number: assignment.standing for assignment in assignments}
    for event in events:
        if isinstance(event, SEAT_EVENTS):
            standing[event.seat], _ = _standing(event, EPOCH)
    return any(each != Standing.PLAYED for each in standing.values())


def people_playing(assignments: Sequence[SeatAssignment]) -> list[SeatAssignment]:
    """Return the seats that people play, including people who have forfeited."""
    played = (each for each in assignments if each.standing == Standing.PLAYED)
    return [each for each in played if each.user_id is not None]


def house_from_start(assignments: Sequence[SeatAssignment]) -> list[SeatAssignment]:
    return [each for each in assignments if each.level]


def is_rated(game: Game, assignments: Sequence[SeatAssignment]) -> bool:
    """Return whether a game counts in ratings, or would if it began with these seats."""
    return game.rated and not house_from_start(assignments)


def is_practice(assignments: Sequence[SeatAssignment]) -> bool:
    """Return whether one person plays against house players only."""
    return len(house_from_start(assignments)) == len(assignments) - 1 > 0


def seats_leaving(events: Sequence[Event]) -> set[int]:
    gone = (SeatOpened, WinOffered, SeatHandedToHouse)
    return {event.seat for event in events if isinstance(event, gone)}


def are_people_changed(events: Sequence[Event]) -> bool:
    return any(isinstance(event, SeatLeft | SeatTaken) for event in events)


def is_taken(events: Sequence[Event]) -> bool:
    """Return whether somebody sits down with these events, who has not been asked anything yet."""
    return any(isinstance(event, SeatTaken) for event in events)


def seat_people(
    game: Game,
    assignments: Sequence[SeatAssignment],
    events: Sequence[Event],
    *,
    first: int,
    taker: User | None,
) -> None:
    """Apply events to the assignments of the seats that they name, and save these.

    `first` is the sequence of the first event, and `taker` the person who takes a seat in them. The
    game's `moved_at` is when they were recorded.
    """
    for sequence, event in enumerate(events, first):
        if isinstance(event, SEAT_EVENTS):
            assignment = next(each for each in assignments if each.number == event.seat)
            if isinstance(event, SeatTaken | SeatHandedToHouse):
                _change_occupant(game, assignment, event, sequence, taker)
            assignment.standing, assignment.until = _standing(event, game.moved_at)
            assignment.wants_end = assignment.agrees_on_pause = False
            assignment.save(update_fields=CHANGING)


def standings(
    noted: Sequence[tuple[Event, datetime]],
) -> Mapping[int, tuple[Standing, datetime | None]]:
    """Return the standing of each seat that events name, and when it ends."""
    return {
        event.seat: _standing(event, at) for event, at in noted if isinstance(event, SEAT_EVENTS)
    }


def _standing(event: Event, at: datetime) -> tuple[Standing, datetime | None]:
    match event:
        case SeatOpened(days=days):
            return Standing.OPEN, at + timedelta(days)
        case WinOffered(days=days):
            return Standing.WIN_OFFERED, at + timedelta(days)
        case _:
            return PLAYED


def _change_occupant(
    game: Game,
    assignment: SeatAssignment,
    event: SeatTaken | SeatHandedToHouse,
    sequence: int,
    taker: User | None,
) -> None:
    """Give a seat to another occupant; nothing if a person takes their own seat back.

    Whether notices reach the one says nothing about the other.
    """
    person = taker if isinstance(event, SeatTaken) else None
    if person is not None and person.pk == assignment.user_id:
        return
    PastOccupation.objects.create(
        game=game,
        seat=event.seat,
        user=assignment.user,
        occupant=assignment.occupant,
        since=assignment.since,
        until=sequence,
    )
    if assignment.failed_at is not None:
        TurnNotice.objects.filter(game=game, seat=event.seat).delete()
    assignment.user, assignment.since = person, sequence
    assignment.reminders = person.reminders if person else None
    assignment.occupant = Occupant(event.reason) if isinstance(event, SeatTaken) else Occupant.HOUSE
