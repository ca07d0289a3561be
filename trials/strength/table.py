"""The matches that tell how strong the levels are, each with the least share of wins wanted."""

from typing import Final, NamedTuple

from trials.jsons import Json
from trials.strength.matches import Contender, Match, round_of

RANDOM, BEGINNER, STEADY, STRONG = map(Contender, ("random", "beginner", "steady", "strong"))
SETS: Final = ("none", "core", "false_baron", "crane_wife", "all")
BUDGETS: Final = (30, 60, 120, 240, 480)


class WantedShare(NamedTuple):
    """A match, and the share of wins that its first entrant must reach, if any."""

    match: Match
    least: float | None = None


def duel(luminaries: str) -> Json:
    """Return the options of a round for two; the Astronomer takes part where he can."""
    stars = "by_player_count" if luminaries == "core" else "always"
    return round_of({"players": 2, "luminaries": luminaries, "stars": stars})


def _rows(
    name: str, options: Json, *pairs: tuple[Contender, Contender, float | None]
) -> list[WantedShare]:
    return [WantedShare(Match(name, options, one, others), least) for one, others, least in pairs]


ROWS: Final[list[WantedShare]] = [
    *(row for name in SETS for row in _rows(name, duel(name), (STEADY, RANDOM, 0.95))),
    *_rows("none", duel("none"), (STEADY, BEGINNER, 0.65), (STRONG, STEADY, 0.62)),
    *_rows("core", duel("core"), (STEADY, BEGINNER, 0.65), (STRONG, STEADY, 0.62)),
    *_rows("all", duel("all"), (STEADY, BEGINNER, 0.65), (STRONG, STEADY, 0.60)),
    *_rows("core, to 17", {"luminaries": "core"}, (STRONG, STEADY, 0.70)),
    *_rows("3 seats", round_of({"players": 3}), (STRONG, STEADY, None), (STEADY, BEGINNER, None)),
    *_rows("4 seats", round_of({"players": 4}), (STRONG, STEADY, 0.30), (STEADY, BEGINNER, None)),
    *_rows("teams", round_of({"mode": "teams"}), (STRONG, STEADY, None), (STEADY, BEGINNER, None)),
    *(
        WantedShare(Match(mode, {"mode": mode}, one, one))
        for mode in ("solitaire", "solo_fields")
        for one in (RANDOM, BEGINNER, STEADY, STRONG)
    ),
    *(
        WantedShare(Match("budgets", duel("none"), Contender("strong", budget), STEADY))
        for budget in BUDGETS
    ),
]
"""All matches. `core` and `none` are played with 52 cards and 65; `3 seats` and so on with core."""
