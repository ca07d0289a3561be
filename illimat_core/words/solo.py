"""The end of a solo game in words."""

from typing import NamedTuple

from illimat_core.cards import FIELDS
from illimat_core.messages import ENGLISH, Language
from illimat_core.views import Observation


class SoloEnd(NamedTuple):
    """How a solo game ended: what was reached, and what a win takes."""

    reached: str
    goal: str


def solo_end(view: Observation, language: Language = ENGLISH) -> SoloEnd | None:
    """Return how a game ended that one person played; None for other games."""
    options = view.options
    if options.players > 1 or not view.over:
        return None
    automaton = options.mode_rules.automaton
    known = {
        "claimed": len(view.claimed[0]),
        "all": len(FIELDS),
        "score": view.scores[0],
        "other": view.scores.get(options.players, 0),
        "name": language.say(automaton.name) if automaton else "",
        "round": view.round,
        "rounds": options.round_limit,
        "target": options.target_score,
    }
    outcome = "won" if view.winner else "forfeited" if view.forfeited else "lost"
    return SoloEnd(
        reached=language.say(f"{options.mode}.{outcome}", **known),
        goal=language.say(f"{options.mode}.goal", **known),
    )
