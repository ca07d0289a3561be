"""Folds of table events, which change nothing but the version."""

from typing import Final

from msgspec.structs import replace

from illimat_core.events import TABLE_EVENTS, Event
from illimat_core.folding.changes import Folds
from illimat_core.state import State


def _pass_over(state: State, _: Event) -> State:
    return replace(state, version=state.version + 1)


FOLDS: Final[Folds] = dict.fromkeys(TABLE_EVENTS, _pass_over)
