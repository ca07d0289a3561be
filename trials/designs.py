"""Search for the designs of groups, keep them in `formats/kept.json`, and print them.

    .venv/bin/python -m trials.designs

For each size of group, base blocks are tried in a fixed order, in the cyclic group and then in
other abelian groups, until the meetings of any two entrants differ by at most one. If none is found
within `MOST_TRIES`, or if there are no base blocks, since the games are no multiple of the table's
size, tables are searched for by simulated annealing from a fixed seed. The best is kept. So the
file is always the same. One design has blocks of another kind, which are given (`EIGHTS`).
"""

from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement, islice
from typing import Final

import msgspec

from leagues.contest.formats.designs import KEPT, PERMITTED, Design, differences
from trials.annealing import annealed_tables, balance_seats
from trials.dice import dice
from trials.display import Bar, Rows

MOST_TRIES: Final = 1_000_000
"""Sets of base blocks that are tried for each abelian group."""
CYCLES: Final = {12: (2, 6), 14: (14,), 24: (2, 12), 25: (5, 5)}
"""Other groups, for sizes at which the cyclic group has no balanced design."""
KNOWN: Final = {(7, 4): (0, 1, 3, 6), (13, 4): (0, 1, 3, 9)}
"""Perfect difference sets from the literature, tried first."""
EIGHTS: Final = {
    (24, 4, 8): {
        (3, 4, 11, 14): 8,
        (4, 6, 18, 19): 8,
        (2, 7, 16, 18): 8,
        (1, 13, 15, 19): 8,
        (8, 9, 16, 19): 8,
        (3, 7, 8, 12): 4,
        (11, 15, 16, 20): 4,
    }
}
"""Blocks of entrants in eights, 0-7, 8-15 and so on, and how many numbers are added to each.

They are added within each eight, where 7 is followed by 0. No base blocks that were tried balance
the meetings as well.
"""


def main() -> None:
    wanted = [
        (at_table, games, size)
        for at_table, permitted in PERMITTED.items()
        for games, sizes in permitted.items()
        for size in sizes
    ]
    found = []
    with Bar("Designs") as bar:
        for done, (at_table, games, size) in enumerate(wanted, start=1):
            found.append(search(size, at_table, games))
            bar.show(done / len(wanted), f"{size} entrants, {at_table} at a table")
    lines = (msgspec.json.encode(design).decode() for design in found)
    KEPT.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    rows = Rows(9, 9, 7, 12)
    rows.print("entrants", "at table", "games", "meetings", "blocks", style="bold")
    for design in found:
        rows.print(*cells_of(design), style="" if design.spread <= 1 else "yellow")


def search(size: int, at_table: int, games: int) -> Design:
    """Return the first balanced design, or the best of those tried."""
    if (size, at_table, games) in EIGHTS:
        return by_eights(size, at_table, games)
    found = by_tables(size, at_table, games)
    tried = found if games % at_table else chain(by_base_blocks(size, at_table, games), found)
    best: Design | None = None
    for design in tried:
        if best is None or design.spread < best.spread:
            best = design
        if best.spread <= 1:
            break
    if best is None:
        raise AssertionError
    return best


def by_base_blocks(size: int, at_table: int, games: int) -> Iterator[Design]:
    for cycle in dict.fromkeys([(size,), CYCLES.get(size, (size,))]):
        for blocks, spread in candidates(cycle, size, at_table, games // at_table):
            yield Design(at_table, games, cycle, blocks, spread)


def by_eights(size: int, at_table: int, games: int) -> Design:
    """Return the design whose tables follow from blocks in eights."""
    tables = [
        [who // 8 * 8 + (who + added) % 8 for who in block]
        for block, shifts in EIGHTS[size, at_table, games].items()
        for added in range(shifts)
    ]
    return of_tables(size, at_table, games, balance_seats(tables, dice("eights")))


def by_tables(size: int, at_table: int, games: int) -> Iterator[Design]:
    """Yield designs whose blocks are the tables."""
    for tables in annealed_tables(size, at_table, games):
        yield of_tables(size, at_table, games, tables)


def of_tables(size: int, at_table: int, games: int, tables: tuple[tuple[int, ...], ...]) -> Design:
    found = Design(at_table, games, (), tables, 0)
    met = found.meetings()
    times = [met[pair] for pair in combinations(range(size), 2)]
    return msgspec.structs.replace(found, spread=max(times) - min(times))


def candidates(
    cycle: tuple[int, ...], size: int, at_table: int, count: int
) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    """Yield sets of base blocks, each with the spread of its meetings."""
    if at_table > size:
        return
    counted: dict[
        tuple[int, ...], tuple[int, ...]
    ] = {}  # blocks with the same differences are alike
    blocks = [(0, *rest) for rest in combinations(range(1, size), at_table - 1)]
    if known := KNOWN.get((size, at_table)):
        blocks.insert(0, known)
    most = -(-count * at_table * (at_table - 1) // (size - 1))
    for block in blocks:
        occurring = [0] * size
        for difference in differences(cycle, block):
            occurring[difference] += 1
        if count == 1 or max(occurring[1:]) <= most + 1:
            counted.setdefault(tuple(occurring[1:]), block)
    # The blocks without repeated differences first, since only they leave room for others.
    sorted_ = sorted(counted.items(), key=lambda item: max(item[0]))
    for chosen in islice(combinations_with_replacement(sorted_, count), MOST_TRIES):
        total = list(map(sum, zip(*(occurring for occurring, _ in chosen), strict=True)))
        yield tuple(block for _, block in chosen), max(total) - min(total)


def cells_of(design: Design) -> tuple[str, str, str, str, str]:
    meetings = sorted({*design.meetings().values()})
    pairs = design.size * (design.size - 1) // 2
    if len(design.meetings()) < pairs:
        meetings.insert(0, 0)
    times = " to ".join(map(str, dict.fromkeys((meetings[0], meetings[-1]))))
    blocks = "  ".join(" ".join(map(str, block)) for block in design.blocks)
    return str(design.size), str(design.at_table), str(design.games), times, blocks


if __name__ == "__main__":
    main()
