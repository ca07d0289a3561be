"""Measure how strong the house players are, or fit the weights of their evaluation."""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from illimat_core.players.evaluation import FEATURES
from trials.display import Bar
from trials.pool import run_seeds
from trials.strength.figures import Figure, interval, markdown, plot
from trials.strength.fitting import GAMES, fit
from trials.strength.matches import Contender, Match, deal, read_entrant
from trials.strength.table import ROWS, WantedShare

DEALS: Final = 400
ROUNDS: Final = 600
SEED: Final = 1_000_000


def main() -> None:
    """Do what the command line says; exit with 1 if a wanted share was missed."""
    arguments = _parse_args()
    if arguments.fit:
        fitted = fit_weights(arguments.fit, arguments.deals or ROUNDS, arguments.seed, arguments.by)
        print(msgspec.json.format(msgspec.json.encode(fitted), indent=2).decode())
        return
    rows = [row for row in ROWS if not arguments.only or row.match.name in arguments.only]
    if arguments.one:
        rows = _replaced(rows, arguments.one, arguments.others)
    figures = [
        measure(row, arguments.deals or DEALS, arguments.seed, arguments.jobs) for row in rows
    ]
    print(markdown(figures))
    if arguments.json:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=2))
    if arguments.plot:
        arguments.plot.write_text(plot(figures), encoding="utf-8")
    sys.exit(any(figure.verdict == "missed" for figure in figures))


def measure(row: WantedShare, deals: int, seed: int, jobs: int) -> Figure:
    match, found = row.match, []
    title = f"{match.name}, {match.one} and {match.others}"
    with Bar(title) as bar:
        for dealt in run_seeds(partial(deal, match), seed=seed, count=deals, jobs=jobs):
            found.append(dealt)
            shares = interval([each.share for each in found])
            text = f"{len(found):,}/{deals:,} deals, {shares}"
            bar.show(len(found) / deals, text)
    seconds = sum(each.seconds for each in found) / len(found)
    names = str(match.one), str(match.others)
    return Figure(match.name, *names, deals, shares, row.least, 1000 * seconds)


def fit_weights(name: str, rounds: int, seed: int, by: Contender) -> dict[str, dict[str, float]]:
    """Return the weights of one kind of game, fitted to rounds that a player plays itself."""
    with Bar(f"fit {name}") as bar:
        weights = fit(
            name,
            rounds,
            by,
            seed,
            lambda done: bar.show(done / rounds, f"{done:,}/{rounds:,} rounds"),
        )
    return {name: dict(zip(FEATURES, [round(each, 3) for each in weights], strict=True))}


def _replaced(rows: Sequence[WantedShare], one: Contender, others: Contender) -> list[WantedShare]:
    """Return a row for each game of some rows, between two given entrants."""
    games = {row.match.name: row.match.options for row in rows}
    return [WantedShare(Match(name, options, one, others)) for name, options in games.items()]


def _parse_args() -> argparse.Namespace:
    names = list(dict.fromkeys(row.match.name for row in ROWS))
    parser = argparse.ArgumentParser(prog="./do strength", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=names, metavar="GAME", help=", ".join(names))
    parser.add_argument("--one", type=_entrant, metavar="PLAYER", help="like steady or strong:60")
    parser.add_argument(
        "--others", type=_entrant, default=Contender("steady"), metavar="PLAYER", help="[steady]"
    )
    parser.add_argument("--deals", type=int, help=f"deals of a match, or rounds of a fit [{DEALS}]")
    parser.add_argument("--seed", type=int, default=SEED, help="of the first deal [%(default)s]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a plot there (SVG)")
    parser.add_argument("--fit", choices=GAMES, metavar="GAME", help=f"of {', '.join(GAMES)}")
    parser.add_argument(
        "--by", type=_entrant, default=Contender("steady"), help="who plays for a fit [steady]"
    )
    return parser.parse_args()


def _entrant(text: str) -> Contender:
    try:
        return read_entrant(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


if __name__ == "__main__":
    main()
