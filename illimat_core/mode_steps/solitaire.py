"""How solitaire ends (R-MODE-SOLITAIRE)."""

from illimat_core.cards import FIELDS
from illimat_core.decisions import Step
from illimat_core.events import GameEnded
from illimat_core.rules.hooks import Draft


def end_solitaire(draft: Draft, _: Step) -> None:
    """End the game: it is won if all luminaries were claimed and none was discarded."""
    state = draft.state
    won = len(state.players[0].claimed) >= len(FIELDS) and not state.unwinnable
    draft.emit(GameEnded(winners=(0,) if won else (), reason="solitaire"))
