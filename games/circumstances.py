"""What the clocks of a game depend on besides its events, read from the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec

from games.availability import calendars_of
from games.clocks.calendars import EPOCH, MICROSECOND
from games.clocks.controls import Control, NoClock
from games.clocks.entries import Awaited
from games.clocks.folding import Circumstances
from games.clocks.notices import Notice
from games.clocks.states import ClockState
from games.models import Game, SeatAssignment, TurnNotice
from games.uptime import outages_of
from illimat_core.sealing import microseconds

NOTIFIED: Final = Notice(off=True)
"""The notice of a person who gets no mails about games: as if it had arrived at once."""


def control_of(game: Game) -> Control:
    """Return the time control of a game."""
    return msgspec.convert(game.control, Control)  # type: ignore[no-any-return]


def moment_of(value: int) -> datetime:
    """Convert microseconds since 1970 to a moment."""
    return EPOCH + value * MICROSECOND


def circumstances(
    game: Game,
    assignments: Sequence[SeatAssignment],
    state: ClockState,
    now: datetime,
    *,
    whole: bool = False,
) -> Circumstances:
    """Return what the clocks of a game depend on besides its events, as known at `now`.

    In a game without clocks, outages are queried only while spectators decide, or if the `whole`
    game is to be reckoned, with its idle time and vacancies.
    """
    control = control_of(game)
    since = moment_of(state.looks_back_to)
    if not isinstance(control, NoClock):
        return Circumstances(
            control, calendars_of(assignments, since=since), outages_of(game, since, now)
        )
    counts = whole or state.spectators.decision is not None
    return Circumstances(control, outages=outages_of(game, since, now) if counts else ())


def notices(
    games: Mapping[UUID, ClockState],
) -> Mapping[UUID, Mapping[Awaited, Notice]]:
    """Return the notice of each seat's open decision, by game, given the clocks of the games.

    A person who switched mails about games off is told of each turn at once.
    """
    found: dict[UUID, dict[Awaited, Notice]] = {game_id: {} for game_id in games}
    rows = TurnNotice.objects.filter(game__in=games)
    for game_id, seat, *moments in rows.values_list("game", "seat", "left_at", "failed_at"):
        found[game_id][seat] = notice(games[game_id], seat, *moments)
    off = SeatAssignment.objects.filter(game__in=games, user__game_mails=False)
    for game_id, number in off.values_list("game", "number"):
        found[game_id][number] = NOTIFIED
    return found


def notice(
    state: ClockState, seat: Awaited, left_at: datetime | None, failed_at: datetime | None
) -> Notice:
    """Return the notice of a seat's open decision, given the last one that left for the seat.

    A notice that left before the decision opened does not count for it.
    """
    left, decision = _as_microseconds(left_at), state.of(seat).decision
    if decision is not None and left is not None and left < decision.opened:
        left = None
    return Notice(left_at=left, failed_at=_as_microseconds(failed_at))


def _as_microseconds(value: datetime | None) -> int | None:
    return None if value is None else microseconds(value)
