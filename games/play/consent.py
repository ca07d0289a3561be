"""What the people of a game agree on: to end it, to pause it, or to end a pause.

Nothing is appended here: the callers append the events that these functions return.
"""

from collections.abc import Iterable, Sequence

from games.clocks.errors import ClockError
from games.clocks.pauses import check_pause
from games.models import Game, SeatAssignment
from games.seats import occupants
from games.time.stored_clocks import Clocks
from illimat_core import Event, State, evolve
from illimat_core.events import GameCalledOff, GamePaused, GameResumed
from illimat_core.sealing import microseconds


def end_by_consent(
    assignments: Sequence[SeatAssignment], state: State
) -> tuple[State, list[Event]]:
    """Call a running game off if all who still play wish it; the caller appends the events."""
    staying = _staying(assignments, state, ())
    if state.over or not staying or not all(each.wants_end for each in staying):
        return state, []
    called_off = GameCalledOff(reason="consent")
    return evolve(state, called_off), [called_off]


def pause_by_consent(
    game: Game,
    assignments: Sequence[SeatAssignment],
    state: State,
    events: Sequence[Event],
    clocks: Clocks,
) -> tuple[State, list[Event]]:
    """Pause a running game, or end its pause, if all people who still play after `events` agree.

    So a person who leaves with `events` keeps the others from neither. Return the new state and the
    events, which the caller must append: none if nothing changes, the game stands still, or the
    proposed pause is no longer allowed.
    """
    staying = _staying(assignments, state, events)
    if state.over or not staying or not all(each.agrees_on_pause for each in staying):
        return state, []
    if game.paused_until is not None:
        event: GamePaused | GameResumed = GameResumed(reason="consent")
    elif game.pause_proposed is None or occupants.is_still_after(assignments, events):
        return state, []
    else:
        try:
            check_pause(
                clocks.state,
                microseconds(game.pause_proposed),
                microseconds(game.locked_at or game.moved_at),
            )
        except ClockError:
            return state, []
        event = GamePaused(until=f"{game.pause_proposed:%Y-%m-%dT%H:%M:%SZ}", reason="consent")
    return evolve(state, event), [event]


def forget_pause(game: Game, assignments: Sequence[SeatAssignment]) -> None:
    """Drop a proposed pause and all consent to it, or to its end; the game is not saved."""
    game.pause_proposed = None
    for assignment in assignments:
        assignment.agrees_on_pause = False
    agreeing = SeatAssignment.objects.filter(game=game, agrees_on_pause=True)
    agreeing.update(agrees_on_pause=False)


def forget_wishes(assignments: Iterable[SeatAssignment]) -> None:
    """Withdraw the wishes of seats to call the game off: they play on, or the people changed."""
    for assignment in assignments:
        if assignment.wants_end:
            assignment.wants_end = False
            assignment.save(update_fields=["wants_end"])


def _staying(
    assignments: Sequence[SeatAssignment], state: State, events: Sequence[Event]
) -> list[SeatAssignment]:
    """Return the seats that people still play after `events`, which led to `state`.

    It is empty if somebody sits down with them, who has agreed to nothing.
    """
    if occupants.is_taken(events):
        return []
    seats = set(state.staying) - occupants.seats_leaving(events)
    return [each for each in occupants.people_playing(assignments) if each.number in seats]
