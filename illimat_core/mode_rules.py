"""The record of a mode: everything that the rules ask about it (RULES.md section 12).

A record contains plain data and the names of steps, which the edition looks up, so that the options
can import it. The defaults are those of the standard game.
"""

from dataclasses import dataclass

from illimat_core.cards import HAND, SETS, Luminary, Preset, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Automaton:
    """An automatic player on the seat after those of the people. It holds no hand.

    It declines every optional choice; chance makes the others for it. ``plays`` names the step that
    plays its turn, ``name`` the message with its name.
    """

    name: str
    plays: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LuminaryChoice:
    """The luminaries that may be chosen: at least ``least`` of a set, except those in ``without``.

    A set that is chosen by name omits the exceptions automatically. ``refusal`` is the message that
    says what may be chosen.
    """

    of: Preset = "all"
    without: tuple[Luminary, ...] = ()
    least: int = 0
    refusal: str = ""

    @property
    def allowed(self) -> tuple[Luminary, ...]:
        return tuple(name for name in SETS[self.of] if name not in self.without)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeRules:
    """A mode: who plays, what is dealt and drawn, how cards are played, how a round ends."""

    mode: str
    """Its name, one of ``Mode`` in ``modes``."""
    players: tuple[int, ...] = (2, 3, 4)
    """The possible numbers of players, without gaps; the first is the default."""
    partners: tuple[tuple[Seat, ...], ...] = ()
    """The seats that score as one (R-MODE-TEAMS); if empty, each seat is a side of its own."""
    automaton: Automaton | None = None

    dealer: Seat | None = None
    """The seat that deals every round, or None if the players deal in turn."""
    first_hand: int = HAND - 1
    """The number of cards dealt to the player who plays first (R-SETUP-3)."""
    all_suits: bool = False
    """Whether the Stars are in the deck with any number of players (R-SETUP-1)."""
    okuses: bool = True
    luminaries: LuminaryChoice = LuminaryChoice()

    open_hand: bool = False
    """Whether hands lie face up, so that everybody sees the cards."""
    in_order: bool = False
    """Whether hand cards are played in the order in which they were dealt."""
    draws_when_empty: bool = False
    """Whether players draw up only when their hand is empty."""
    converges: bool = True
    """Whether Harmonic Convergence moves anybody (R-HARM-2)."""

    rounds: int | None = None
    """The number of rounds in which the target has to be reached, unless the options set one."""
    round_ends: str = "end_round"
    """The step that ends a round."""
    won_by_claiming: bool = False
    """Whether the game is won by claiming every luminary, so not once one is discarded."""

    @property
    def rule(self) -> str:
        return f"R-MODE-{self.mode.upper().replace('_', '-')}"

    @property
    def title(self) -> str:
        """The key of the message that names the mode for people, within a sentence."""
        return f"{self.mode}.title"

    @property
    def steps(self) -> tuple[str, ...]:
        return (self.round_ends, *((self.automaton.plays,) if self.automaton else ()))
