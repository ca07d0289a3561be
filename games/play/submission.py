"""Submissions: the way in for what people send to act in a game, by the API or the page."""

from django.utils.translation import gettext

from accounts.models import User
from games.play.commands import Command, PlayedCommand, play
from games.play.leavers import FORFEIT, game_leave
from games.refusals import TableError


def submit_action(command: Command) -> PlayedCommand:
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
        source=command.source,
        expected_version=command.expected_version,
        epoch=command.epoch,
        key=command.key,
        entropy=command.entropy,
    )
