"""Checks to pass before a game is changed; each raises the error that says why it failed.

They change nothing.
"""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db.models.functions import Lower
from django.utils.translation import gettext, gettext_lazy

from accounts.blocks import Blocks, blocks_between
from accounts.models import User
from accounts.selectors import reliability_of
from games.clocks.controls import Control
from games.models import Game, SeatAssignment
from games.refusals import GameOverError, NotAllowedError, TableError
from illimat_core import Options
from illimat_core.errors import clip

NOT_SEATED = gettext_lazy("You are not a player in this game.")


def check_not_over(game: Game) -> None:
    """Raise GameOverError for a game that has ended or was called off."""
    if game.state in {Game.State.FINISHED, Game.State.CALLED_OFF}:
        raise GameOverError


def check_open(game: Game) -> None:
    """Raise TableError `not_open` for a game that has begun, GameOverError for one that is over."""
    check_not_over(game)
    if game.state != Game.State.OPEN:
        raise TableError("not_open", gettext("The game has begun already."))


def check_creator(game: Game, user: User) -> None:
    """Raise NotAllowedError for anybody but the person who made the table."""
    if game.creator_id != user.pk:
        raise NotAllowedError(gettext("Only the person who made the table can do this."))


def check_present(people: Sequence[User]) -> None:
    """Raise NotAllowedError if the account of one of them is closed, suspended or deleted."""
    if not all(person.is_present for person in people):
        raise NotAllowedError(gettext("This account cannot be used now, so it gets no seat."))


def check_running(game: Game) -> None:
    """Raise TableError `not_running` before a game's start, GameOverError after its end."""
    check_not_over(game)
    if game.state != Game.State.RUNNING:
        raise TableError("not_running", gettext("The game has not begun."))


def check_pauses(game: Game) -> None:
    """Raise TableError `no_pauses` for a game that was made without pauses."""
    if not game.pauses:
        raise TableError(
            "no_pauses",
            gettext("This game was made without pauses. A vacation stops your own clock."),
        )


def check_not_still(assignments: Sequence[SeatAssignment]) -> None:
    """Raise TableError `stands_still` until it is decided what becomes of a leaver's seat."""
    if any(each.standing == SeatAssignment.Standing.OPEN for each in assignments):
        raise TableError(
            "stands_still", gettext("A seat is open. The game goes on when somebody takes it.")
        )
    if any(each.standing == SeatAssignment.Standing.WIN_OFFERED for each in assignments):
        raise TableError(
            "stands_still", gettext("Your opponent has left. Choose whether to win or to play on.")
        )


def check_seat_left(game: Game, assignments: Sequence[SeatAssignment]) -> None:
    """Raise TableError `table_full` if all seats of a table are taken."""
    if len(assignments) >= game.seats:
        raise TableError("table_full", gettext("All seats of this table are taken."))


def check_not_public(visibility: str | None) -> None:
    """Raise ValidationError for a practice game that is to be listed."""
    if visibility == Game.Visibility.PUBLIC:
        refusal = gettext("A practice game is not in the public list. Choose `link` or `private`.")
        raise ValidationError({"visibility": refusal}, code="practice")


def check_can_be_rated(options: Options, house: Sequence[str], clock: Control) -> None:
    """Raise ValidationError for a game to be rated that is not between people with time enough."""
    if house:
        refusal = gettext("Games with house players are not rated. Leave out `house` or `rated`.")
        raise ValidationError({"rated": refusal}, code="house")
    if options.players == 1:
        refusal = gettext("A game for one person is not rated. Leave out `rated`.")
        raise ValidationError({"rated": refusal}, code="alone")
    if not clock.gives_time:
        refusal = gettext(
            "A game with less than an hour for a decision is not rated. Choose a slower clock, or "
            "leave out `rated`."
        )
        raise ValidationError({"rated": refusal}, code="too_quick")


def check_room_for_people(seats: int, house: int) -> None:
    """Raise ValidationError if the house players leave no seat of a table to a person."""
    if house >= seats:
        refusal = gettext("One seat is for a person, so the house can take at most {most} here.")
        raise ValidationError({"house": refusal.format(most=seats - 1)}, code="too_many_seats")


