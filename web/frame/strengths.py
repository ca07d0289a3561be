"""How strong people and house players are, as pages show it: names of levels, and ranges."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from games.language import active_language
from illimat_core.modes import MODES
from ratings import selectors, skill
from ratings.results import RATED_MODES

LEVEL_NAMES: Final = {
    "random": gettext_lazy("Careless"),
    "beginner": gettext_lazy("Beginner"),
    "steady": gettext_lazy("Steady"),
    "strong": gettext_lazy("Strong"),
}


class LevelStrength(NamedTuple):
    """The rating of a level of house players as a range, which may be empty."""

    level: str
    range: str
    games: int


class HouseStrengths(NamedTuple):
    """The ratings of all levels at a mode, the best first."""

    mode: str
    levels: list[LevelStrength]


def range_of(strength: skill.Rating) -> str:
    """Return between what a rating lies; empty while there are too few games."""
    if strength.provisional:
        return ""
    return gettext("{low} to {high}").format(low=strength.value, high=strength.ceiling)


def house_strengths(modes: Iterable[str] = RATED_MODES) -> list[HouseStrengths]:
    """Return how strong house players are, at each of some modes in which they have been rated."""
    say = active_language().say
    return [
        HouseStrengths(
            capfirst(say(MODES[mode].title)),
            [
                LevelStrength(str(LEVEL_NAMES[each.level]), range_of(each.strength), each.games)
                for each in rated
            ],
        )
        for mode in modes
        if (rated := selectors.house_ratings(mode=mode))
    ]
