"""The rules of Illimat: pure, event-sourced, and the same on every machine.

``decide`` returns the events that an action leads to, ``evolve`` and ``fold`` make states of
events, ``legal_actions`` and ``menu`` return what a seat may do, ``observe`` and ``redact`` what it
may see.
"""

from illimat_core.actions import Action, as_json
from illimat_core.budget import Budget, BudgetSpentError
from illimat_core.decider import advance, apply, begin, decide, may_ask, read, settle_chance
from illimat_core.errors import OptionsError, PositionError, RuleError, UnknownEventError
from illimat_core.events import Event, ShownEvent, redact
from illimat_core.folding import evolve, fold
from illimat_core.menu_entries import Menu
from illimat_core.observation import decisions, observe
from illimat_core.offers.batches import ahead, batch, preview
from illimat_core.offers.listing import legal_actions
from illimat_core.offers.menus import menu
from illimat_core.options import Options, read_options
from illimat_core.positions.loading import load
from illimat_core.positions.writing import write
from illimat_core.rules.sources import SeededSource, Source
from illimat_core.state import State
from illimat_core.views import AnnouncedEvent, Decision, Observation

__all__ = [
    "Action",
    "AnnouncedEvent",
    "Budget",
    "BudgetSpentError",
    "Decision",
    "Event",
    "Menu",
    "Observation",
    "Options",
    "OptionsError",
    "PositionError",
    "RuleError",
    "SeededSource",
    "ShownEvent",
    "Source",
    "State",
    "UnknownEventError",
    "advance",
    "ahead",
    "apply",
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
