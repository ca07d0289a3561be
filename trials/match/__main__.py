"""Let two engines play the same deals from every seat, and print how often the first one wins."""

import argparse
import sys

from illimat_core.errors import OptionsError
from illimat_core.options import read_options
from trials.display import Bar
from trials.jsons import Json
from trials.match.games import Engine, GameResult, read_engine, results
from trials.strength.figures import interval

DEALS, SEED, SECONDS = 50, 1, 10.0
MEANING = """\
The range in brackets is a 95 % confidence interval: over many more deals, the share would very
likely lie within it. To narrow it, play more deals (--deals)."""
EPILOGUE = """\
An engine is a level of house players (beginner, strong:60) or a command line in quotes, of a
program that answers requests on standard input: docs/bots.md describes them.
For instance: ./do match steady 'python3 examples/engine_bot.py' --deals 20
"""


def main() -> None:
    arguments = _parse_args()
    options: Json = {"luminaries": arguments.luminaries, "rounds": arguments.rounds}
    options |= {"players": arguments.players}
    try:
        read_options(options)
    except OptionsError as error:
        sys.exit(str(error))
    one, others = arguments.one, arguments.others
    found: list[list[GameResult]] = []
    fouls: list[str] = []
    try:
        with Bar(f"{one.name} and {others.name}") as bar:
            for seed in range(arguments.seed, arguments.seed + arguments.deals):
                games = list(results(one, others, options, seed, arguments.seconds))
                found.append(games)
                fouls += [game.foul for game in games if game.foul]
                done = len(found) / arguments.deals
                bar.show(done, f"deal {len(found):,} of {arguments.deals:,}, {_share(found)}")
    except KeyboardInterrupt:
        if not found:
            sys.exit(130)  # the exit code that shells give to a program ended by Ctrl-C
    for foul in fouls:
        print(foul)
    print(f"{one.name} won {_share(found)} of its games against {others.name}.")
    print(f"Games: {sum(map(len, found)):,}. Deals: {len(found):,}, from --seed {arguments.seed}.")
    print(MEANING)
    sys.exit(bool(fouls))


def _share(found: list[list[GameResult]]) -> str:
    return str(interval([sum(game.share for game in games) / len(games) for games in found]))


def _parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./do match",
        description=__doc__,
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("one", type=_engine, metavar="ENGINE")
    parser.add_argument("others", type=_engine, metavar="OTHERS", help="at all other seats")
    parser.add_argument("--players", type=int, default=2, help="2 to 4 [%(default)s]")
    parser.add_argument("--luminaries", default="core", help="a set of luminaries [%(default)s]")
    parser.add_argument("--rounds", type=int, default=1, help="of a game [%(default)s]")
    parser.add_argument("--deals", type=_positive, default=DEALS, help="[%(default)s]")
    parser.add_argument("--seed", type=int, default=SEED, help="of the first deal [%(default)s]")
    parser.add_argument(
        "--seconds", type=_seconds, default=SECONDS, help="for each answer [%(default)s]"
    )
    return parser.parse_args()


def _engine(text: str) -> Engine:
    try:
        return read_engine(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0.")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:  # noqa: PLR2004 - an hour
        raise argparse.ArgumentTypeError("Choose a number of seconds above 0, at most 3600.")
    return seconds


if __name__ == "__main__":
    main()
