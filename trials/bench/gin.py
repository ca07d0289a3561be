"""Gin rummy as rlcard plays it at random: the baseline of random play.

rlcard is a well-known collection of card games for learning programs, in pure Python like this
project. The actions of its two players are counted. Its environment turns each state into what a
player may see, as arrays of numbers; without the environment, only the choice among the legal
actions and the game itself remain. Random play here makes neither views nor a list of legal
actions, so both ways are measured.
"""

from collections.abc import Callable

import rlcard
from rlcard.agents import RandomAgent

from trials.dice import dice

GAMES = 5  # in a share


def actions() -> Callable[[], int]:
    """Return work that plays games with agents that choose at random, and counts their actions."""
    play = _environment()
    return lambda: sum(play() for _ in range(GAMES))


def games() -> Callable[[], int]:
    """Return work that plays such games, and counts the games."""
    play = _environment()

    def playing() -> int:
        for _ in range(GAMES):
            play()
        return GAMES

    return playing


def bare_actions() -> Callable[[], int]:
    """Return work that plays games without the environment, and counts their actions."""
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
    """Return work that plays a game in the environment, and counts its actions."""
    env = rlcard.make("gin-rummy", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(2)])

    def play() -> int:
        env.run(is_training=True)
        return len(env.action_recorder)

    return play
