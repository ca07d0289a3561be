"""``python -m illimat_core``: run scenario files, or serve the engine protocol."""

import argparse
import sys
from pathlib import Path

from illimat_core.protocol import serve
from illimat_core.scenarios import run_files


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m illimat_core", description="The rules of Illimat."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    scenario = commands.add_parser("scenario", help="run scenario files")
    scenario.add_argument("files", nargs="+", type=Path, metavar="FILE")
    commands.add_parser("serve", help="speak the engine protocol on standard input and output")
    chosen = parser.parse_args(arguments)
    if chosen.command == "serve":
        serve(sys.stdin.buffer, sys.stdout)
        return 0
    return run_scenarios(chosen.files)


def run_scenarios(files: list[Path]) -> int:
    """Run scenario files, print what failed and the count; 1 if anything did."""
    passed = failed = 0
    try:
        for name, failure in run_files(files):
            if failure is None:
                passed += 1
            else:
                failed += 1
                print(f"{name}: {failure}")
    except ValueError as error:
        print(error, file=sys.stderr)
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
