"""The Collective: a harvest into its field may play any number of cards as one (R-LUM-COLLECTIVE).

Their sum must be the value of a single item there, which the harvest takes as a group of its own.
"""

from illimat_core.hooks import Joins, Rules

RULES = Rules(luminary="collective", joins=Joins(most=65, single_item=True))
