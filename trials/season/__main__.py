"""Play a whole season of a league on a public server, and check what becomes of it."""

import argparse
import asyncio
import secrets
import sys
import time

from trials.display import Bar, print_counts
from trials.pool import positive
from trials.season.client import UnexpectedError
from trials.season.records import SeasonReport, Size
from trials.season.run import MISSING, is_installed, run

PLAYERS, DIVISIONS, AT_TABLE = 40, 3, 4


def main() -> None:
    """Run the command; exit with 1 if something is not as it should be."""
    arguments = _parse_args()
    if not is_installed():
        sys.exit(MISSING)
    seed = arguments.seed if arguments.seed is not None else secrets.randbelow(10**6)
    size = Size(arguments.players, arguments.divisions, arguments.at_table)
    in_divisions = f"{size.players} players in {size.divisions} divisions"
    print(f"A season of {in_divisions}, with --seed {seed}", flush=True)
    began = time.monotonic()
    with Bar("season") as bar:
        try:
            report = asyncio.run(run(size, seed, bar.show))
        except UnexpectedError as error:
            report = SeasonReport([str(error)])
        except KeyboardInterrupt:
            sys.exit(130)  # as shells count it
    for sentence in report.wrong:
        print(sentence)
    if report.games:
        counts = {"games": report.games, "actions": report.actions, "requests": report.requests}
        print_counts(counts | {"seconds": round(time.monotonic() - began)})
    print("Not all is as it should be." if report.wrong else "All is as it should be.")
    sys.exit(1 if report.wrong else 0)


def _parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./do season", description=__doc__)
    parser.add_argument("--players", type=positive, default=PLAYERS, help="[%(default)s]")
    parser.add_argument("--divisions", type=positive, default=DIVISIONS, help="[%(default)s]")
    parser.add_argument(
        "--at-table", type=int, choices=[2, 3, 4], default=AT_TABLE, help="[%(default)s]"
    )
    parser.add_argument("--seed", type=int, help="repeat the choices of the season that printed it")
    arguments = parser.parse_args()
    size = Size(arguments.players, arguments.divisions, arguments.at_table)
    if size.players < size.least:
        parser.error(f"With these divisions and tables, it takes {size.least} players or more.")
    return arguments


if __name__ == "__main__":
    main()
