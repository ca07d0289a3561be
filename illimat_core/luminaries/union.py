"""The Union: a harvest into its field may play two cards as one of their sum (R-LUM-UNION)."""

from illimat_core.hooks import Joins, Rules

RULES = Rules(luminary="union", joins=Joins(most=2))
