"""The steps taken when a player leaves a running game; `games.clocks.leavers` decides which.

Each step is a command that records table events, and forfeits if the hand goes out of play. Callers
of `miss`, `end_vacancies` and `leave` must have locked the game.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final, Literal, cast
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from accounts.blocks import people_lock
from accounts.models import User
from games import actors
from games.actors import Actor, Role, Source
from games.clocks.leavers import (
    CallOff,
    Excuse,
    Forfeit,
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
from games.clocks.spans import DAY
from games.models import Game, Occupant, PastOccupation, SeatAssignment
from games.play.commands import Command, Played, play
from games.refusals import NotAllowedError, TableError
from games.seats import guards, occupants, tables
from games.seats.tables import Table
from games.stream import store
from games.time.stored_clocks import Clocks, clocks_of
from illimat_core.cards import Seat
from illimat_core.events import (
    DecisionMissed,
    GameCalledOff,
    SeatForfeited,
    SeatHandedToHouse,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    TableEvent,
    WinOffered,
)
from illimat_core.messages import capitalize

Reason = Literal["resigned", "withdrawn", "account_deleted", "account_closed", "unavailable"]
Choice = Literal["win", "go_on"]
Standing = SeatAssignment.Standing
FORFEIT: Final = [{"type": "forfeit"}]
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


def miss(table: Table, clocks: Clocks, seats: Sequence[Seat]) -> None:
    """Record that seats are out of time at the same moment, and take the next step for each.

    If a miss is excused, the house makes this decision; the event sets a timer for that. None of
    the others is taken for an opponent of the rest.
    """
    excused = [s for s in seats if isinstance(_step(table, clocks, s, "missed"), Excuse)]
    for seat in excused:
        missed = DecisionMissed(seat=seat, reason="excused")
        key = f"missed {seat} {table.game.version}"
        play(Command(table.game.pk, actors.SERVER, Source.TIMER, key, noted=[missed]), table)
    gone = [seat for seat in seats if seat not in excused]
    for seat in gone:
        noted = [
            DecisionMissed(seat=seat, reason="out_of_time"),
            SeatLeft(seat=seat, reason="missed"),
        ]
        if table.game.state == Game.State.RUNNING:
            _follow(table, clocks, seat, "missed", noted=noted, gone=gone)


def end_vacancies(table: Table, clocks: Clocks, seats: Sequence[Seat]) -> None:
    """Take the next step after nobody took open seats, or nobody answered an offered win."""
    for seat in seats:
        if table.game.state == Game.State.RUNNING:
            is_open = _assignment(table, seat).standing == Standing.OPEN
            _follow(table, clocks, seat, "not_taken" if is_open else "win_due", gone=seats)


def leave(
    table: Table,
    seat: Seat,
    reason: Reason,
    source: Source,
    *,
    key: str = "",
    entropy: str | None = None,
) -> Played | None:
    """Let the player of a seat leave, and take the next step; None if they left already.

    `key` and `entropy` are those of the submission by which they leave, if there was one.
    """
    if not _is_theirs(table, seat) or seat not in store.state_of(table.game).staying:
        return None
    left = SeatLeft(seat=seat, reason=reason)
    return _follow(
        table,
        _clocks(table),
        seat,
        "left",
        source=source,
        noted=[left],
        submitted=key,
        entropy=entropy,
    )


def _follow(
    table: Table,
    clocks: Clocks,
    seat: Seat,
    happened: Happened,
    *,
    source: Source = Source.TIMER,
    noted: Sequence[TableEvent] = (),
    submitted: str = "",
    entropy: str | None = None,
    gone: Sequence[Seat] = (),
) -> Played:
    """Take the next step after what `happened`; `noted` events come first.

    The players of `gone` seats leave at the same moment. `submitted` is the key of the submission
    by which the player of the seat asked for it, `entropy` what they contribute with it.
    """
    game = table.game
    step, alone = _step(table, clocks, seat, happened, gone), not _others(table, seat, *gone)
    reason: str = "left" if happened in {"missed", "left"} else happened
    if isinstance(step, HandToHouse) and alone:
        reason = "nobody_left"
    missed = happened == "missed" or clocks.state.seats[seat].record.missed
    if step == CallOff("never_decided") and not missed:
        noted = [*noted, DecisionMissed(seat=seat, reason="left")]
    events = [*noted, _event(step, seat, reason), *(_handed_with(table, seat) if alone else ())]
    forfeits = isinstance(step, Forfeit)
    by = actors.house(seat) if forfeits else actors.SERVER
    key = submitted or f"{happened} {seat} {game.version}"
    if forfeits and happened in {"win_due", "win_taken"}:
        _forfeit_houses(table, seat, reason, source)
    asked_by = Actor(Role.PERSON, seat) if submitted else None
    actions = FORFEIT if forfeits else ()
    command = Command(game.pk, by, source, key, actions, noted=events, asked_by=asked_by)
    return play(command._replace(entropy=entropy), table)


def _step(
    table: Table, clocks: Clocks, seat: Seat, happened: Happened, gone: Sequence[Seat] = ()
) -> Step:
    game = table.game
    rules = LeaverRules(rule=cast("LeaverRule", game.leavers), excuses=game.excuses)
    records = [each.record for each in clocks.state.seats]
    rivals, partners = _sides(table, seat, gone)
    others = [record for number, record in enumerate(records) if number != seat]
    return next_step(
        happened,
        records[seat],
        rules,
        players=game.seats,
        rivals=rivals,
        partners=partners,
        practice=game.practice,
        arranged=game.arranged,
        opponent=others[0] if len(others) == 1 else None,
        out_of_time=_are_late(table, clocks, {seat, *gone}),
    )


def _are_late(table: Table, clocks: Clocks, left: set[Seat]) -> bool:
    """Return whether anybody who stays has a decision open, and no time left for it.

    It does not matter while the house plays on where leavers forfeit, since then nobody wins yet.
    """
    game, people = table.game, {each.number for each in _others(table, *left)}
    if game.leavers == Game.Leavers.FORFEIT and set(store.state_of(game).staying) - left - people:
        return False
    now = game.locked_at or game.moved_at
    return not people.isdisjoint(without_time(clocks.state, clocks.reckon(now)))


def _sides(table: Table, seat: Seat, gone: Sequence[Seat]) -> tuple[int, int]:
    """Return how many other sides people play for, and how many other people for the seat's own.

    Those of `gone` seats do not. While there are any, open seats count: somebody may take them.
    """
    people = {each.number for each in _others(table, seat, *gone)}
    if people:
        opened = {each.number for each in table.assignments if each.standing == Standing.OPEN}
        people |= opened - {seat, *gone}
    own = _side(table, seat)
    sides = {_side(table, number) for number in people if number is not None}
    return len(sides - {own}), len(people.intersection(own))


def _side(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that win together with a seat."""
    return next((team for team in table.teams if seat in team), (seat,))


