"""Options of random games: everything that may be chosen, in any combination that is allowed."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from illimat_core import OptionsError, read_options
from illimat_core.options import SETS

Json = dict[str, Any]

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
PLAYERS: Final[dict[str, Sequence[int]]] = {
    "standard": (2, 3, 4),
    "beginner": (2, 3, 4),
    "teams": (4,),
    "solitaire": (1,),
    "solo_fields": (1,),
}
_MODES: Final = (*["standard"] * 6, "beginner", *["teams"] * 2, "solitaire", "solo_fields")
_ROUNDS: Final = (1, 1, 1, 2, 2, 3, None, None)
_TARGETS: Final = (17, 17, 1, 5, 9, 30)


def dice(seed: int) -> Random:
    """The same throws for the same seed."""
    return Random(seed)  # noqa: S311 - nobody gains by guessing them


def random_options(random: Random) -> Json:
    """Options that a game can be made with."""
    while True:
        mode = random.choice(_MODES)
        chosen: Json = {name: random.choice(values) for name, values in VALUES.items()}
        chosen |= {
            "mode": mode,
            "players": random.choice(PLAYERS[mode]),
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
    known = list(SETS["core"] if mode == "solitaire" else SETS["all"])
    if mode == "solitaire":
        known.remove("rake")
    presets = ["core"] if mode == "solitaire" else list(SETS)
    preset = random.choice(presets)
    if preset != "none" and random.random() < 0.5:
        return random.sample(known, random.randint(4, len(known)))
    return preset
