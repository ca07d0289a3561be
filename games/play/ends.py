"""Ends by consent: a game is called off once all who still play wish it.

Each service is one transaction.
"""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from games import actors, guards
from games.actors import CommandSource
from games.models import Game, SeatAssignment
from games.play import consent, recorder
from games.reading import tables
from games.refusals import TableError
from games.stream import store


@transaction.atomic
def end_wish(*, user: User, game_id: UUID, source: CommandSource, last: bool = False) -> Game:
    """Wish a game to end; it is called off once all who play wish it.

    With `last`, only if all others wish it already. Before its start, only the creator can wish it,
    and the table is called off. Raises NotAllowedError for anybody else, GameOverError, TableError
    `not_awaited`.
    """
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    game, assignments = table.game, table.assignments
    guards.check_not_over(game)
    if game.state == Game.State.OPEN:
        guards.check_creator(game, user)
        recorder.call_off_table(game, user)
        return game
    _set_wants_end(game, guards.find_seat(user, assignments), wants_end=True)
    before = store.state_of(game)
    state, events = consent.end_by_consent(assignments, before)
    if events:
        recorder.append(
            game,
            assignments,
            recorder.Advance(before, state, events),
            actor=actors.person(user, assignments),
            source=source,
        )
    elif last:
        refusal = gettext("Somebody wishes to play on after all, so the game goes on.")
        raise TableError("not_awaited", refusal)
    return game


@transaction.atomic
def end_wish_withdraw(*, user: User, game_id: UUID) -> Game:
    """Raise NotAllowedError for those who do not play, TableError `not_running`, GameOverError."""
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    game, assignments = table.game, table.assignments
    assignment = guards.find_seat(user, assignments)
    guards.check_running(game)
    _set_wants_end(game, assignment, wants_end=False)
    return game


def _set_wants_end(game: Game, assignment: SeatAssignment, *, wants_end: bool) -> None:
    if assignment.wants_end != wants_end:
        assignment.wants_end = wants_end
        assignment.save(update_fields=["wants_end"])
        recorder.touch(game)
