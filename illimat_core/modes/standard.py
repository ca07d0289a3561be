"""The standard game: everybody for themselves, with luminaries."""

from illimat_core.modes.base import ModeRules

RULES = ModeRules(mode="standard")
