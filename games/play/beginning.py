"""The beginning of games: their quotas, a table's row with its seed, and the first deal.

Who sits where is decided in `games.making.services` for tables that people make, and in
`games.making.arrangement` for games that the server arranges.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

import illimat_core
from accounts.models import User
from games.actors import Actor, CommandSource
from games.clocks.controls import Control
from games.models import Game, SeatAssignment
from games.play import recorder
from games.stream import dealer
from illimat_core import Options, begin, fold, read_options, settle_chance
from illimat_core.editions import CURRENT
from quotas.records.games import (
    GAMES_A_DAY,
    GAMES_AT_ONCE,
    OPEN_TABLES,
    PRACTICE_GAMES,
    PRACTICE_GAMES_A_DAY,
    SOLO_GAMES,
)
from quotas.services import check, spend


def quotas_spend(user: User, *, solo: bool) -> None:
    """Count a table that `user` makes, or a game for one player; raises QuotaError above a limit.

    A game counts against its creator until it is over. Only the creator's own requests raise that
    number, and `spend` makes them wait for each other, so they cannot race past the quota.
    """
    spend(str(user.pk), GAMES_A_DAY)
    alive = [Game.State.OPEN, Game.State.RUNNING]
    made = list(Game.objects.filter(creator=user, state__in=alive).values_list("state", "seats"))
    check(OPEN_TABLES, sum(state == Game.State.OPEN for state, _ in made))
    check(GAMES_AT_ONCE, len(made))
    if solo:
        check(SOLO_GAMES, sum(seats == 1 for _, seats in made))


def practice_quotas_spend(user: User) -> None:
    """Count a practice game that `user` begins; raises QuotaError above a limit."""
    spend(str(user.pk), PRACTICE_GAMES_A_DAY)
    running = Game.objects.filter(creator=user, state=Game.State.RUNNING, practice=True)
    check(PRACTICE_GAMES, running.count())


def table_make(options: Options, control: Control, **members: Any) -> Game:
    """Insert a table with its sealed seed; `members` are further columns of the game's row."""
    game = Game(
        options=as_json(options),
        mode=options.mode,
        seats=options.players,
        control=msgspec.to_builtins(control),
        **members,
    )
    dealer.seal(game)
    return game


def deal_first(
    game: Game,
    assignments: Sequence[SeatAssignment],
    chance: dealer.Dealer,
    *,
    actor: Actor,
    source: CommandSource,
    entropy: str,
    deal: illimat_core.Source | None = None,
) -> None:
    """Deal the first round of a table whose seats all have their numbers.

    `actor` begins the game; `entropy` is what `chance` was made with. `deal` deals this round in
    place of `chance`.
    """
    game.edition = CURRENT.name
    events = begin(read_options(game.options), chance.commitments())
    state, events = settle_chance(fold(events), events, deal or chance)
    recorder.append(
        game,
        assignments,
        recorder.Advance(None, state, events),
        actor=actor,
        source=source,
        entropy=entropy or None,
    )


def as_json(options: Options) -> dict[str, Any]:
    return msgspec.to_builtins(options)  # type: ignore[no-any-return]
