"""The beginning of games: a table's row with its seed, and the first deal.

Who sits where is decided in `games.services` for tables that people make, and in `games.arranging`
for games that the server arranges.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

import illimat_core
from games import dealer, recording
from games.actors import Actor, Source
from games.clocks.controls import Control
from games.models import Game, SeatAssignment
from illimat_core import Options, begin, fold, read_options, settle_chance
from illimat_core.editions import CURRENT


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
    source: Source,
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
    recording.append(
        game,
        assignments,
        events,
        state=state,
        actor=actor,
        source=source,
        entropy=entropy or None,
    )


def as_json(options: Options) -> dict[str, Any]:
    """Return options as they are stored."""
    return msgspec.to_builtins(options)  # type: ignore[no-any-return]
