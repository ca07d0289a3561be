"""The standard game: everybody for themselves, with luminaries."""

from illimat_core.mode_rules import ModeRules

RULES = ModeRules(mode="standard")