def check_somebody_plays(assignments: Sequence[SeatAssignment]) -> None:
    """Raise TableError `nobody_plays` for a table with house players only."""
    if assignments and not any(each.user_id for each in assignments):
        raise TableError(
            "nobody_plays", gettext("Only the house sits here. Wait until somebody sits down.")
        )


def find_seat(user: User, assignments: Sequence[SeatAssignment]) -> SeatAssignment:
    """Return the seat of `user`; raises NotAllowedError for a person without one."""
    found = next((seat for seat in assignments if seat.user_id == user.pk), None)
    if found is None:
        raise NotAllowedError(NOT_SEATED)
    return found


def check_seat_choice(game: Game, assignments: Sequence[SeatAssignment], seat: int) -> None:
    """Raise TableError `seats_drawn` or `seat_taken`, ValidationError for a missing seat."""
    if game.seating != Game.Seating.CHOSEN:
        raise TableError(
            "seats_drawn", gettext("The seats of this table are drawn. Leave out `seat`.")
        )
    if seat >= game.seats:
        refusal = gettext("The seats of this table are 0 to {last}.")
        raise ValidationError({"seat": refusal.format(last=game.seats - 1)}, code="max_value")
    if any(other.number == seat for other in assignments):
        refusal = gettext("Seat {number} is taken. Choose another.")
        raise TableError("seat_taken", refusal.format(number=seat))


def check_reliability(game: Game, user: User) -> None:
    """Raise TableError `not_reliable_enough` for a person whom the table's rule keeps out.

    People whose decisions are too few to tell may sit down, and so may those who were invited.
    """
    asked = game.min_reliability
    own = reliability_of(user=user) if asked else None
    if own is None or own >= asked or game.invitations.filter(user=user).exists():
        return
    refusal = gettext(
        # xgettext:no-python-format - "% o" is a percentage
        "This table is for people who make at least {asked}% of their decisions in time. You made "
        "{own}% in time; every decision that you make in time raises that."
    )
    raise TableError("not_reliable_enough", refusal.format(asked=asked, own=own))


def check_blocks(blocks: Blocks) -> None:
    """Raise TableError if there are blocks between a person and those whom they would join.

    `blocked_by_you` names the people that they blocked themselves. `no_seat_for_you` does not say
    who blocked them, nor that anybody did.
    """
    if blocks.own:
        refusal = gettext(
            "You have blocked {handles}, so you cannot sit down here. Choose another table, or "
            "unblock them first."
        )
        handles = ", ".join(sorted(blocks.own.values()))
        raise TableError("blocked_by_you", refusal.format(handles=handles))
    if blocks.by:
        raise TableError(
            "no_seat_for_you", gettext("You cannot sit down at this table. Choose another.")
        )


def find_declining(user: User, people: Sequence[User], member: str = "invited") -> frozenset[int]:
    """Return the ids of those who decline every invitation by `user`, because they blocked them.

    Raises ValidationError for people whom `user` has blocked; `member` is where the request names
    them.
    """
    blocks = blocks_between(user=user, others=[each.pk for each in people])
    if blocks.own:
        refusal = gettext("You have blocked {handles}. Unblock them to invite them.")
        handles = clip(", ".join(sorted(blocks.own.values())))
        refused = ValidationError(refusal.format(handles=handles), "blocked_by_you")
        raise ValidationError({member: refused})
    return blocks.by


def find_people(handles: Sequence[str], member: str = "invited") -> Sequence[User]:
    """Raise ValidationError for unknown handles; `member` is where the request names them."""
    wanted = {handle.lower() for handle in handles}
    if not wanted:
        return []
    named = User.objects.annotate(folded=Lower("handle"))
    found = list(named.filter(folded__in=wanted, is_active=True, closed_at=None))
    unknown = wanted - {user.handle.lower() for user in found}
    if unknown:
        refusal = gettext("Nobody is called {handles} here.")
        given = clip(", ".join(sorted(unknown)))
        raise ValidationError({member: refusal.format(handles=given)}, code="unknown_handle")
    return found
