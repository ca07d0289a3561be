"""What the clocks of a game depend on apart from its events, read from the database."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from games.clocks.calendars import EPOCH, MICROSECOND
from games.clocks.controls import Control
from games.clocks.entries import Awaited
from games.clocks.folding import Circumstances
from games.clocks.notified import DecisionNotice
from games.clocks.states import ClockState
from games.models import Game, Occupant, PastOccupation, SeatAssignment
from games.outages import outages_of, outages_since
from games.time.availability import calendars_of
from illimat_core.records import converter
from illimat_core.sealing import microseconds

NOTIFIED: Final = DecisionNotice(off=True)
"""The notice of a person who gets no mails about games: as if it had arrived at once."""


_convert: Callable[[Any], Control] = converter(Control)  # type: ignore[arg-type]


def control_of(game: Game) -> Control:
    return _convert(game.control)


def as_datetime(value: int) -> datetime:
    """Convert microseconds since 1970 to a moment."""
    return EPOCH + value * MICROSECOND


def circumstances_of(
    game: Game,
    assignments: Sequence[SeatAssignment],
    state: ClockState,
    now: datetime,
    *,
    whole: bool = False,
) -> Circumstances:
    """Return what its clocks depend on apart from its events, for decisions that open at `now`.

    In a game without clocks, outages are queried only while spectators decide, or if the `whole`
    game is to be reckoned, with its idle time and vacancies.
    """
    control = control_of(game)
    since = as_datetime(state.looks_back_to)
    if control.runs:
        at = max(now, as_datetime(state.at))  # the database's clock may have been put back
        calendars = calendars_of(assignments, since=since, at=at)
        return Circumstances(control, calendars, outages_of(game, since, now))
    counts = whole or state.spectators.decision is not None
    return Circumstances(control, outages=outages_of(game, since, now) if counts else ())


def whole_circumstances(game: Game, assignments: Sequence[SeatAssignment]) -> Circumstances:
    """Where the house has taken a seat over, take the clock of its last person, who may return."""
    control = control_of(game)
    people = _last_people(game, assignments) if control.runs else ()
    calendars = calendars_of(people)
    return Circumstances(control, calendars, outages_since(EPOCH, game.moved_at))


def _last_people(game: Game, assignments: Sequence[SeatAssignment]) -> list[SeatAssignment]:
    """Return the seats as they were before the house took any of them over from a person."""
    past = PastOccupation.objects.filter(game=game).exclude(occupant=Occupant.HOUSE)
    # The earliest to leave come first.
    last: dict[int | None, int | None] = dict(past.values_list("seat", "user"))
    return [
        each
        if each.occupant != Occupant.HOUSE
        else SeatAssignment(number=each.number, user_id=last.get(each.number))
        for each in assignments
    ]


def notices_of(
    state: ClockState, assignments: Sequence[SeatAssignment]
) -> Mapping[Awaited, DecisionNotice]:
    """Return the notice of each seat's open decision, as the rows of the seats tell it.

    A person who switched mails about games off is told of each turn at once, unless what they get
    in place of mails has failed.
    """
    return {each.number: _notice(state, each) for each in assignments}


def _notice(state: ClockState, seat: SeatAssignment) -> DecisionNotice:
    """Return the last notice for a seat, without what happened before the decision opened."""
    decision = state.of(seat.number).decision
    opened = decision.opened if decision else 0
    left, held = _as_microseconds(seat.notified_at), _as_microseconds(seat.held_at)
    if not seat.gets_mails and seat.failed_at is None:
        return NOTIFIED
    again = [moment for moment in seat.told_again or () if moment >= opened]
    return DecisionNotice(
        left_at=left if left is not None and left >= opened else None,
        again=tuple(again),
        held_until=(
            _as_microseconds(seat.held_until) if held is not None and held >= opened else None
        ),
        failed_at=_as_microseconds(seat.failed_at),
    )


def _as_microseconds(value: datetime | None) -> int | None:
    return None if value is None else microseconds(value)
