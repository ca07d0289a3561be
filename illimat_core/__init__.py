"""The rules of Illimat: pure, event-sourced, and the same on every machine.

``decide`` says what an action leads to, ``evolve`` and ``fold`` make states of events,
``legal_actions`` and ``menu`` say what a seat may do, ``observe`` and ``redact`` what it may see.
"""

from illimat_core.actions import Action, as_json
from illimat_core.budget import Budget, BudgetSpentError
from illimat_core.chance import SeededSource, Source
from illimat_core.decider import advance, begin, decide, may_ask, read, settle_chance
from illimat_core.errors import OptionsError, PositionError, RuleError, UnknownEventError
from illimat_core.events import Event, redact
from illimat_core.folding import evolve, fold
from illimat_core.listing import legal_actions
from illimat_core.loading import load
from illimat_core.menus import menu
from illimat_core.observation import decisions, observe
from illimat_core.options import Options, read_options
from illimat_core.position import write
from illimat_core.previews import batch, preview
from illimat_core.state import State

__all__ = [
    "Action",
    "Budget",
    "BudgetSpentError",
    "Event",
    "Options",
    "OptionsError",
    "PositionError",
    "RuleError",
    "SeededSource",
    "Source",
    "State",
    "UnknownEventError",
    "advance",
    "as_json",
    "batch",
    "begin",
    "decide",
    "decisions",
    "evolve",
    "fold",
    "legal_actions",
    "load",
    "may_ask",
    "menu",
    "observe",
    "preview",
    "read",
    "read_options",
    "redact",
    "settle_chance",
    "write",
]
