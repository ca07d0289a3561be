"""Services that change tables; each is one transaction. Playing is in `games.play.commands`.

Each service raises GameNotFoundError if the person may not know of the game, and GameFrozenError if
the game is frozen. It locks the game's row first, so that it decides on the current state: on
PostgreSQL by that lock, on SQLite because transactions begin IMMEDIATE.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.translation import gettext

from accounts.blocks import people_lock
from accounts.models import User
from games import actors, guards
from games.actors import CommandSource
from games.clocks.controls import DEFAULT, Control, NoClock
from games.language import detail_of
from games.making.invitations import people_invite
from games.models import Game, Occupant, SeatAssignment
from games.play import beginning, recorder
from games.play import house as house_players
from games.reading import tables
from games.reading.lookup import find_seats
from games.refusals import OptionsError, TableError
from games.seats import occupants
from games.stream import dealer
from illimat_core import read_options
from illimat_core.options import read_new_options


class NewTable(msgspec.Struct, frozen=True, kw_only=True):
    """What a person chooses for a new table, who sits down there with `seat` and `entropy`.

    `visibility` defaults to `public`, and to `link` for one person. `leavers` says what happens
    when a player leaves, and `excuses` how many missed decisions are forgiven before that
    (`games.clocks.leavers`). `pauses` says whether those who play can pause the game. People who
    made less than `min_reliability` percent of their decisions in time cannot sit down
    (`guards.check_reliability`). `rated` says whether the game counts in ratings; it defaults to
    true for a public game between people who have an hour for a decision at least. `invited` are
    handles. `house` are the levels of house players who sit down, too; if they take all other
    seats, it is a practice game and starts at once, unless `start` says otherwise. `clock` defaults
    to the standard bank, and to none for one person.
    """

    options: Mapping[str, Any]
    visibility: str | None = None
    seating: str = Game.Seating.DRAWN
    start: str = Game.Start.WHEN_FULL
    leavers: str = Game.Leavers.SUBSTITUTE
    excuses: int = 1
    pauses: bool = True
    min_reliability: int = 0
    rated: bool | None = None
    seat: int | None = None
    invited: Sequence[str] = ()
    house: Sequence[str] = ()
    entropy: str = ""
    clock: Control | None = None


@transaction.atomic
def game_create(*, user: User, wanted: NewTable, source: CommandSource) -> Game:
    """Create a table and seat `user` at it.

    Raises OptionsError for options that cannot be combined, ValidationError for unknown handles,
    for people whom `user` has blocked, too many house players, a public practice game and a rated
    game that is not between people with time enough, TableError and NotAllowedError as `seat_take`
    does, and QuotaError for a person who has made too many games.
    """
    guards.check_present(people_lock(user))
    game = _make_table(user, wanted)
    if wanted.invited:
        _invite(user, game, wanted.invited)
    assignments = [_sit_down(game, [], user, wanted.seat, wanted.entropy)]
    for level in wanted.house:
        assignments.append(_seat_house(game, assignments, level))
    if _starts(game, assignments):
        _begin(game, find_seats(game.pk), user, source)
    return game


@transaction.atomic
def seat_take(
    *,
    user: User,
    game_id: UUID,
    source: CommandSource,
    seat: int | None = None,
    entropy: str = "",
) -> Game:
    """Seat `user`; the game starts if that was the last seat, unless its creator starts it.

    Raises NotAllowedError if the account cannot be used, ValidationError for a seat that the table
    does not have, and TableError: `not_open`,
    `already_seated`, `table_full`, `seat_taken`, `seats_drawn`, `not_reliable_enough`,
    `blocked_by_you`, `no_seat_for_you`.
    """
    guards.check_present(people_lock(user))
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    game, assignments = table.game, table.assignments
    guards.check_blocks(table.blocks)
    if game.creator_id != user.pk:
        guards.check_reliability(game, user)
    sitting = _sit_down(game, assignments, user, seat, entropy)
    _begin_if_full(game, [*assignments, sitting], user, source)
    return game


@transaction.atomic
def house_player_add(*, user: User, game_id: UUID, level: str, source: CommandSource) -> Game:
    """Seat a house player; the game starts if that was the last seat, as in `seat_take`.

    With a house player, the game is not rated.

    Raises NotAllowedError for anybody but the creator, TableError `not_open` and `table_full`,
    ValidationError if no seat would be left for a person, and QuotaError for a practice game too
    many.
    """
    game, assignments = _lock_open_table(user, game_id)
    guards.check_seat_left(game, assignments)
    house = len(occupants.house_from_start(assignments))
    guards.check_room_for_people(game.seats, house + 1)
    sitting = _seat_house(game, assignments, level)
    _begin_if_full(game, [*assignments, sitting], user, source)
    return game


@transaction.atomic
def house_player_remove(*, user: User, game_id: UUID, name: str) -> Game:
    """Raise NotAllowedError for anybody but the creator, TableError `not_open` and `not_seated`."""
    game, assignments = _lock_open_table(user, game_id)
    found = next((each for each in assignments if each.level and each.name == name), None)
    if found is None:
        raise TableError("not_seated", gettext("No house player of this name sits at this table."))
    found.delete()
    recorder.touch(game)
    return game


@transaction.atomic
def seat_leave(*, user: User, game_id: UUID) -> Game:
    """Give up a seat before the game begins; `games.play.leavers` is for running games.

    Raises NotAllowedError if `user` does not sit there, TableError `not_open`.
    """
    game, assignments = _lock_game(user, game_id)
    assignment = guards.find_seat(user, assignments)
    guards.check_open(game)
    assignment.delete()
    recorder.touch(game)
    return game


@transaction.atomic
def game_start(*, user: User, game_id: UUID, source: CommandSource) -> Game:
    """Start a game with the people who are seated; the option `players` becomes their number.

    Empty seats are removed, and the others keep their order. Raises NotAllowedError for anybody but
    the creator, TableError `not_open`, `too_few_players`.
    """
    game, assignments = _lock_open_table(user, game_id)
    if len(assignments) < game.seats:
        try:
            options = read_options({**game.options, "players": len(assignments)})
        except OptionsError as error:
            raise TableError("too_few_players", detail_of(error)) from error
        game.options, game.seats = beginning.as_json(options), options.players
    _begin(game, assignments, user, source)
    return game


@transaction.atomic
def table_call_off(*, user: User, game_id: UUID) -> Game:
    """Raise NotAllowedError for anybody but the creator, TableError `not_open`, GameOverError."""
    game, _ = _lock_open_table(user, game_id)
    recorder.call_off_table(game, user)
    return game


def _make_table(user: User, wanted: NewTable) -> Game:
    """Insert the table that `user` wants, with what was left out chosen for them."""
    options, house = read_new_options(wanted.options), wanted.house
    guards.check_room_for_people(options.players, len(house))
    beginning.quotas_spend(user, solo=options.players == 1)
    alone = len(house) == options.players - 1
    if house and alone:
        guards.check_not_public(wanted.visibility)
    clock = wanted.clock or (NoClock() if alone else DEFAULT)
    visibility = wanted.visibility or (Game.Visibility.LINK if alone else Game.Visibility.PUBLIC)
    rated = wanted.rated
    if rated:
        guards.check_can_be_rated(options, house, clock)
    if rated is None:
        between_people = visibility == Game.Visibility.PUBLIC and not alone and not house
        rated = between_people and clock.gives_time
    return beginning.table_make(
        options,
        clock,
        creator=user,
        visibility=visibility,
        seating=wanted.seating,
        start=wanted.start,
        leavers=wanted.leavers,
        excuses=wanted.excuses,
        pauses=wanted.pauses,
        min_reliability=wanted.min_reliability,
        rated=rated,
    )


def _invite(user: User, game: Game, handles: Sequence[str]) -> None:
    people = guards.find_people(handles)
    if user in people:
        raise TableError("already_seated", gettext("You have a seat. Invite others."))
    people_invite(user=user, game=game, people=people)


def _lock_game(user: User, game_id: UUID) -> tuple[Game, list[SeatAssignment]]:
    """Lock a game and return it with its assignments, in the order in which people sat down."""
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    return table.game, table.assignments


def _lock_open_table(user: User, game_id: UUID) -> tuple[Game, list[SeatAssignment]]:
    """Lock an open table; raises NotAllowedError, TableError `not_open` and GameOverError."""
    game, assignments = _lock_game(user, game_id)
    guards.check_creator(game, user)
    guards.check_open(game)
    return game, assignments


def _sit_down(
    game: Game, assignments: list[SeatAssignment], user: User, seat: int | None, entropy: str
) -> SeatAssignment:
    guards.check_open(game)
    if any(other.user_id == user.pk for other in assignments):
        raise TableError("already_seated", gettext("You sit at this table already."))
    guards.check_seat_left(game, assignments)
    if seat is not None:
        guards.check_seat_choice(game, assignments, seat)
    sitting = SeatAssignment(
        game=game,
        user=user,
        number=seat,
        entropy=entropy,
        game_state=game.state,
        moved_at=game.moved_at,
    )
    sitting.save(force_insert=True)
    return sitting


def _seat_house(game: Game, assignments: Sequence[SeatAssignment], level: str) -> SeatAssignment:
    return SeatAssignment.objects.create(
        game=game,
        occupant=Occupant.HOUSE,
        level=level,
        name=house_players.free_name(level, assignments),
        game_state=game.state,
        moved_at=game.moved_at,
    )


def _begin_if_full(
    game: Game, assignments: Sequence[SeatAssignment], user: User, source: CommandSource
) -> None:
    if _starts(game, assignments):
        _begin(game, find_seats(game.pk), user, source)
    else:
        recorder.touch(game)


def _starts(game: Game, assignments: Sequence[SeatAssignment]) -> bool:
    return game.start == Game.Start.WHEN_FULL and len(assignments) == game.seats


def _begin(
    game: Game, assignments: Sequence[SeatAssignment], starter: User, source: CommandSource
) -> None:
    """Draw the seats and deal the first round; `starter` is the actor of all these events.

    Raises TableError `nobody_plays`, and QuotaError for a practice game too many.
    """
    guards.check_somebody_plays(assignments)
    game.practice = occupants.is_practice(assignments)
    game.rated = occupants.is_rated(game, assignments)
    if game.practice:
        beginning.practice_quotas_spend(starter)
        if game.visibility == Game.Visibility.PUBLIC:
            game.visibility = Game.Visibility.LINK
    entropy = "".join(assignment.entropy for assignment in assignments)
    chance = dealer.Dealer(game, 0, entropy)
    _number_seats(game, assignments, chance)
    beginning.deal_first(
        game,
        assignments,
        chance,
        actor=actors.person(starter, assignments),
        source=source,
        entropy=entropy,
    )


def _number_seats(game: Game, assignments: Sequence[SeatAssignment], chance: dealer.Dealer) -> None:
    """Give the seats numbers from 0 without gaps; chosen seats keep their order."""
    taken = {assignment.number for assignment in assignments}
    free = [number for number in range(game.seats) if number not in taken]
    drawn = iter(chance.seats_drawn(free))
    wished = [(a.number if a.number is not None else next(drawn), a) for a in assignments]
    for number, (_, assignment) in enumerate(sorted(wished, key=lambda pair: pair[0])):
        if assignment.number != number:  # free: its former seat was renumbered before
            assignment.number = number
            assignment.save(update_fields=["number"])
