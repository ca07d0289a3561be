"""Whether a person wants one notice by one channel, decided when it is about to leave."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from games.models import Game
from notifications.kinds.record import Kind
from notifications.models import Choice

EMAIL_KEY: Final = "email"
"""The key of the channel that `User.game_mails` switches off."""


def is_wanted(*, person: User, kind: Kind, channel: str, game: Game | None) -> bool:
    """Return whether a person wants the notices of a kind by the channel of that key.

    Notices about the account cannot be declined. Without `game_mails` a person gets no mail about
    games or seasons, whatever else they chose.
    """
    if not kind.declinable:
        return True
    if channel == EMAIL_KEY and not person.game_mails:
        return False
    of_game = Q(game=None) | Q(game=game)
    rows = Choice.objects.filter(of_game, person=person, kind=kind.key, channel=channel)
    return resolve(kind, channel, rows.values_list("game", "wanted"))


def resolve(kind: Kind, channel: str, chosen: Iterable[tuple[UUID | None, bool]]) -> bool:
    """Return what applies: the choice for the game, else the one for all, else the default.

    `chosen` has pairs of a game, or None for all games, and whether the notices are wanted.
    """
    by_game = sorted(chosen, key=lambda choice: choice[0] is None)
    return by_game[0][1] if by_game else channel in kind.channels
