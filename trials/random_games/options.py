"""Random options for games: every choice, in every combination that is allowed."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from illimat_core import OptionsError, read_options
from illimat_core.cards import SETS
from illimat_core.modes import MODES
from trials.jsons import Json

VALUES: Final[dict[str, Sequence[Any]]] = {
    "stars": ("by_player_count", "always"),
    "harvest": ("all_sets", "single_set"),
    "full_harvest": (False, True),
    "harsh_penalties": (False, True),
    "freebooter": (False, True),
    "no_repeats": (False, True),
    "luminaries_persist": (False, True),
    "tiebreak_round": (False, True),
    "harmonic_convergence": ("official", "pass_hands", "none"),
    "passive_card": ("private", "on_request"),
    "perfect_crime": ("steal", "return"),
    "universe_reach": ("any", "one"),
    "audience": ("sow", "spectator"),
}
"""What may be chosen in every mode (RULES.md section 13)."""
_OFTEN: Final = {"standard": 6, "teams": 2}
"""How many games of a mode there are to one of another."""
_MODES: Final = [mode for mode in MODES for _ in range(_OFTEN.get(mode, 1))]
_ROUNDS: Final = (1, 1, 1, 2, 2, 3, None, None)
_TARGETS: Final = (17, 17, 1, 5, 9, 30)


def random_options(random: Random) -> Json:
    while True:
        mode = random.choice(_MODES)
        chosen: Json = {name: random.choice(values) for name, values in VALUES.items()}
        chosen |= {
            "mode": mode,
            "players": random.choice(MODES[mode].players),
            "luminaries": _luminaries(random, mode),
            "target_score": random.choice(_TARGETS),
            "rounds": random.choice(_ROUNDS),
        }
        try:
            read_options(chosen)
        except OptionsError:  # the Astronomer without Stars
            continue
        return chosen


def _luminaries(random: Random, mode: str) -> str | list[str]:
    choice = MODES[mode].luminaries
    known = choice.allowed or SETS["all"]
    presets = [choice.of] if choice.least else list(SETS)
    preset = random.choice(presets)
    if preset != "none" and random.random() < 0.5:
        return random.sample(known, random.randint(4, len(known)))
    return preset
