"""What changes about games: each function is one transaction, and does all of its work or none.

Whoever asks must be allowed to know of the game (GameNotFoundError otherwise). The game's row is
locked first, so what follows is decided on its present state: on PostgreSQL by that lock, on SQLite
because transactions begin IMMEDIATE. A game that is frozen is not touched (GameFrozenError).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import dealer, guards, projections, selectors, spectators, store
from games.chain import Stored
from games.models import Game, Invitation, SeatAssignment
from games.refusals import NotAllowedError, OptionsError, TableError
from games.signals import events_appended, game_called_off
from illimat_core import (
    Budget,
    Event,
    Options,
    State,
    batch,
    begin,
    fold,
    read_options,
    settle_chance,
)
from illimat_core.editions import CURRENT

CHANGING = (
    "state",
    "options",
    "seats",
    "edition",
    "started_at",
    "ended_at",
    "revision",
    *projections.SUMMARY,
)
NOT_YOURS = "This is for whoever made the table."


class Played(NamedTuple):
    """What a command led to: the state, and the events as they are kept and as they are.

    `seat` is whose command it was; None is a spectator's.
    """

    table: selectors.Table
    seat: int | None
    state: State
    stored: list[tuple[Stored, Event]]


@transaction.atomic
def game_create(
    *,
    user: User,
    options: Mapping[str, Any],
    visibility: str | None = None,
    seating: str = Game.Seating.DRAWN,
    start: str = Game.Start.WHEN_FULL,
    seat: int | None = None,
    invited: Sequence[str] = (),
    entropy: str = "",
) -> Game:
    """Make a table and sit `user` down at it; `invited` are handles.

    Unless its `visibility` is said, a table is public, and a game for one player is not listed.

    Raises OptionsError for options that cannot go together, ValidationError for handles that
    nobody has, TableError as `seat_take` does, and QuotaError for somebody who has made too many.
    """
    chosen = read_options(options)
    guards.check_rounds(chosen)
    guards.check_quotas(user, solo=chosen.players == 1)
    listed = Game.Visibility.LINK if chosen.players == 1 else Game.Visibility.PUBLIC
    game = Game(
        creator=user,
        visibility=visibility or listed,
        seating=seating,
        start=start,
        options=_as_json(chosen),
        mode=chosen.mode,
        seats=chosen.players,
    )
    dealer.seal(game)
    Invitation.objects.bulk_create(
        Invitation(game=game, user=each) for each in guards.find_people(invited)
    )
    _sit_down(game, [], user, seat, entropy)
    return game


@transaction.atomic
def seat_take(*, user: User, game_id: UUID, seat: int | None = None, entropy: str = "") -> Game:
    """Sit `user` down; the game starts if that was the last seat, unless its creator starts it.

    Raises TableError: `not_open`, `already_seated`, `table_full`, `seat_taken`, `seats_drawn`.
    """
    game, assignments = _locked(user, game_id)
    _sit_down(game, assignments, user, seat, entropy)
    return game


@transaction.atomic
def seat_leave(*, user: User, game_id: UUID) -> Game:
    """Get up from a table whose game has not begun; later one forfeits.

    Raises NotAllowedError for who does not sit there, TableError `not_open`.
    """
    game, assignments = _locked(user, game_id)
    assignment = guards.find_seat(user, assignments)
    guards.check_open(game)
    assignment.delete()
    _touch(game)
    return game


@transaction.atomic
def invitation_decline(*, user: User, game_id: UUID) -> None:
    """Decline an invitation to an open table; declining it again changes nothing.

    Raises NotAllowedError for somebody who is not invited or sits there already, TableError
    `not_open`.
    """
    game, assignments = _locked(user, game_id)
    invitation = Invitation.objects.filter(game=game, user=user).first()
    if invitation is None:
        raise NotAllowedError("You are not invited to this table.")
    guards.check_open(game)
    if any(seat.user_id == user.pk for seat in assignments):
        raise NotAllowedError("You sit at this table. To get up, leave your seat.")
    if invitation.declined_at is None:
        invitation.declined_at = timezone.now()
        invitation.save(update_fields=["declined_at"])
        _touch(game)


@transaction.atomic
def game_start(*, user: User, game_id: UUID) -> Game:
    """Start with those who sit there; the options then say that they are so many.

    With seats left empty the others close up, in the order of their seats. Raises NotAllowedError
    for anybody but the creator, TableError `not_open`, `too_few_players`.
    """
    game, assignments = _locked(user, game_id)
    if game.creator_id != user.pk:
        raise NotAllowedError(NOT_YOURS)
    guards.check_open(game)
    if len(assignments) < game.seats:
        try:
            options = read_options({**game.options, "players": len(assignments)})
        except OptionsError as error:
            raise TableError("too_few_players", error.detail) from error
        game.options, game.seats = _as_json(options), options.players
    _begin(game, assignments, user)
    return game


@transaction.atomic
def game_call_off(*, user: User, game_id: UUID) -> Game:
    """Call a game off: before its start its creator, later whoever plays wishes it, and all must.

    Raises NotAllowedError for anybody else, GameOverError.
    """
    game, assignments = _locked(user, game_id)
    guards.check_not_over(game)
    if game.state == Game.State.OPEN:
        if game.creator_id != user.pk:
            raise NotAllowedError(NOT_YOURS)
        _end(game, user)
        return game
    _wish_end(game, guards.find_seat(user, assignments), wish=True)
    _end_by_consent(game, assignments, store.state_of(game), user)
    return game


@transaction.atomic
def game_call_off_withdraw(*, user: User, game_id: UUID) -> Game:
    """Take back one's wish to call a running game off, if one had it.

    Raises NotAllowedError for who does not play, TableError `not_running`, GameOverError.
    """
    game, assignments = _locked(user, game_id)
    assignment = guards.find_seat(user, assignments)
    guards.check_running(game)
    _wish_end(game, assignment, wish=False)
    return game


@transaction.atomic
def command_submit(
    *,
    user: User,
    game_id: UUID,
    key: str,
    expected_version: int,
    actions: Sequence[Mapping[str, Any]],
    entropy: str | None = None,
) -> Played:
    """Make the actions of `user`, all or none, and let chance answer.

    `key` names the command for ever: it never succeeds twice in a game. While several decide at
    once, any version since that decision opened is current. Where spectators are asked, `user` may
    be one of them.

    Raises NotAllowedError for who does not play, TableError `not_running` and `too_early`,
    GameOverError, store.StaleVersionError, RuleError with the `index` of the action that the
    rules refuse, and BudgetSpentError where to check them takes more than CHECKED_STEPS.
    """
    game, assignments = _locked(user, game_id)
    watches = spectators.are_asked(game) and all(a.user_id != user.pk for a in assignments)
    seat = None if watches else guards.find_seat(user, assignments).number
    guards.check_running(game)
    before = store.state_of(game)
    store.check_current(before, expected_version)
    speaker = spectators.speaker_of(game, before, seat, actions[0])
    chance = dealer.Dealer(game, before.round, entropy)
    state, events = batch(before, speaker, actions, chance, budget=Budget(selectors.CHECKED_STEPS))
    if None in state.awaited and not spectators.may_watch(game, assignments):
        state, named = batch(state, None, [spectators.LEAVE_IT_TO_CHANCE], chance)
        events += named
    # A spectator's is named by the version: the stream must not even help to guess who it was.
    command_id = uuid5(game.id, f"{before.version} {key}" if watches else f"{seat}/{key}")
    rows = _append(
        game,
        assignments,
        events,
        before=before,
        state=state,
        seat=seat,
        command_id=command_id,
        entropy=entropy,
    )
    _end_by_consent(game, assignments, state, user)
    table = selectors.Table(game, assignments, user)
    return Played(table, seat, state, list(zip(rows, events, strict=True)))


def _locked(user: User, game_id: UUID) -> tuple[Game, list[SeatAssignment]]:
    """Lock a game and return it with its assignments, as they sat down."""
    table = selectors.table_get(user=user, game_id=game_id, lock=True)
    return table.game, table.assignments


def _sit_down(
    game: Game, assignments: list[SeatAssignment], user: User, wish: int | None, entropy: str
) -> None:
    guards.check_open(game)
    if any(other.user_id == user.pk for other in assignments):
        raise TableError("already_seated", "You sit at this table already.")
    if len(assignments) >= game.seats:
        raise TableError("table_full", "All seats of this table are taken.")
    if wish is not None:
        guards.check_wish(game, assignments, wish)
    sitting = SeatAssignment(
        game=game,
        user=user,
        number=wish,
        entropy=entropy,
        game_state=game.state,
        moved_at=game.moved_at,
    )
    sitting.save(force_insert=True)
    if game.start == Game.Start.WHEN_FULL and len(assignments) + 1 == game.seats:
        _begin(game, [*assignments, sitting], user)
    else:
        _touch(game)


def _begin(game: Game, assignments: Sequence[SeatAssignment], starter: User) -> None:
    """Draw the seats, and let the first round be dealt; all of it comes of what `starter` did."""
    entropy = "".join(assignment.entropy for assignment in assignments)
    chance = dealer.Dealer(game, 0, entropy)
    _number_seats(game, assignments, chance)
    game.edition = CURRENT.name
    events = begin(read_options(game.options), chance.commitments())
    state, events = settle_chance(fold(events), events, chance)
    seat = next((a.number for a in assignments if a.user_id == starter.pk), None)
    _append(game, assignments, events, state=state, seat=seat, entropy=entropy or None)


def _number_seats(game: Game, assignments: Sequence[SeatAssignment], chance: dealer.Dealer) -> None:
    """Give everybody a number, from 0 without a gap; those chosen keep their order."""
    taken = {assignment.number for assignment in assignments}
    free = [number for number in range(game.seats) if number not in taken]
    drawn = iter(chance.seats_drawn(free))
    wished = [(a.number if a.number is not None else next(drawn), a) for a in assignments]
    for number, (_, assignment) in enumerate(sorted(wished, key=lambda pair: pair[0])):
        if assignment.number != number:  # the lower ones have moved away by now
            assignment.number = number
            assignment.save(update_fields=["number"])


def _append(
    game: Game,
    assignments: Sequence[SeatAssignment],
    events: list[Event],
    *,
    before: State | None = None,
    state: State,
    seat: int | None = None,
    command_id: UUID | None = None,
    entropy: str | None = None,
) -> list[Stored]:
    """Append, bring the summary up to date and tell whoever listens."""
    expected = before.version if before else 0
    rows = store.append(game, expected, events, seat=seat, command_id=command_id, entropy=entropy)
    projections.summarise(game, state, events)
    _touch(game)
    projections.mark_seats(game)
    store.folds.keep(game.id, game.head, state)
    events_appended.send(
        Game,
        game=game,
        assignments=assignments,
        events=events,
        state_before=before,
        state=state,
        seat=seat,
        command_id=command_id,
    )
    return rows


def _wish_end(game: Game, assignment: SeatAssignment, *, wish: bool) -> None:
    if assignment.wants_end != wish:
        assignment.wants_end = wish
        assignment.save(update_fields=["wants_end"])
        _touch(game)


def _end_by_consent(
    game: Game, assignments: Sequence[SeatAssignment], state: State, user: User
) -> None:
    """Call the game off if all who still play wish it; one who forfeits may leave it at that."""
    staying = [assignment for assignment in assignments if assignment.number in state.staying]
    if not state.over and all(assignment.wants_end for assignment in staying):
        _end(game, user)


def _end(game: Game, user: User) -> None:
    """Call the game off, and tell whoever listens."""
    game.state, game.ended_at, game.awaited = Game.State.CALLED_OFF, timezone.now(), []
    _touch(game)
    projections.mark_seats(game)
    game_called_off.send(Game, game=game, user=user)


def _touch(game: Game) -> None:
    """Save the game under a new revision: whatever was read of it before has changed."""
    game.revision += 1
    game.save(update_fields=CHANGING)


def _as_json(options: Options) -> dict[str, Any]:
    return msgspec.to_builtins(options)  # type: ignore[no-any-return]