def _forfeit_houses(table: Table, seat: Seat, reason: Any, source: Source) -> None:
    """Put the hands of all other seats out of play that keep the last people from winning.

    The house has them, since nobody is offered a win while other people play against them.
    """
    game, people = table.game, _others(table, seat)
    winners = {_side(table, each.number) for each in people if each.number is not None}
    for other in set(store.state_of(game).staying) - {seat, *chain.from_iterable(winners)}:
        noted, by = [SeatForfeited(seat=other, reason=reason)], actors.house(other)
        key = f"win_due {other} {game.version}"
        play(Command(game.pk, by, source, key, FORFEIT, noted=noted), table)


def _clocks(table: Table) -> Clocks:
    game = table.game
    return clocks_of(game, table.assignments, game.locked_at or game.moved_at)


def own_record(table: Table) -> Record:
    """Return the record of the viewer's seat in a running game; an empty one for a spectator's."""
    return Record() if table.seat is None else _clocks(table).state.seats[table.seat].record


def follows_leaving(table: Table, seat: Seat) -> tuple[Step, bool]:
    """Return what follows if the player of a seat leaves, and whether they could come back."""
    clocks = _clocks(table)
    record = clocks.state.seats[seat].record
    match step := _step(table, clocks, seat, "left"):
        case OpenSeat():
            return step, may_return(record, "open")
        case OfferWin():
            return step, may_return(record.after_vacancy(), "win_offered")
        case HandToHouse():
            return step, may_return(record, "house")
        case _:
            return step, False


def follows_vacancy(table: Table, seat: Seat) -> Step:
    """Return what follows if nobody takes an open seat."""
    return _step(table, _clocks(table), seat, "not_taken")


def must_answer(table: Table, seat: Seat) -> bool:
    """Return whether a game is called off if nobody answers the win that is offered over a seat."""
    return _step(table, _clocks(table), seat, "win_due") == CallOff("idle")


@transaction.atomic
def game_leave(
    *,
    user: User,
    game_id: UUID,
    expected_version: int | None = None,
    epoch: str = "",
    key: str = "",
    entropy: str | None = None,
) -> Played:
    """Leave a running game for good.

    `key` and `entropy` are those of the person's submission, if there was one.

    Raises NotAllowedError if `user` does not play, TableError `not_running` and `already_left`,
    GameOverError, StaleVersionError, HistoryChangedError.
    """
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    own = guards.find_seat(user, table.assignments)
    guards.check_running(table.game)
    if expected_version is not None:
        store.check_current(table.game, store.state_of(table.game), expected_version, epoch)
    played = None
    if own.number is not None:
        played = leave(table, own.number, "resigned", Source.API, key=key, entropy=entropy)
    if played is None:
        raise TableError("already_left", gettext("You have left this game already."))
    still_theirs = (a.number for a in played.table.assignments if a.user_id == user.pk)
    return played._replace(seat=next(still_theirs, None))


