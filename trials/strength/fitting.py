"""Fitting the weights of the evaluation: least squares on rounds that a player plays itself.

At each turn the features of every seat are noted, and after the round the margin that the seat came
to. Some actions are chosen at random, so that positions differ. Weights are pulled slightly towards
those they began with.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from illimat_core import State, read_options
from illimat_core.actions import Action
from illimat_core.players.dice import Dice
from illimat_core.players.evaluation import (
    FEATURES,
    Survey,
    Weights,
    features,
    likely_values,
    margin,
    weights_for,
)
from illimat_core.players.knowledge import Knowledge, know
from illimat_core.players.levels import level_named
from illimat_core.players.worlds import UnseenThings
from trials.jsons import Json
from trials.strength.matches import Contender, Player, play, round_of

GAMES: Final[dict[str, list[Json]]] = {
    "2 plain": [
        {"players": 2, "luminaries": "none", "stars": stars}
        for stars in ("by_player_count", "always")
    ],
    "2": [
        {"players": 2, "luminaries": chosen, "stars": "always"}
        for chosen in ("core", "all", "false_baron", "all", "crane_wife", "core")
    ]
    + [{"players": 2, "luminaries": "core"}] * 2,
    "3 plain": [{"players": 3, "luminaries": "none"}],
    "3": [{"players": 3, "luminaries": chosen} for chosen in ("core", "all")],
    "4 plain": [{"players": 4, "luminaries": "none"}],
    "4": [{"players": 4, "luminaries": chosen} for chosen in ("core", "all")],
    "teams": [{"mode": "teams", "luminaries": chosen} for chosen in ("core", "all")],
    "solo_fields": [{"mode": "solo_fields", "luminaries": "core"}],
}
"""What is played for each set of weights, in turn."""
ASTRAY: Final = 8
"""One choice in this many is made at random."""
PULL: Final = 20.0
"""How many observations the weights that a fit begins with count for, each feature at one."""


class Sums(NamedTuple):
    """The sums of least squares: of products of features, and of features with margins."""

    products: list[list[float]]
    targets: list[float]


def fit(
    name: str, rounds: int, by: Contender, first: int, report: Callable[[int], None]
) -> Weights:
    """Return the weights fitted to rounds of a kind of game, dealt from the seed ``first`` on.

    ``report`` is called with the number of rounds played so far.
    """
    size, games, player = len(FEATURES), GAMES[name], by.player()
    sums = Sums([[0.0] * size for _ in range(size)], [0.0] * size)
    for done in range(rounds):
        options = round_of(games[done % len(games)])
        for row, target in collect_features(options, first + done, player):
            _add(sums, row, target)
        report(done + 1)
    for place, weight in enumerate(weights_for(read_options(games[0]))):
        sums.products[place][place] += PULL
        sums.targets[place] += PULL * weight
    return tuple(solve(sums.products, sums.targets))


def collect_features(options: Json, seed: int, player: Player) -> list[tuple[list[float], float]]:
    """Return the features of each seat at each turn of a round, with its margin at the end."""
    rows: list[tuple[int, list[float]]] = []

    def watch(state: State) -> None:
        if state.pending or state.turn.played:
            return
        for seat in range(state.options.players):
            unseen = UnseenThings(know(state, seat)).cards
            rows.append((seat, features(Survey(state, likely_values(unseen)), seat)))

    def astray(known: Knowledge, dice: Dice) -> Action:
        if dice.below(ASTRAY) == 0:
            return level_named("random").choose(known, dice, 1)
        return player(known, dice)

    end = play(options, seed, [astray] * 4, watch)
    return [(row, margin(end, seat)) for seat, row in rows]


def _add(sums: Sums, row: Sequence[float], target: float) -> None:
    for one, total in zip(row, sums.products, strict=True):
        if one:
            for place, other in enumerate(row):
                total[place] += one * other
    for place, one in enumerate(row):
        sums.targets[place] += one * target


def solve(products: list[list[float]], targets: list[float]) -> list[float]:
    """Solve linear equations by elimination. Raises ``ZeroDivisionError`` where there is no one."""
    rows = [[*row, target] for row, target in zip(products, targets, strict=True)]
    for place in range(len(rows)):
        pivot = max(range(place, len(rows)), key=lambda each: abs(rows[each][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        top = [each / rows[place][place] for each in rows[place]]
        rows[place] = top
        for other, row in enumerate(rows):
            if other != place and row[place]:
                factor = row[place]
                rows[other] = [a - factor * b for a, b in zip(row, top, strict=True)]
    return [row[-1] for row in rows]
