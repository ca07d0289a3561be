"""The results of games: places and scores by seat, and what became of the players.

All of it follows from a game's events and seats, so it can be computed again at any time.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Literal, NamedTuple

from accounts.reliability import IN_TIME, MISSED
from games.models import Game, Occupant, PastOccupation, SeatAssignment
from games.stream import store
from games.time.clock_entries import outcomes_of
from games.time.stored_clocks import commands_of
from illimat_core import Event, State, fold
from illimat_core.cards import Seat
from illimat_core.events import (
    GameAdjudicated,
    GameCalledOff,
    PlayerForfeited,
    SeatLeft,
    read_shown,
)
from illimat_core.places import places_at_end
from illimat_core.sealing import SealedEvent

Stored = Sequence[tuple[SealedEvent, Event]]


class SeatTenure(NamedTuple):
    """The time in which one occupant had a seat.

    `user_id` is None for the house, and if the account was deleted. `left_at` is when the occupant
    left the seat for good; None for an occupant who played it to the end. `decided` and `missed`
    say whether they made a decision of their own, and whether they let time run out for one.
    """

    user_id: int | None
    occupant: Occupant
    left_at: datetime | None
    decided: bool
    missed: bool


class PlayedSeat(NamedTuple):
    """The result of a seat, and its occupants in the order in which they took it.

    `place` is None if the game is void.
    """

    seat: Seat
    place: int | None
    score: int
    occupancies: tuple[SeatTenure, ...]

    @property
    def first(self) -> SeatTenure:
        return self.occupancies[0]

    @property
    def last(self) -> SeatTenure:
        """Who took it last; they may have left it again."""
        return self.occupancies[-1]

    @property
    def kept(self) -> bool:
        """Whether the person who had the seat at the start played it at the end."""
        replaced = len(self._of_first) < len(self.occupancies)
        return not replaced and self.last.occupant is not Occupant.HOUSE and not self.last.left_at

    @property
    def first_decided(self) -> bool:
        """Whether the person who had the seat at the start ever decided."""
        return any(each.decided for each in self._of_first)

    @property
    def _of_first(self) -> Sequence[SeatTenure]:
        """The times of the person who had the seat at the start, and of the house for them."""
        return list(
            takewhile(lambda each: each.occupant is not Occupant.SUBSTITUTE, self.occupancies)
        )

    @property
    def no_show(self) -> bool:
        """Whether the seat's people left, or let time run out, and none of them ever decided.

        Somebody who was never asked, or never told, has done neither.
        """
        if any(each.decided for each in self.occupancies):
            return False
        last = self.last
        return last.left_at is not None or last.missed or last.occupant is Occupant.HOUSE


class GameResult(NamedTuple):
    """How a game ended; it is `void` if it was called off or adjudicated as void."""

    end: Literal["finished", "adjudicated", "void"]
    ended_at: datetime
    seats: tuple[PlayedSeat, ...]


def result_of(game: Game) -> GameResult:
    """Return the result of a game that is over; an automaton's seat is left out.

    The number of queries is the same for every game.

    Raises ValueError for a game that has not begun or is not over, and GameFrozenError.
    """
    if game.ended_at is None or not game.version:
        raise ValueError(f"Game {game} has no result.")
    stored = store.read(game)
    state = fold(event for _, event in stored)
    places, made = places_of(game, state), _outcomes(game, stored)
    past = list(PastOccupation.objects.filter(game=game))
    seats = []
    for present in SeatAssignment.objects.filter(game=game).order_by("number"):
        seat = present.number or 0
        left = present.standing != present.Standing.PLAYED or state.players[seat].gone
        left = left or seat == no_show_of(game)
        had: list[tuple[PastOccupation | SeatAssignment, int | None]] = [
            *((each, each.until) for each in past if each.seat == seat),
            (present, game.version + 1 if left else None),
        ]
        occupancies = [
            SeatTenure(
                each.user_id,
                Occupant(each.occupant),
                None if until is None else _left_at(stored, seat, each.since, until),
                *(
                    any(each.since <= at < (until or game.version + 1) for at in made[seat, kind])
                    for kind in (IN_TIME, MISSED)
                ),
            )
            for each, until in had
        ]
        place = places[seat] if places else None
        seats.append(PlayedSeat(seat, place, state.players[seat].score, tuple(occupancies)))
    return GameResult(_end_of(game), game.ended_at, tuple(seats))


def adjudication_of(game: Game) -> GameAdjudicated | None:
    """Return the event by which a game was adjudicated, from its row; None for other games."""
    last = game.last_event
    if game.ended_at is None or last is None or last["type"] != GameAdjudicated.__name__:
        return None
    event = read_shown(last)
    return event if isinstance(event, GameAdjudicated) else None


def judge_of(game: Game) -> Literal["league", "moderators"]:
    """Return who gave the reasons of a game's `ruling`; only moderators call off open tables."""
    adjudicated = adjudication_of(game)
    return adjudicated.by if adjudicated else "moderators"


def no_show_of(game: Game) -> Seat | None:
    """Return whose leaving before their first decision called a game off, from its row."""
    last = game.last_event or {}
    seat: Seat | None = last.get("seat") if last.get("type") == GameCalledOff.__name__ else None
    return seat


def places_of(game: Game, state: State) -> Sequence[int]:
    """Return each seat's place, from 1, none if the game is void; `state` is the game's."""
    if game.state != Game.State.FINISHED:
        return ()
    adjudicated = adjudication_of(game)
    return adjudicated.places if adjudicated else places_at_end(state)


def _end_of(game: Game) -> Literal["finished", "adjudicated", "void"]:
    if game.state != Game.State.FINISHED:
        return "void"
    return "adjudicated" if adjudication_of(game) else "finished"


def _left_at(stored: Stored, seat: Seat, since: int, until: int) -> datetime:
    """Return when the occupant who had a seat from event `since` to before `until` left it."""
    having = stored[since : until - 1]  # without the event by which they took it
    moments = [
        row.recorded_at
        for row, event in having
        if isinstance(event, SeatLeft | PlayerForfeited) and event.seat == seat
    ]
    return moments[-1] if moments else stored[min(until, len(stored)) - 1][0].recorded_at


def _outcomes(game: Game, stored: Stored) -> Mapping[tuple[Seat, str], Sequence[int]]:
    """Return the first sequences of the commands with which seats decided, and missed decisions."""
    made: dict[tuple[Seat, str], list[int]] = defaultdict(list)
    for sequence, entries in commands_of(game, stored):
        for outcome in outcomes_of(entries):
            made[outcome].append(sequence)
    return made