def submit(command: Command) -> Played:
    """Play the actions of a person, or let them leave by the table's rule if they forfeit.

    Raises the errors of `play` and `game_leave`, and TableError `forfeit_alone` for a forfeit among
    other actions.
    """
    user, actions = command.by, [dict(action) for action in command.actions]
    if not isinstance(user, User) or FORFEIT[0] not in actions:
        return play(command)
    if actions != FORFEIT:
        raise TableError(
            "forfeit_alone", gettext("To forfeit is to leave. Send it without other actions.")
        )
    return game_leave(
        user=user,
        game_id=command.game_id,
        expected_version=command.expected_version,
        epoch=command.epoch,
        key=command.key,
        entropy=command.entropy,
    )


@transaction.atomic
def open_seat_take(*, user: User, game_id: UUID, seat: int) -> None:
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
    play(Command(table.game.pk, by, Source.API, key, noted=[noted]))


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
    noted = [SeatLeft(seat=seat, reason="withdrawn"), taken] if _is_theirs(table, seat) else [taken]
    key = f"take over {seat} {table.game.version}"
    by, source = actors.SERVER, Source.LEAGUE
    play(Command(table.game.pk, by, source, key, noted=noted, taker=user), table)


@transaction.atomic
def win_choose(*, user: User, game_id: UUID, choice: Choice) -> None:
    """Win against a leaver and the house, or go on against the house.

    Raises NotAllowedError if `user` does not play, TableError `not_running` and `no_offer`,
    GameOverError.
    """
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    own = guards.find_seat(user, table.assignments)
    guards.check_running(table.game)
    offered = [number for number in _offered(table) if number != own.number]
    if not offered:
        raise TableError("no_offer", _nothing_offered(table))
    if choice == "win":
        _follow(table, _clocks(table), offered[0], "win_taken", source=Source.API)
        return
    for seat in offered:
        _follow(table, _clocks(table), seat, "win_declined", source=Source.API)


def _nothing_offered(table: Table) -> str:
    """Return why there is no win to choose."""
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
    record = _clocks(table).state.seats[seat].record
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


def _others(table: Table, *seats: Seat) -> list[SeatAssignment]:
    """Return the seats that people play besides some."""
    staying = set(store.state_of(table.game).staying).difference(seats)
    return [each for each in occupants.people_playing(table.assignments) if each.number in staying]


def _is_theirs(table: Table, seat: Seat) -> bool:
    """Return whether a person has a seat and has not left it, though they may have forfeited."""
    assignment = _assignment(table, seat)
    return assignment.standing == Standing.PLAYED and assignment.occupant != Occupant.HOUSE


def _assignment(table: Table, seat: Seat) -> SeatAssignment:
    return next(each for each in table.assignments if each.number == seat)


def _handed_with(table: Table, seat: Seat) -> list[TableEvent]:
    """Return the events that also hand the house each seat whose opponent has just left."""
    return [
        SeatHandedToHouse(seat=other, reason="nobody_left")
        for other in _offered(table)
        if other != seat
    ]


def _offered(table: Table) -> list[Seat]:
    """Return the seats whose last opponents may win."""
    standing = {each.number: each.standing for each in table.assignments}
    return [n for n in standing if n is not None and standing[n] == Standing.WIN_OFFERED]


def _event(step: Step, seat: Seat, reason: Any) -> TableEvent:
    """Return the event that records a step."""
    match step:
        case OpenSeat(lasts=lasts):
            return SeatOpened(seat=seat, days=lasts // DAY, reason="left")
        case OfferWin(lasts=lasts, out_of_time=late):
            unanswered: Literal["win", "called_off"] = "called_off" if late else "win"
            days = lasts // DAY
            return WinOffered(seat=seat, days=days, reason=reason, unanswered=unanswered)
        case HandToHouse():
            return SeatHandedToHouse(seat=seat, reason=reason)
        case Forfeit(walkover=walkover):
            return SeatForfeited(seat=seat, reason="never_decided" if walkover else reason)
        case CallOff(reason="never_decided"):
            return GameCalledOff(reason="never_decided", seat=seat)
        case CallOff(reason=why):
            return GameCalledOff(reason=why)
        case Excuse():
            raise ValueError("An excused miss is no leaving.")
