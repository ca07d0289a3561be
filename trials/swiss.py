"""How well Swiss at tables of two balances seats and floats.

`python -m trials.swiss` plays tournaments of several sizes in which chance decides all games, and
prints a row for each size, as in docs/concepts/leagues.md.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Final

from leagues.contest.formats import swiss
from leagues.contest.formats.records import Pair, Pairing, Request, pairs_of
from leagues.contest.standings.records import PointRules
from trials.dice import dice
from trials.display import Rows

FIELDS: Final = {8: 375, 16: 188, 17: 176, 32: 94, 100: 30, 1000: 3}
"""How many tournaments of each size are played: of about 3,000 entrants together."""
ROUNDS: Final = 7
KEY: Final = b"k" * 32


def names(size: int) -> tuple[str, ...]:
    return tuple(f"e{number:02}" for number in range(size))


def tournament(
    size: int,
    at_table: int,
    rounds: int,
    apart: Iterable[Pair] = (),
    *,
    seed: int = 0,
    pair: Callable[[Request], Pairing] = swiss.pair,
) -> list[Pairing]:
    """Return the rounds of a tournament in which chance decides all games."""
    rng = dice(seed)
    points = dict.fromkeys(names(size), Fraction(0))
    pairings: list[Pairing] = []
    for number in range(1, rounds + 1):
        pairing = pair(
            Request(
                entrants=names(size),
                at_table=at_table,
                key=KEY,
                apart=frozenset(apart),
                round=number,
                past=tuple(table.entrants for each in pairings for table in each.tables),
                past_byes=tuple(bye.entrant for each in pairings for bye in each.byes),
                points=dict(points),
                floats=[*map(floats_of, reversed(pairings[-2:]))],
            )
        )
        pairings.append(pairing)
        for table in pairing.tables:
            scale = PointRules().scale(len(table.entrants))
            for place, name in enumerate(rng.sample(table.entrants, len(table.entrants)), 1):
                points[name] += scale.of(place, 1)
    return pairings


def floats_of(pairing: Pairing) -> dict[str, int]:
    """Return who floated in a round."""
    reasons = (reason for table in pairing.tables for reason in table.reasons)
    return swiss.floats_in(reasons, (bye.entrant for bye in pairing.byes))


def count_rare_events(pairings: list[Pairing]) -> Counter[str]:
    """Return how often something happened in a tournament that should seldom happen."""
    found: Counter[str] = Counter()
    tables = [table for pairing in pairings for table in pairing.tables]
    met = Counter(pair for table in tables for pair in pairs_of(table.entrants))
    found["met again"] = met.total() - len(met)
    seats: dict[str, list[int]] = {}
    for table in tables:
        for seat, name in enumerate(table.entrants):
            seats.setdefault(name, []).append(seat)
        for reason in table.reasons:
            if reason.key == swiss.FLOAT:
                most, least = (Fraction(reason.arguments[each]) for each in ("most", "least"))
                found["points apart"] += int(most - least)
    for had in seats.values():
        found["seat thrice"] += sum(
            len({*had[start : start + 3]}) == 1 for start in range(len(had) - 2)
        )
        found["seats uneven"] += abs(len(had) - 2 * sum(had)) > 1
    for before, after in pairwise(map(floats_of, pairings)):
        found["float twice"] += sum(after.get(name) == way for name, way in before.items())
    return found


def main() -> None:
    heads = ("met again", "points apart", "seat thrice", "seats uneven", "float twice")
    rows = Rows(9, *(len(each) for each in heads))
    rows.print("entrants", *heads, style="bold")
    for size, count in FIELDS.items():
        found = Counter[str]()
        for seed in range(count):
            found.update(
                count_rare_events(tournament(size, 2, min(ROUNDS, size // 2 + 1), seed=seed))
            )
        rows.print(str(size), *(str(found[each]) for each in heads))


if __name__ == "__main__":
    main()
