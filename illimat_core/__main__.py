"""``python -m illimat_core``: play, verify, run scenarios, serve the protocol, bench, perft."""

import argparse
import os
import re
import secrets
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from illimat_core.cards import SETS
from illimat_core.console import perft, verification
from illimat_core.console.bench import measure
from illimat_core.console.exports import read_game_file
from illimat_core.console.protocol import serve
from illimat_core.console.scenarios import run_files
from illimat_core.console.session import new_session
from illimat_core.console.terminal import Terminal
from illimat_core.errors import OptionsError, PlayerError
from illimat_core.messages import ENGLISH, LANGUAGES
from illimat_core.modes import DEFAULT_MODE, MODES
from illimat_core.players.levels import DEFAULT_LEVEL, LEVELS

with suppress(ImportError):  # Windows has none
    import readline  # noqa: F401 - lets a person edit lines and recall earlier ones

SCRIPT = "illimat"
"""The command that the package `illimat-core` installs."""

CALLED = os.environ.get(
    "ILLIMAT_CALLED", SCRIPT if Path(sys.argv[0]).stem == SCRIPT else "python -m illimat_core"
)
"""The command that called this program, for its messages; ./do play sets it."""


def main(arguments: list[str] | None = None) -> int:
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
        return count_sequences(chosen.file, chosen.depth)
    if chosen.command == "verify":
        return verify(chosen.file, chosen.head)
    return run_scenarios(chosen.files)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=CALLED, description="The rules of Illimat.")
    commands = made.add_subparsers(dest="command", required=True)
    scenario = commands.add_parser("scenario", help="run scenario files")
    scenario.add_argument("files", nargs="+", type=Path, metavar="FILE")
    commands.add_parser("serve", help="speak the engine protocol on standard input and output")
    game = commands.add_parser("play", help="play at the terminal, against house players")
    game.add_argument("--players", type=int, help="number of players, 1 to 4 [as the mode needs]")
    game.add_argument("--mode", default=DEFAULT_MODE, help=f"{', '.join(MODES)} [{DEFAULT_MODE}]")
    game.add_argument(
        "--luminaries",
        help=f"{', '.join(SETS)}, or at least four names separated by commas [core]",
    )
    game.add_argument("--seat", type=int, default=0, help="your seat [0]")
    game.add_argument(
        "--level",
        default=DEFAULT_LEVEL,
        help=f"how well the others play: {', '.join(LEVELS)} [{DEFAULT_LEVEL}]",
    )
    game.add_argument(
        "--language",
        choices=LANGUAGES,
        default=ENGLISH.code,
        help=f"{', '.join(LANGUAGES)} [{ENGLISH.code}]",
    )
    game.add_argument(
        "--seed",
        type=seed_of,
        default=secrets.token_bytes(8),
        metavar="HEX",
        help="seed of the deal, in hexadecimal digits such as 00ff [a new one]",
    )
    perft_command = commands.add_parser(
        "perft", help="count the sequences of legal actions from positions"
    )
    perft_command.add_argument("file", type=Path, metavar="FILE")
    perft_command.add_argument(
        "--depth", type=int, default=3, help="length of the longest sequences [3]"
    )
    bench = commands.add_parser("bench", help="measure how fast random games are played")
    bench.add_argument(
        "--seconds", type=float, default=2, help="seconds spent on each kind of game [2]"
    )
    flags_of_verify(commands.add_parser("verify", help="check the exported file of a game"))
    for command in commands.choices.values():
        command.set_defaults(refuse=command.error)  # with the usage of that command
    return made


def flags_of_verify(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument(
        "--head",
        type=head_of,
        action="append",
        default=[],
        metavar="HEX",
        help="a fingerprint from a mail about the game, which has to be in the file; repeatable",
    )


def seed_of(text: str) -> bytes:
    """Return the seed of the deal and of the other players' choices."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError("hexadecimal digits are expected, like 00ff") from None


def head_of(text: str) -> str:
    """Return the hash of an event that somebody kept."""
    head = text.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", head):
        raise argparse.ArgumentTypeError("64 hexadecimal digits are expected")
    return head


def play(chosen: argparse.Namespace) -> int:
    """Let a person play; return 2 if the game cannot be created."""
    language = LANGUAGES[chosen.language]
    try:
        session = new_session(options_of(chosen), chosen.seed)
        check_seat(chosen.seat, session.state.options.players)
        terminal = Terminal(session, chosen.seat, input, level=chosen.level, language=language)
    except (OptionsError, PlayerError) as error:
        flag, *_ = error.member.split("/")
        print(f"--{flag}: {language.tell(error.message)}", file=sys.stderr)
        return 2
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        over = terminal.play()
    except KeyboardInterrupt:
        over = False
    if not over:
        print(f"\n{language.say('terminal.goodbye', command=restart_command(chosen))}")
    return 0


def restart_command(chosen: argparse.Namespace) -> str:
    defaults = parser().parse_args(["play"])
    flags = [
        f"--{name} {value}"
        for name in ("players", "mode", "luminaries", "seat", "level", "language")
        if (value := getattr(chosen, name)) != getattr(defaults, name)
    ]
    return " ".join([CALLED, "play", *flags, "--seed", chosen.seed.hex()])


def check_seat(seat: int, players: int) -> None:
    if seat not in range(players):
        raise OptionsError("seat", "seat.not_yours", seat=seat, last=players - 1)


def options_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """Return the options that the flags set, by default with the players that the mode needs."""
    made: dict[str, Any] = {"mode": chosen.mode}
    if chosen.players is not None:
        made["players"] = chosen.players
    if (named := chosen.luminaries) is not None:
        mode = MODES.get(chosen.mode)
        if named != "none" and mode and not mode.luminaries.allowed:
            raise OptionsError("luminaries", "options.no_luminaries", mode=chosen.mode)
        listed = [name.strip() for name in named.split(",")]
        made["luminaries"] = named if named in SETS else listed
    return made


def count_sequences(path: Path, depth: int) -> int:
    """Count the sequences of actions of a file's positions; return 1 if a count differs."""
    code = 0
    for line, fits in perft.run(perft.read_positions(path), depth):
        print(line, flush=True)
        code = code if fits else 1
    return code


def verify(path: Path, heads: list[str]) -> int:
    """Check a game's file; return 1 if something is wrong, 2 if it is no file of a game."""
    try:
        file = read_game_file(path.read_bytes())
    except (OSError, ValueError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    code = 0
    for line, fits in verification.run(file, heads):
        # Texts of the file might contain control characters.
        print("".join(each if " " <= each <= "~" else "?" for each in line), flush=True)
        code = code if fits else 1
    return code


def run_scenarios(files: list[Path]) -> int:
    """Run scenario files, print the failures and the count; return 1 if any failed."""
    passed = failed = 0
    for name, failure in run_files(files):
        if failure is None:
            passed += 1
        else:
            failed += 1
            print(f"{name}: {failure}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def run() -> int:
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has had enough: `play | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    return code


if __name__ == "__main__":
    sys.exit(run())
