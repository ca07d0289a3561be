"""The game without luminaries, in which okuses break ties (R-MODE-BEGINNER)."""

from illimat_core.messages import english
from illimat_core.mode_rules import LuminaryChoice, ModeRules

english({"beginner.title": "beginner's game"})

RULES = ModeRules(mode="beginner", luminaries=LuminaryChoice(of="none"), converges=False)
