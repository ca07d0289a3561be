"""Games that the server arranges between people, such as those of a league's season."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from accounts.models import User
from games import actors
from games.actors import CommandSource
from games.clocks.controls import Control
from games.models import Game, SeatAssignment
from games.play import beginning
from games.reading.lookup import find_seats
from games.stream import dealer
from illimat_core.options import read_new_options


@transaction.atomic
def game_arrange(
    *,
    players: Sequence[User],
    options: Mapping[str, Any],
    control: Control,
    leavers: str = Game.Leavers.SUBSTITUTE,
    excuses: int = 1,
    pauses: bool = False,
    visibility: str = Game.Visibility.PUBLIC,
    entropy: str = "",
) -> Game:
    """Create a game of these people, in the order of their seats, and begin it at once.

    The number of people replaces the option `players`. In a team game, `players` must be such that
    partners sit on the seats that the mode pairs (`ModeRules.partners`). Nobody is asked, no quota
    counts the game, and it has no creator. It counts in ratings if everybody has an hour for a
    decision at least. Nobody but the league's substitutes takes an open seat of it, and a player
    who leaves it before their first decision does not end it. `entropy` (hex) goes into all its
    chance, 32 bytes for each contributor.

    The number of statements does not depend on the number of people.

    Raises OptionsError for options that cannot be combined, and ValueError if somebody is to have
    two seats.
    """
    if len({player.pk for player in players}) < len(players):
        raise ValueError("Nobody can have two seats of a game.")
    chosen = read_new_options({**options, "players": len(players)})
    game = beginning.table_make(
        chosen,
        control,
        visibility=visibility,
        seating=Game.Seating.CHOSEN,
        leavers=leavers,
        excuses=excuses,
        pauses=pauses,
        rated=control.gives_time,
        arranged=True,
    )
    SeatAssignment.objects.bulk_create(
        SeatAssignment(game=game, user=player, number=seat, moved_at=game.moved_at)
        for seat, player in enumerate(players)
    )
    beginning.deal_first(
        game,
        find_seats(game.pk),
        dealer.Dealer(game, 0, entropy),
        actor=actors.SERVER,
        source=CommandSource.LEAGUE,
        entropy=entropy,
    )
    return game
