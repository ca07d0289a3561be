"""What a mode of the game is: a record of everything the rules ask about it (RULES.md section 12).

A record holds plain data and the names of steps, which the edition looks up, so that it can lie
below the options. The defaults are those of the standard game.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from illimat_core.cards import HAND, SETS, Luminary, Preset, Seat

if TYPE_CHECKING:
    from illimat_core.modes import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Automaton:
    """What plays the seat after those of the players, at which nobody sits. It holds no hand.

    It declines what is optional; chance decides for it what is not. ``plays`` names the step that
    makes its turn, ``name`` is what people call it.
    """

    name: str
    plays: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The luminaries that may be chosen: at least so many of a set, without some.

    A set that is chosen by its name leaves those out by itself. ``refusal`` says to people what
    may be chosen.
    """

    of: Preset = "all"
    without: tuple[Luminary, ...] = ()
    least: int = 0
    refusal: str = ""

    @property
    def allowed(self) -> tuple[Luminary, ...]:
        """The luminaries that a round of the mode may have."""
        return tuple(name for name in SETS[self.of] if name not in self.without)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeRules:
    """One mode: who plays, what is dealt and drawn, how cards are played, how a round ends."""

    mode: "Mode"
    players: tuple[int, ...] = (2, 3, 4)
    """How many people may play, without gaps; the first number, where a game does not say."""
    partners: tuple[tuple[Seat, ...], ...] = ()
    """The seats that score as one (R-MODE-TEAMS); without any, each seat is a side of its own."""
    automaton: Automaton | None = None

    dealer: Seat | None = None
    """The seat that deals every round; None has the deal go round the players."""
    first_hand: int = HAND - 1
    """How many cards are dealt to whoever plays first (R-SETUP-3)."""
    all_suits: bool = False
    """Whether the Stars are in the deck however many play (R-SETUP-1)."""
    okuses: bool = True
    luminaries: Choice = Choice()

    open_hand: bool = False
    """Whether hands lie face up, so that everybody sees the cards."""
    in_order: bool = False
    """Whether hand cards are played in the order in which they were dealt."""
    draws_when_empty: bool = False
    """Whether nobody draws up before their hand is empty."""
    converges: bool = True
    """Whether Harmonic Convergence moves anybody (R-HARM-2)."""

    round_ends: str = "end_round"
    """The step that ends a round."""
    won_by_claiming: bool = False
    """Whether the game is won by claiming every luminary, and no more once one is discarded."""

    @property
    def rule(self) -> str:
        """The id of the mode's rule."""
        return f"R-MODE-{self.mode.upper().replace('_', '-')}"

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps that the mode brings into a turn."""
        return (self.round_ends, *((self.automaton.plays,) if self.automaton else ()))
