"""The modes of the game: their names and their records, in one table."""

from collections.abc import Mapping
from typing import Final, Literal

from illimat_core.mode_rules import ModeRules
from illimat_core.modes import beginner, solitaire, solo_fields, standard, teams

Mode = Literal["standard", "beginner", "teams", "solitaire", "solo_fields"]
DEFAULT_MODE: Final[Mode] = "standard"

MODES: Final[Mapping[str, ModeRules]] = {
    rules.mode: rules
    for rules in (
        standard.RULES,
        beginner.RULES,
        teams.RULES,
        solitaire.RULES,
        solo_fields.RULES,
    )
}
