"""Round robin: each two entrants meet once, and all have both seats equally often, or nearly."""

from typing import Final

from leagues.errors import LeagueError
from leagues.formats.groups import blocked
from leagues.formats.records import Bye, Pairing, Request, Table
from leagues.lots import shuffled
from leagues.reasons import Reason

MOST: Final = 32
FEWEST: Final = 2


def pair(request: Request) -> Pairing:
    """Return the tables of all rounds, by the circle method (Kirkman 1847).

    All but the last entrant stand in a circle of an odd number of places, and those meet in round r
    whose places add up to 2r; the entrant at place r meets the last one, or has a bye. Around the
    circle, each entrant has the first seat against the nearer half of those who follow. So seats
    differ by at most one. Raises LeagueError for fewer than two entrants or more than 32.
    """
    if not FEWEST <= len(request.entrants) <= MOST:
        raise LeagueError(
            "entrants", "A round robin has {least} to {most} entrants.", least=FEWEST, most=MOST
        )
    drawn = shuffled(request.key, f"{request.label}/circle", request.entrants)
    last = drawn.pop() if len(drawn) % 2 == 0 else None
    circle = len(drawn)
    tables: list[Table] = []
    byes: list[Bye] = []
    for number in range(circle):
        told = Reason("everybody", {"round": number + 1, "rounds": circle})
        pairs = [
            _seated(drawn, (number + step) % circle, (number - step) % circle)
            for step in range(1, circle // 2 + 1)
        ]
        if last is None:
            size = Reason("size", {"entrants": circle, "at_table": 2})
            byes.append(Bye(number + 1, drawn[number], size))
        else:
            pairs.append((last, drawn[number]) if number % 2 else (drawn[number], last))
        tables += (Table(number + 1, two, (told, *blocked(two, request.apart))) for two in pairs)
    return Pairing(tuple(tables), tuple(byes))


def _seated(circle: list[str], one: int, other: int) -> tuple[str, str]:
    ahead = (other - one) % len(circle) <= len(circle) // 2
    return (circle[one], circle[other]) if ahead else (circle[other], circle[one])
