"""A match between two engines: the same deals from every seat; a foul loses the game."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Final, NamedTuple

from illimat_core import read_options
from illimat_core.actions import Action
from illimat_core.errors import clip
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.levels import LEVELS
from trials.jsons import Json
from trials.match.programs import FoulError, PlayerProgram, find_program
from trials.strength.matches import Player, play, read_entrant, share

ONE: Final = 0
OTHERS: Final = 1

Entering = Callable[[float], AbstractContextManager[Player]]
"""Makes an engine ready for a game, given the seconds that an answer may take."""


class Engine(NamedTuple):
    """An engine as it was typed: a level of house players, or a command line."""

    name: str
    enter: Entering


class GameResult(NamedTuple):
    """The first engine's share of the win in one game, and the foul that ended it, if any."""

    share: float
    foul: str = ""


class LostError(Exception):
    """An engine made a foul, and has lost the game."""

    def __init__(self, engine: int, why: str) -> None:
        super().__init__(why)
        self.engine = engine


def read_engine(text: str) -> Engine:
    """Return the engine that a text names. Raises ``ValueError`` with a sentence."""
    if text.partition(":")[0] in LEVELS:
        player = read_entrant(text).player()
        return Engine(text, lambda _: nullcontext(player))
    if not find_program(text):
        raise ValueError(
            f"{clip(text)} is neither a level of house players ({', '.join(LEVELS)}) "
            "nor a command that can be run here."
        )
    return Engine(text, lambda seconds: PlayerProgram(text, seconds))


def results(
    one: Engine, others: Engine, options: Json, seed: int, seconds: float
) -> Iterator[GameResult]:
    """Play one deal with the first engine at each seat (in teams: each side), others elsewhere."""
    read = read_options(options)
    for side in read.sides:
        if side[0] < read.players:
            yield _result((one, others), options, side, seed, seconds)


def _result(
    engines: tuple[Engine, Engine], options: Json, side: tuple[int, ...], seed: int, seconds: float
) -> GameResult:
    players = read_options(options).players
    with ExitStack() as stack:
        seats = []
        for seat in range(players):
            which = ONE if seat in side else OTHERS
            player = stack.enter_context(engines[which].enter(seconds))
            seats.append(_blame_engine(player, which))
        try:
            return GameResult(share(play(options, seed, seats), side))
        except LostError as lost:
            loser = engines[lost.engine].name
            return GameResult(float(lost.engine == OTHERS), f"{loser} loses deal {seed}: {lost}.")


def _blame_engine(player: Player, engine: int) -> Player:
    """Return the player of an engine, whose fouls name it."""

    def choose(known: Knowledge, dice: Dice) -> Action:
        try:
            return player(known, dice)
        except FoulError as foul:
            raise LostError(engine, str(foul)) from foul

    return choose
