"""The places of the seats: at the end of a game, and as a game stands that ends before.

The best place is 1. Seats that are level share a place, and as many places are left out after it:
1, 2, 2, 4. Partners always share one, unless one of them has forfeited.
"""

from collections.abc import Sequence
from typing import Any

from illimat_core.editions import edition_of
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.scoring import rank_of
from illimat_core.state import State


def places_at_end(state: State) -> tuple[int, ...]:
    """Return the place of each seat of a game that is over.

    Winners come first and seats that have forfeited last, whatever their scores: a tie is broken by
    more than points, and a player who has left cannot win (R-END-1, R-END-3). The others go by
    score.
    """
    winners = state.winners or ()
    return _rank_keys(
        [(seat not in winners, each.gone, -each.score) for seat, each in enumerate(state.players)]
    )


def places_by_score(state: State) -> tuple[int, ...]:
    """Rank by the rounds scored so far, seats that have forfeited last."""
    return _rank_keys([(each.gone, -each.score) for each in state.players])


def places_at_present(state: State) -> tuple[int, ...]:
    """Return the place of each seat if the game ended now.

    Level scores are told apart by what would break the tie at the end, as far as the current round
    has come: luminaries, okuses, Fools (R-END-1). Seats that have forfeited come last.
    """
    table = Tabletop(state, edition_of(state))
    ranks = [rank_of(table, state.options.side(seat)) for seat in state.seats]
    return _rank_keys(
        [
            (each.gone, *(-count for count in rank))
            for each, rank in zip(state.players, ranks, strict=True)
        ]
    )


def are_places(places: Sequence[int], seats: int) -> bool:
    """Return whether numbers are the places of that number of seats, shared places included."""
    return len(places) == seats and tuple(places) == _rank_keys(places)


def _rank_keys(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each key among all of them; the smallest key is the best."""
    ordered = sorted(keys)
    return tuple(ordered.index(key) + 1 for key in keys)
