"""The options of a game (RULES.md section 13), their values and how they may be combined."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from illimat_core.annotations import says
from illimat_core.cards import DECK, SETS, STARGAZER, SUIT, Card, Luminary, Preset, Seat
from illimat_core.errors import OptionsError, ReadingError
from illimat_core.mode_rules import Automaton, ModeRules
from illimat_core.modes import DEFAULT_MODE, MODES, Mode
from illimat_core.records import reader

MAX_ROUNDS: Final = 32
"""No game has more rounds (R-END-2), whatever its options say."""
MAX_NUMBER: Final = 1_000_000
"""No option is a larger number, so that every client can hold it."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one game is played. Members and defaults are those of RULES.md section 13."""

    players: Annotated[
        int,
        says(
            "The number of people who play: 1 in the solo modes, 4 in teams. If left out, "
            "the mode's default.",
            minimum=1,
            maximum=4,
        ),
    ] = 2
    mode: Annotated[
        Mode,
        says("The mode of the game. `beginner` is the standard game without luminaries."),
    ] = DEFAULT_MODE
    luminaries: Annotated[
        Preset | tuple[Luminary, ...],
        says("The luminaries that a round starts from: a set, or a list of at least four."),
    ] = "core"
    stars: Annotated[
        Literal["by_player_count", "always"],
        says("When the Stars are in the deck: only with four players, or always."),
    ] = "by_player_count"
    harvest: Annotated[
        Literal["all_sets", "single_set"],
        says("Whether a harvest may take several sets at once or exactly one."),
    ] = "all_sets"
    full_harvest: Annotated[
        bool,
        says("Whether all four hand cards may be played in a harvest as one card of their sum."),
    ] = False
    harsh_penalties: Annotated[
        bool, says("Whether everybody tied for Frostbit gets the penalty.")
    ] = False
    freebooter: Annotated[
        bool, says("Whether sowing into an empty field lets you draw a fifth card.")
    ] = False
    no_repeats: Annotated[
        bool,
        says("Whether a field that you harvested on your previous turn is closed to your play."),
    ] = False
    luminaries_persist: Annotated[
        bool,
        says("Whether luminaries that are still face down stay where they are for the next round."),
    ] = False
    tiebreak_round: Annotated[
        bool, says("Whether a tie for the win is decided by further rounds.")
    ] = False
    harmonic_convergence: Annotated[
        Literal["official", "pass_hands", "none"],
        says(
            "What happens when four luminaries lie face up: everybody takes over the hand "
            "and score of the seat to their left, hands alone pass to the left, or nothing."
        ),
    ] = "official"
    passive_card: Annotated[
        Literal["private", "on_request"],
        says("Whether opponents may ask to see the card that the last stockpile was made for."),
    ] = "private"
    perfect_crime: Annotated[
        Literal["steal", "return"],
        says("Whether the Perfect Crime steals an okus or returns one to the Illimat."),
    ] = "steal"
    universe_reach: Annotated[
        Literal["any", "one"],
        says("Whether the Universe reaches any other fields, or one of them."),
    ] = "any"
    audience: Annotated[
        Literal["sow", "spectator"],
        says("Whether the Audience has cards sown, or a spectator name the luminary it acts as."),
    ] = "sow"
    target_score: Annotated[
        int, says("The score at which the game ends.", minimum=1, maximum=MAX_NUMBER)
    ] = 17
    rounds: Annotated[
        int | None,
        says(
            "The number of rounds to play; null to play to `target_score`.",
            minimum=1,
            maximum=MAX_ROUNDS,
        ),
    ] = None

    @property
    def mode_rules(self) -> ModeRules:
        return MODES[self.mode]

    @property
    def seats(self) -> int:
        """The number of seats, including an automaton's."""
        return self.players + (self.mode_rules.automaton is not None)

    @property
    def round_limit(self) -> int:
        """The round after which the game is over at the latest, ties aside (R-END-2)."""
        return min(self.rounds or self.mode_rules.rounds or MAX_ROUNDS, MAX_ROUNDS)

    @property
    def with_stars(self) -> bool:
        """Whether the Stars are in the deck (R-SETUP-1)."""
        return self.stars == "always" or self.mode_rules.all_suits or self.players == 4

    @property
    def deck(self) -> tuple[Card, ...]:
        """The game's cards, in deck order."""
        return DECK if self.with_stars else tuple(c for c in DECK if SUIT[c] != "St")

    @property
    def luminary_set(self) -> tuple[Luminary, ...]:
        """The luminaries a round starts from, in the order that is shuffled (R-SETUP-5).

        Those of a set are in the order of the rules, others as the options list them.
        """
        choice = self.mode_rules.luminaries
        if not choice.allowed:
            return ()
        if not isinstance(self.luminaries, str):
            return self.luminaries
        chosen = (name for name in SETS[self.luminaries] if name not in choice.without)
        return tuple(name for name in chosen if self.with_stars or name != STARGAZER)

    @property
    def converges(self) -> bool:
        """Whether Harmonic Convergence moves anybody (R-HARM-2)."""
        return self.mode_rules.converges and self.harmonic_convergence != "none"

    def automaton_at(self, seat: Seat | None) -> Automaton | None:
        return self.mode_rules.automaton if seat == self.players else None

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The groups of seats that score as one, in order of their first seat (R-MODE-TEAMS)."""
        return self.mode_rules.partners or tuple((seat,) for seat in range(self.seats))

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        return next((side for side in self.mode_rules.partners if seat in side), (seat,))


_read = reader(Options)


def read_options(given: Mapping[str, object]) -> Options:
    """Parse options from their JSON form; ``players`` defaults to the number the mode needs.

    Raises ``OptionsError``, which names the member at fault and says what it may be.
    """
    try:
        options = _read(given)
    except ReadingError as error:
        raise OptionsError(
            error.member or "options", error.message.key, **error.message.arguments
        ) from None
    if "players" not in given:
        options = replace(options, players=options.mode_rules.players[0])
    _check_players(options)
    _check_luminaries(options)
    if not 1 <= options.target_score <= MAX_NUMBER:
        raise OptionsError("target_score", "options.target", most=MAX_NUMBER)
    if options.rounds is not None and not 1 <= options.rounds <= MAX_NUMBER:
        raise OptionsError("rounds", "options.rounds", most=MAX_ROUNDS)
    return options


def read_new_options(given: Mapping[str, object]) -> Options:
    """Raise ``OptionsError`` as ``read_options`` does, and for more rounds than a game can have."""
    options = read_options(given)
    if options.rounds is not None and options.rounds > MAX_ROUNDS:
        raise OptionsError("rounds", "options.too_many_rounds", most=MAX_ROUNDS)
    return options


def _check_players(options: Options) -> None:
    wanted = options.mode_rules.players
    if options.players not in wanted:
        least, most = wanted[0], wanted[-1]
        if least == most:
            raise OptionsError("players", "options.players", mode=options.mode, players=most)
        raise OptionsError(
            "players", "options.players_between", mode=options.mode, least=least, most=most
        )


def _check_luminaries(options: Options) -> None:
    choice, chosen = options.mode_rules.luminaries, options.luminaries
    if not choice.allowed:
        return
    if not isinstance(chosen, str):
        if len(set(chosen)) != len(chosen):
            raise OptionsError("luminaries", "options.luminary_twice")
        if 0 < len(chosen) < 4:
            raise OptionsError("luminaries", "options.few_luminaries")
        if STARGAZER in chosen and not options.with_stars:
            raise OptionsError("luminaries", "options.no_stars", luminary=STARGAZER)
    inside = set(choice.allowed).issuperset(options.luminary_set)
    if len(options.luminary_set) < choice.least or not inside:
        raise OptionsError("luminaries", choice.refusal)
