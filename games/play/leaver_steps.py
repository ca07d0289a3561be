"""The step that follows when a player leaves a game, or a seat has waited for its leaver too long.

The rules are in `games.clocks.leavers`; here is what they need to know of a table. Nothing is
changed: `games.play.leavers` takes the steps, and pages announce them.
"""

from collections.abc import Sequence
from typing import cast

from games.clocks.leavers import (
    CallOff,
    Company,
    HandToHouse,
    Happened,
    LeaverRule,
    LeaverRules,
    OfferWin,
    OpenSeat,
    Step,
    may_return,
    next_step,
)
from games.clocks.reckoning import without_time
from games.clocks.records import Record
from games.models import Game, Occupant, SeatAssignment
from games.reading.tables import Table
from games.seats import occupants
from games.stream import store
from games.time.stored_clocks import Clocks, clocks_of
from illimat_core.cards import Seat

Standing = SeatAssignment.Standing


def own_record(table: Table) -> Record:
    """Return the record of the viewer's seat in a running game; an empty one for a spectator's."""
    return Record() if table.seat is None else clocks_at(table).state.seats[table.seat].record


def follows_leaving(table: Table, seat: Seat) -> tuple[Step, bool]:
    """Return what follows if the player of a seat leaves, and whether they could come back."""
    clocks = clocks_at(table)
    record = clocks.state.seats[seat].record
    match step := find_step(table, clocks, seat, "left"):
        case OpenSeat():
            return step, may_return(record, "open")
        case OfferWin():
            return step, may_return(record.after_vacancy(), "win_offered")
        case HandToHouse():
            return step, may_return(record, "house")
        case _:
            return step, False


def follows_vacancy(table: Table, seat: Seat) -> Step:
    return find_step(table, clocks_at(table), seat, "not_taken")


def must_answer(table: Table, seat: Seat) -> bool:
    """Return whether a game is called off if nobody answers the win that is offered over a seat."""
    return find_step(table, clocks_at(table), seat, "win_due") == CallOff("idle")


def find_step(
    table: Table, clocks: Clocks, seat: Seat, happened: Happened, gone: Sequence[Seat] = ()
) -> Step:
    """Return the step that follows for a seat; the players of `gone` seats leave with it."""
    game = table.game
    rules = LeaverRules(rule=cast("LeaverRule", game.leavers), excuses=game.excuses)
    records = [each.record for each in clocks.state.seats]
    rivals, partners = _sides(table, seat, gone)
    others = [record for number, record in enumerate(records) if number != seat]
    company = Company(
        players=game.seats,
        rivals=rivals,
        partners=partners,
        practice=game.practice,
        arranged=game.arranged,
        opponent=others[0] if len(others) == 1 else None,
        out_of_time=_are_late(table, clocks, {seat, *gone}),
    )
    return next_step(happened, records[seat], rules, company)


def clocks_at(table: Table) -> Clocks:
    """Return the clocks of a running game at the time that its table was read at."""
    game = table.game
    return clocks_of(game, table.assignments, game.locked_at or game.moved_at)


def people_playing_without(table: Table, *gone: Seat) -> list[SeatAssignment]:
    staying = set(store.state_of(table.game).staying).difference(gone)
    return [each for each in occupants.people_playing(table.assignments) if each.number in staying]


def find_assignment(table: Table, seat: Seat) -> SeatAssignment:
    return next(each for each in table.assignments if each.number == seat)


def is_played(table: Table, seat: Seat) -> bool:
    """Return whether a person has a seat and has not left it, though they may have forfeited."""
    assignment = find_assignment(table, seat)
    return assignment.standing == Standing.PLAYED and assignment.occupant != Occupant.HOUSE


def side_of(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that win together with a seat."""
    return next((team for team in table.teams if seat in team), (seat,))


def seats_to_win(table: Table) -> list[Seat]:
    """Return the seats whose last opponents may win."""
    standing = {each.number: each.standing for each in table.assignments}
    return [n for n in standing if n is not None and standing[n] == Standing.WIN_OFFERED]


def _are_late(table: Table, clocks: Clocks, left: set[Seat]) -> bool:
    """Return whether anybody who stays has a decision open, and no time left for it.

    It does not matter while the house plays on where leavers forfeit, since then nobody wins yet.
    """
    game, people = table.game, {each.number for each in people_playing_without(table, *left)}
    if game.leavers == Game.Leavers.FORFEIT and set(store.state_of(game).staying) - left - people:
        return False
    now = game.locked_at or game.moved_at
    return not people.isdisjoint(without_time(clocks.state, clocks.reckon(now)))


def _sides(table: Table, seat: Seat, gone: Sequence[Seat]) -> tuple[int, int]:
    """Return how many other sides people play for, and how many other people for the seat's own.

    Those of `gone` seats do not. While there are any, open seats count: somebody may take them.
    """
    people = {each.number for each in people_playing_without(table, seat, *gone)}
    if people:
        opened = {each.number for each in table.assignments if each.standing == Standing.OPEN}
        people |= opened - {seat, *gone}
    own = side_of(table, seat)
    sides = {side_of(table, number) for number in people if number is not None}
    return len(sides - {own}), len(people.intersection(own))
