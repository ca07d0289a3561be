"""How solitaire ends (R-MODE-SOLITAIRE)."""

from illimat_core.cards import FIELDS
from illimat_core.decisions import Step
from illimat_core.draft import Draft
from illimat_core.events import GameEnded


def end_solitaire(draft: Draft, _: Step) -> None:
    """All four luminaries claimed is a win, unless one was discarded."""
    state = draft.state
    won = len(state.players[0].claimed) >= len(FIELDS) and not state.unwinnable
    draft.emit(GameEnded(winners=(0,) if won else (), reason="solitaire"))
