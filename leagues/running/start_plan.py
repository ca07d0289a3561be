"""The plan of a season's start: who plays in which division and group, and how many games.

A plan follows from the rules, the entrants and their claims. It depends neither on lots nor on who
blocked whom, so organisers who look at it learn nothing that they could use.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from leagues.contest.divisions import Assignment, Claim, fill
from leagues.contest.errors import LeagueError
from leagues.contest.formats.dealing import split_into_rows
from leagues.contest.reasons import gettext_noop
from leagues.rules import SeasonRules, smallest_group

NONE_CONFIRMED: Final = gettext_noop(
    "The season needs at least {least} entrants who confirm that they will play. {entered} have "
    "entered, and none of them has confirmed yet."
)
SOME_CONFIRMED: Final = gettext_noop(
    "The season needs at least {least} entrants who confirm that they will play. {entered} have "
    "entered; confirmed so far: {entrants}."
)
FILLS_NO_TABLES: Final = gettext_noop(
    "{entrants} entrants cannot each play {games} games at tables of {at_table}; {fewer} or {more} "
    "can."
)
FILLS_NO_TABLES_CONFIRMED: Final = gettext_noop(
    "{entrants} entrants cannot each play {games} games at tables of {at_table}; {fewer} or {more} "
    "can. Not counted, since they have not confirmed that they will play: {absent}."
)


class DivisionMove(NamedTuple):
    """A division to which an organiser has moved an entrant, who has `agreed` if it is lower."""

    division: int
    agreed: bool = True


class StartPlan(msgspec.Struct, frozen=True):
    """The entrants of each division, the top one first, the sizes of its groups, and all games.

    Who plays in which group is drawn by lot at the start (`leagues.contest.formats.dealing`), from
    `dealt`: the entrants of each division, the strongest first. What lots decide is in no order of
    strength there, so that a rating that changes nothing leaves the plan unchanged. `absent` have
    not confirmed that they will play, and `admitted` get their places
    (`leagues.entering.attendance`).
    """

    divisions: tuple[tuple[str, ...], ...]
    groups: tuple[tuple[int, ...], ...]
    games: int
    assignments: tuple[Assignment, ...] = ()
    dealt: tuple[tuple[str, ...], ...] = ()
    absent: tuple[str, ...] = ()
    admitted: tuple[str, ...] = ()

    @property
    def token(self) -> str:
        """What confirms this very plan."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:32]


def check_number(rules: SeasonRules, entrants: int, absent: int = 0) -> None:
    """Raise LeagueError if a season cannot start with this number of entrants.

    `absent` others have not confirmed that they will play, and are named as the cause.
    """
    least = smallest_group(rules)
    if entrants < least <= entrants + absent:
        raise LeagueError(
            "entrants",
            SOME_CONFIRMED if entrants else NONE_CONFIRMED,
            least=least,
            entered=entrants + absent,
            entrants=entrants,
        )
    if entrants < least:
        raise LeagueError(
            "entrants",
            "The season needs at least {least} entrants; there are {entrants}.",
            least=least,
            entrants=entrants,
        )
    step = rules.played_as.sizes(rules).step
    if entrants % step:
        fewer = entrants - entrants % step
        raise LeagueError(
            "entrants",
            FILLS_NO_TABLES_CONFIRMED if absent else FILLS_NO_TABLES,
            entrants=entrants,
            absent=absent,
            games=rules.games_of_each,
            at_table=rules.at_table,
            fewer=fewer,
            more=fewer + step,
        )


def make_plan(
    rules: SeasonRules,
    entrants: Sequence[str],
    claimed: Mapping[str, Claim],
    strengths: Mapping[str, float] = MappingProxyType({}),
    moves: Mapping[str, DivisionMove] = MappingProxyType({}),
) -> StartPlan:
    """Plan a season for entrants in the order of their registration.

    Newcomers come in the order of their strengths, and those who have none, as registered, after
    them. Divisions list them as registered, so they say nothing else of strengths. Without having
    agreed, nobody is moved below the division that they would have if nobody was moved.
    Raises LeagueError if there are too few of them, if they cannot be split into groups in which
    everybody plays as many games, or if divisions are too small.
    """
    check_number(rules, len(entrants))
    divisions, step = _divisions(rules, len(entrants)), rules.played_as.sizes(rules).step
    turn = {name: number for number, name in enumerate(entrants)}
    strongest = sorted(entrants, key=lambda name: (name not in strengths, -strengths.get(name, 0)))
    filled = fill(strongest, claimed, divisions, step)
    if moves:
        filled = fill(strongest, claimed, divisions, step, _goals(moves, filled))
    _check_sizes(rules, filled)
    groups = tuple(_groups(rules, len(division)) for division in filled)
    listed = [
        sorted(division, key=lambda each: -1 if each.claim else turn[each.entrant])
        for division in filled
    ]
    lots = [
        _lots([each.entrant for each in division], len(sizes), step)
        for division, sizes in zip(filled, groups, strict=True)
    ]
    return StartPlan(
        divisions=tuple(tuple(each.entrant for each in division) for division in listed),
        groups=groups,
        games=sum(rules.played_as.games(rules, size) for division in groups for size in division),
        assignments=tuple(each for division in listed for each in division),
        dealt=tuple(
            tuple(name for names in division for name in sorted(names, key=turn.__getitem__))
            for division in lots
        ),
    )


def _goals(
    moves: Mapping[str, DivisionMove], filled: Iterable[Sequence[Assignment]]
) -> dict[str, int]:
    """Return the divisions of those who are moved; `filled` are divisions as if nobody was."""
    without = {each.entrant: each.division for division in filled for each in division}
    return {
        name: move.division if move.agreed else min(move.division, without[name])
        for name, move in moves.items()
        if name in without
    }


def _check_sizes(rules: SeasonRules, divisions: Sequence[Sequence[Assignment]]) -> None:
    """Raise LeagueError for a division that is too small."""
    for number, division in enumerate(divisions):
        leaving = rules.promoted * (number > 0) + rules.relegated * (number < len(divisions) - 1)
        if len(division) < max(smallest_group(rules), leaving):
            raise LeagueError(
                "division_size",
                "Division {division} would have {entrants} entrants, too few to play or to promote "
                "and relegate as many as declared.",
                division=number + 1,
                entrants=len(division),
            )


def _lots(names: Sequence[str], groups: int, step: int) -> Iterable[Sequence[str]]:
    """Return who among the entrants of a division is dealt to its groups at the same time."""
    return split_into_rows(names, groups, step) if groups > 1 else [names]


def _divisions(rules: SeasonRules, entrants: int) -> int:
    """Return how many divisions of about the declared size the entrants fill.

    Rather one division too large than one too small to be paired.
    """
    if not rules.division_size:
        return 1
    filled = (2 * entrants + rules.division_size) // (2 * rules.division_size)
    return max(1, min(filled, entrants // smallest_group(rules)))


def _groups(rules: SeasonRules, entrants: int) -> tuple[int, ...]:
    """Return the sizes of the groups of a division, as equal as can be paired."""
    # Rather one group too large than one too small to be paired.
    sizes = rules.played_as.sizes(rules)
    most = sizes[-1] if "group_size" in rules.idle else rules.group_size
    largest = max(size for size in sizes if size <= most)
    groups = min(ceil(entrants / largest), entrants // sizes[0])
    each, more = divmod(entrants // sizes.step, groups)
    larger, smaller = (each + 1) * sizes.step, each * sizes.step
    return (larger,) * more + (smaller,) * (groups - more)
