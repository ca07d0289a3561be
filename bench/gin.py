"""Gin rummy as rlcard plays it, at random: the baseline of random play.

rlcard is a well-known collection of card games for learning programs, in pure Python like ours.
Counted are the actions of its two players. Its environment makes of each state what a player may
see, as arrays of numbers; without it there is only the choice among all legal actions, and the
game. We make neither views nor a list of all that is legal, so both are shown.
"""

from collections.abc import Callable

import rlcard
from rlcard.agents import RandomAgent

from fuzz.options import dice

GAMES = 5  # in a share


def actions() -> Callable[[], int]:
    """Return what plays games with agents that choose at random, and counts their actions."""
    play = _environment()
    return lambda: sum(play() for _ in range(GAMES))


def games() -> Callable[[], int]:
    """Return the same, but it counts the games."""
    play = _environment()

    def playing() -> int:
        for _ in range(GAMES):
            play()
        return GAMES

    return playing


def bare_actions() -> Callable[[], int]:
    """Return what plays games by choosing among the legal actions, and counts them."""
    gin, random = rlcard.make("gin-rummy", config={"seed": 1}).game, dice(1)

    def playing() -> int:
        count = 0
        for _ in range(GAMES):
            gin.init_game()
            while not gin.is_over():
                gin.step(random.choice(gin.judge.get_legal_actions()))
                count += 1
        return count

    return playing


def _environment() -> Callable[[], int]:
    """Return what plays a game in the environment, and counts its actions."""
    env = rlcard.make("gin-rummy", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(2)])

    def play() -> int:
        env.run(is_training=True)
        return len(env.action_recorder)

    return play
