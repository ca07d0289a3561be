"""``python -m illimat_core``: play, run scenarios, serve the protocol, measure, count futures."""

import argparse
import os
import secrets
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from illimat_core import perft
from illimat_core.bench import measure
from illimat_core.cards import SETS
from illimat_core.errors import OptionsError
from illimat_core.modes import DEFAULT_MODE, MODES
from illimat_core.protocol import serve
from illimat_core.scenarios import run_files
from illimat_core.session import new_session
from illimat_core.terminal import Terminal

CALLED = os.environ.get("ILLIMAT_CALLED", "python -m illimat_core")
"""How this was called, for its own words: ./do play says so."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status."""
    chosen, unknown = parser().parse_known_args(arguments)
    if unknown:
        chosen.refuse(f"unrecognized arguments: {' '.join(unknown)}")
    if chosen.command == "serve":
        serve(sys.stdin.buffer, sys.stdout)
        return 0
    if chosen.command == "play":
        return play(chosen)
    if chosen.command == "bench":
        for line in measure(chosen.seconds):
            print(line, flush=True)
        return 0
    if chosen.command == "perft":
        return count_futures(chosen.file, chosen.depth)
    return run_scenarios(chosen.files)


def parser() -> argparse.ArgumentParser:
    """What can be typed behind ``python -m illimat_core``."""
    made = argparse.ArgumentParser(prog=CALLED, description="The rules of Illimat.")
    commands = made.add_subparsers(dest="command", required=True)
    scenario = commands.add_parser("scenario", help="run scenario files")
    scenario.add_argument("files", nargs="+", type=Path, metavar="FILE")
    commands.add_parser("serve", help="speak the engine protocol on standard input and output")
    game = commands.add_parser("play", help="play at the terminal, against random players")
    game.add_argument("--players", type=int, help="how many play, 1 to 4 [what the mode wants]")
    game.add_argument("--mode", default=DEFAULT_MODE, help=f"{', '.join(MODES)} [{DEFAULT_MODE}]")
    game.add_argument(
        "--luminaries",
        default="core",
        help=f"{', '.join(SETS)}; or at least four names with commas between [core]",
    )
    game.add_argument("--seat", type=int, default=0, help="where you sit [0]")
    game.add_argument(
        "--seed",
        type=seed_of,
        default=secrets.token_bytes(8),
        metavar="HEX",
        help="of the deal, in hexadecimal digits, like 00ff [a new one]",
    )
    futures = commands.add_parser("perft", help="count the sequences of actions of positions")
    futures.add_argument("file", type=Path, metavar="FILE")
    futures.add_argument("--depth", type=int, default=3, help="of the longest sequences [3]")
    bench = commands.add_parser("bench", help="measure how fast random games are played")
    bench.add_argument("--seconds", type=float, default=2, help="of each kind of game [2]")
    for command in commands.choices.values():
        command.set_defaults(refuse=command.error)  # with the usage of that command
    return made


def seed_of(text: str) -> bytes:
    """The seed of a deal, and of what the other players do."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError("hexadecimal digits are expected, like 00ff") from None


def play(chosen: argparse.Namespace) -> int:
    """Let somebody play; 2 where the game cannot be made."""
    try:
        session = new_session(options_of(chosen), chosen.seed)
        check_seat(chosen.seat, session.state.options.players)
    except OptionsError as error:
        print(f"--{error.member}: {error.detail}", file=sys.stderr)
        return 2
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        over = Terminal(session, chosen.seat, sys.stdin, sys.stdout).play()
    except KeyboardInterrupt:
        over = False
    if not over:
        print(f"\nGoodbye. The same deal again: {called_again(chosen)}")
    return 0


def called_again(chosen: argparse.Namespace) -> str:
    """Return the command that begins the same game again."""
    defaults = parser().parse_args(["play"])
    flags = [
        f"--{name} {value}"
        for name in ("players", "mode", "luminaries", "seat")
        if (value := getattr(chosen, name)) != getattr(defaults, name)
    ]
    return " ".join([CALLED, "play", *flags, "--seed", chosen.seed.hex()])


def check_seat(seat: int, players: int) -> None:
    """Refuse a seat where no person sits."""
    if seat not in range(players):
        raise OptionsError(
            "seat", f"There is no seat {seat} for you; seats are 0 to {players - 1}."
        )


def options_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """The options that flags stand for; as many players as the mode wants, if nothing is said."""
    named = [name.strip() for name in chosen.luminaries.split(",")]
    players = {} if chosen.players is None else {"players": chosen.players}
    return players | {
        "mode": chosen.mode,
        "luminaries": chosen.luminaries if chosen.luminaries in SETS else named,
    }


def count_futures(path: Path, depth: int) -> int:
    """Count the futures of the positions of a file; 1 if a count is not as the file expects."""
    code = 0
    for line, fits in perft.run(perft.read_positions(path), depth):
        print(line, flush=True)
        code = code if fits else 1
    return code


def run_scenarios(files: list[Path]) -> int:
    """Run scenario files, print what failed and the count; 1 if anything did."""
    passed = failed = 0
    for name, failure in run_files(files):
        if failure is None:
            passed += 1
        else:
            failed += 1
            print(f"{name}: {failure}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read has had enough: `play | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
