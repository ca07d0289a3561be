"""Round robin: each two entrants meet once or twice, in both seats equally often, or nearly."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from leagues.contest.errors import LeagueError
from leagues.contest.formats.groups import reasons_of_blocks
from leagues.contest.formats.records import Format, NewBye, NewTable, Pairing, Request
from leagues.contest.lots import shuffled
from leagues.contest.reasons import Reason, gettext_noop

MOST: Final = 32
FEWEST: Final = 2


def pair(request: Request) -> Pairing:
    """Return the tables of all rounds, by the circle method (Kirkman 1847).

    All but the last entrant stand in a circle of an odd number of places, and those meet in round r
    whose places add up to 2r; the entrant at place r meets the last one, or has a bye. Around the
    circle, each entrant has the first seat against the nearer half of those who follow. So seats
    differ by at most one. Raises LeagueError for fewer than two entrants or more than 32.
    """
    return _make_pairing(request, "everybody", _draw_rounds(request))


def pair_twice(request: Request) -> Pairing:
    """Return the tables of twice as many rounds: after those of `pair`, again with seats exchanged.

    So all have both seats equally often. Raises what `pair` does.
    """
    rounds = _draw_rounds(request)
    again = [[(second, first) for first, second in pairs] for pairs in rounds]
    return _make_pairing(request, "everybody_twice", [*rounds, *again])


def _draw_rounds(request: Request) -> list[list[tuple[str, str]]]:
    if not FEWEST <= len(request.entrants) <= MOST:
        raise LeagueError(
            "entrants", "A round robin has {least} to {most} entrants.", least=FEWEST, most=MOST
        )
    drawn = shuffled(request.key, f"{request.label}/circle", request.entrants)
    last = drawn.pop() if len(drawn) % 2 == 0 else None
    circle = len(drawn)
    rounds = []
    for number in range(circle):
        pairs = [
            _order_by_seat(drawn, (number + step) % circle, (number - step) % circle)
            for step in range(1, circle // 2 + 1)
        ]
        if last is not None:
            pairs.append((last, drawn[number]) if number % 2 else (drawn[number], last))
        rounds.append(pairs)
    return rounds


def _make_pairing(
    request: Request, reason: str, rounds: Sequence[Sequence[tuple[str, str]]]
) -> Pairing:
    """Return the tables of rounds, and a bye for anybody who has none in a round, with reasons."""
    size = Reason("size", {"entrants": len(request.entrants), "at_table": 2})
    tables: list[NewTable] = []
    byes: list[NewBye] = []
    for number, pairs in enumerate(rounds, start=1):
        told = Reason(reason, {"round": number, "rounds": len(rounds)})
        tables += (
            NewTable(number, two, (told, *reasons_of_blocks(two, request.apart))) for two in pairs
        )
        playing = {name for two in pairs for name in two}
        byes += (NewBye(number, name, size) for name in request.entrants if name not in playing)
    return Pairing(tuple(tables), tuple(byes))


def _order_by_seat(circle: list[str], one: int, other: int) -> tuple[str, str]:
    ahead = (other - one) % len(circle) <= len(circle) // 2
    return (circle[one], circle[other]) if ahead else (circle[other], circle[one])


ONCE: Final = Format(
    name="round_robin",
    words=gettext_noop("Round robin: tables of two, everybody meets everybody once"),
    pair=pair,
    takes=frozenset({"group_size", "days_per_round", "bye"}),
    most=MOST,
    at_table=frozenset({2}),
    meet=1,
)
TWICE: Final = replace(
    ONCE,
    name="double_round_robin",
    words=gettext_noop("Double round robin: tables of two, everybody meets everybody twice"),
    pair=pair_twice,
    meet=2,
)
