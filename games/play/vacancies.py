"""The seats of leavers: taking one over or back, and the win that its last opponents may choose."""

from typing import Final, Literal, cast
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from accounts.blocks import people_lock
from accounts.models import User
from games import actors, guards
from games.actors import Actor, CommandSource, Role
from games.clocks.leavers import may_return
from games.models import Occupant, PastOccupation, SeatAssignment
from games.play.commands import Command, play
from games.play.leaver_steps import clocks_at, is_played, seats_to_win
from games.play.leavers import Occasion, take_step
from games.reading import tables
from games.reading.tables import Table
from games.refusals import NotAllowedError, TableError
from games.stream import store
from illimat_core.cards import Seat
from illimat_core.events import SeatLeft, SeatTaken
from illimat_core.messages import capitalize

Choice = Literal["win", "go_on"]
Standing = SeatAssignment.Standing
SAT_HERE: Final = gettext_lazy(
    "You have sat at this table. A substitute must be somebody new to it."
)
NOT_OPEN: Final = gettext_lazy("This seat is not open.")
BACK_ALREADY: Final = gettext_lazy(
    "You took this seat back once already, so the house plays it to the end."
)
FOR_SUBSTITUTES: Final = gettext_lazy(
    "This game belongs to a league. Only a substitute of the season takes over its seats."
)
LEFT_TOO_OFTEN: Final = gettext_lazy(
    "This seat has been vacant too often, so your opponent now chooses what happens to it."
)


@transaction.atomic
def open_seat_take(*, user: User, game_id: UUID, seat: int, source: CommandSource) -> None:
    """Give `user`, whose account can be used, the open seat of a leaver, or their own seat back.

    Raises NotAllowedError if `user` has had another seat at this table, has taken the seat back
    from the house before, has left too often, or did not sit here before and the game is a
    league's; TableError `not_running`, `seat_taken`, `not_reliable_enough`, `blocked_by_you` and
    `no_seat_for_you`, GameOverError.
    """
    guards.check_present(people_lock(user))
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    guards.check_running(table.game)
    noted = SeatTaken(seat=seat, reason=_reason_to_take(table, user, seat))
    by = Actor(Role.PERSON, seat, user)
    key = f"take {seat} {table.game.version}"
    play(Command(table.game.pk, by, source, key, noted=[noted]))


@transaction.atomic
def seat_take_over(*, user: User, game_id: UUID, seat: Seat) -> None:
    """Give a seat to `user`, the substitute of a league's season, at once.

    A person who plays the seat leaves the game with it; it may also be open, or the house's, or its
    opponent may have been offered the win. No rule of the table keeps the substitute out.

    Raises GameNotFoundError, GameFrozenError, NotAllowedError if the seat has forfeited or `user`
    has or has had a seat at this table, TableError `not_running`, GameOverError.
    """
    table = tables.table_lock(game_id=game_id)
    guards.check_running(table.game)
    if seat not in store.state_of(table.game).staying:
        raise NotAllowedError(gettext("This seat has forfeited. Nobody can take it over."))
    seated = any(each.user_id == user.pk for each in table.assignments)
    if seated or table.game.past_occupations.filter(user=user).exists():
        refusal = gettext(
            "{name} has already had a seat at this table. A substitute must be new to it."
        )
        raise NotAllowedError(capitalize(refusal.format(name=user.handle)))
    taken = SeatTaken(seat=seat, reason="substitute")
    noted = [SeatLeft(seat=seat, reason="withdrawn"), taken] if is_played(table, seat) else [taken]
    key = f"take over {seat} {table.game.version}"
    by, source = actors.SERVER, CommandSource.LEAGUE
    play(Command(table.game.pk, by, source, key, noted=noted, taker=user), table)


@transaction.atomic
def win_choose(*, user: User, game_id: UUID, choice: Choice, source: CommandSource) -> None:
    """Win against a leaver and the house, or go on against the house.

    Raises NotAllowedError if `user` does not play, TableError `not_running` and `no_offer`,
    GameOverError.
    """
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    own = guards.find_seat(user, table.assignments)
    guards.check_running(table.game)
    offered = [number for number in seats_to_win(table) if number != own.number]
    if not offered:
        raise TableError("no_offer", _nothing_offered(table))
    if choice == "win":
        take_step(table, clocks_at(table), offered[0], Occasion("win_taken", source=source))
        return
    for seat in offered:
        take_step(table, clocks_at(table), seat, Occasion("win_declined", source=source))


def _nothing_offered(table: Table) -> str:
    if any(each.standing == Standing.OPEN for each in table.assignments):
        return gettext(
            "No win is offered yet: a seat is open until somebody takes it, or its time is over."
        )
    return gettext("There is nothing to choose: your opponent plays.")


def _reason_to_take(table: Table, user: User, seat: int) -> Literal["substitute", "returned"]:
    """Return why `user` may take a seat; raises the errors of `open_seat_take`."""
    assignment = next((each for each in table.assignments if each.number == seat), None)
    if assignment is None:
        raise TableError("seat_taken", NOT_OPEN)
    record = clocks_at(table).state.seats[seat].record
    if assignment.standing != Standing.PLAYED and assignment.user_id == user.pk:
        if not may_return(record, cast("Literal['open', 'win_offered']", assignment.standing)):
            raise NotAllowedError(LEFT_TOO_OFTEN)
        return "returned"
    past: list[PastOccupation] = list(table.game.past_occupations.all())
    if assignment.occupant == Occupant.HOUSE:
        before = [each for each in past if each.seat == seat]
        if before and before[-1].user_id == user.pk:
            if not may_return(record, "house"):
                raise NotAllowedError(BACK_ALREADY)
            return "returned"
    if table.own or any(each.user_id == user.pk for each in past):
        raise NotAllowedError(SAT_HERE)
    if assignment.standing != Standing.OPEN:
        raise TableError("seat_taken", NOT_OPEN)
    if table.game.arranged:
        raise NotAllowedError(FOR_SUBSTITUTES)
    guards.check_blocks(table.blocks)
    guards.check_reliability(table.game, user)
    return "substitute"
