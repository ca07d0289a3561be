"""Swiss: in each round, entrants with about as many points meet, whom they have not met before.

Entrants stand in the order of their points, level ones by lot. From the top, each table takes the
first entrant left, and those nearest behind who have neither met anybody at it nor blocked them.
Towards the end that can fail, so entrants who meet again are then exchanged with others
(`leagues.contest.formats.mending`). At tables of two, seats and floats are balanced
(`leagues.contest.formats.balancing`); at others, seats go to those who had them least.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from leagues.contest.errors import LeagueError
from leagues.contest.formats.balancing import Balance
from leagues.contest.formats.groups import reasons_of_blocks
from leagues.contest.formats.mending import Tables
from leagues.contest.formats.records import Format, NewBye, NewTable, Pairing, Request, pairs_of
from leagues.contest.formats.sizes import split
from leagues.contest.lots import shuffled
from leagues.contest.reasons import Reason, gettext_noop

MOST: Final = 1000
TWO: Final = 2
"""Entrants at the tables whose seats and floats are balanced."""
FEW: Final = 40
"""With up to this many entrants, the search begins anew if some clash."""
STARTS: Final = 5
"""In how many places it begins."""
FLOAT: Final = "float"
"""The reason that names who floats down, and who up."""


def pair(request: Request) -> Pairing:
    """Return the tables of a round.

    No entrants meet again, or blocked each other, if exchanges find a way around it; then points
    count. It takes at most in the order of n² steps for n entrants, and depends on the request
    alone.
    Raises LeagueError for too few entrants, or an entrant who is named twice.
    """
    if len({*request.entrants}) < len(request.entrants):
        raise LeagueError("entrants", "An entrant is named twice.")
    shape = split(len(request.entrants), request.at_table)
    label = f"{request.label}/round/{request.round}"
    drawn = shuffled(request.key, label, request.entrants)
    ordered = sorted(drawn, key=lambda name: -request.points.get(name, 0))
    resting = _resting(ordered, request.past_byes, shape.byes)
    playing = [name for name in ordered if name not in resting]
    tables = _filled(request, playing, shape.tables)
    lots = {name: place for place, name in enumerate(drawn)}
    return Pairing(
        tuple(
            NewTable(
                request.round,
                entrants,
                tuple(_reasons(request, entrants, tables.met)),
            )
            for entrants in _seat_entrants(request, tables, lots)
        ),
        tuple(
            NewBye(request.round, name, _size(len(request.entrants), request.at_table))
            for name in resting
        ),
    )


def floats_in(reasons: Iterable[Reason], resting: Iterable[str]) -> dict[str, int]:
    """Return who floated in a round, given the reasons of its tables; a bye is a float down."""
    floats = dict.fromkeys(resting, 1)
    for reason in reasons:
        if reason.key == FLOAT:
            floats |= {str(reason.arguments["first"]): 1, str(reason.arguments["second"]): -1}
    return floats


def _filled(request: Request, playing: list[str], sizes: tuple[int, ...]) -> Tables:
    """Return the tables of those who play.

    If few play and some of them clash, the search begins anew elsewhere in the order.
    """
    filled = Tables(request, playing, sizes)
    filled.mend()
    starts = range(1, STARTS) if len(playing) <= FEW else ()
    for start in starts:
        if not filled.clash:
            break
        cut = start * len(playing) // STARTS
        again = Tables(request, playing[cut:] + playing[:cut], sizes)
        again.mend()
        filled = min(filled, again, key=Tables.total)
    return filled


def _resting(ordered: list[str], past: Iterable[str], byes: int) -> list[str]:
    """Return who has a bye: those who had the fewest, and of these the last."""
    had = Counter(past)
    last = {name: place for place, name in enumerate(ordered)}
    return sorted(ordered, key=lambda name: (had[name], -last[name]))[:byes]


def _seat_entrants(
    request: Request, tables: Tables, lots: Mapping[str, int]
) -> Iterable[tuple[str, ...]]:
    """Return the entrants of each table by seat; where several orders are as good, by lot."""
    had = Counter((name, seat) for table in request.past for seat, name in enumerate(table))
    seated: Callable[..., tuple[str, ...]] = partial(_least_worn, had=had)
    if request.at_table == TWO:
        balance = Balance(request, tables)
        balance.improve()
        seated = balance.seated
    return [seated(*sorted(members, key=lots.__getitem__)) for members in tables.members]


def _least_worn(*members: str, had: Mapping[tuple[str, int], int]) -> tuple[str, ...]:
    """Return the entrants of a table by seat, so that they sit where they sat least."""

    def worn(order: tuple[str, ...]) -> int:
        """Return how often the entrants sat in these seats; often counts more than twice seldom."""
        return sum(had[name, seat] ** 2 for seat, name in enumerate(order))

    return min(permutations(members), key=worn)


def _reasons(
    request: Request, entrants: tuple[str, ...], met: Counter[tuple[str, str]]
) -> Iterable[Reason]:
    ranked = sorted(entrants, key=lambda name: request.points.get(name, 0))
    points = [request.points.get(name, Fraction(0)) for name in ranked]
    if not request.past:
        yield Reason("drawn")
    elif points[0] == points[-1]:
        yield Reason("same_points", {"points": str(points[0])})
    else:
        span: dict[str, int | str] = {"least": str(points[0]), "most": str(points[-1])}
        if len(ranked) == TWO:
            yield Reason(FLOAT, span | {"first": ranked[1], "second": ranked[0]})
        else:
            yield Reason("near_points", span)
    if len(entrants) != request.at_table:
        yield _size(len(request.entrants), request.at_table)
    yield from reasons_of_blocks(entrants, request.apart)
    for first, second in pairs_of(entrants):
        if games := met[first, second]:
            yield Reason("met", {"first": first, "second": second, "games": games})


def _size(entrants: int, at_table: int) -> Reason:
    return Reason("size", {"entrants": entrants, "at_table": at_table})


SWISS: Final = Format(
    name="swiss",
    words=gettext_noop("Swiss: round by round, against people with as many points"),
    pair=pair,
    takes=frozenset({"rounds", "days_per_round", "late_entry_until", "bye"}),
    most=MOST,
    mixes=True,
    by_round=True,
)
SINGLE: Final = replace(
    SWISS,
    name="single_tables",
    words=gettext_noop("Single tables: one game for everybody"),
    takes=frozenset({"bye"}),
    by_round=False,
)
"""A Swiss of one round."""
