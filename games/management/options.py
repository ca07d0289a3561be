"""What the commands that check and rebuild have in common: their options, and their progress."""

from argparse import ArgumentParser, _ActionsContainer
from collections.abc import Iterable
from typing import TypeVar
from uuid import UUID

from rich.console import Console
from rich.progress import track

Item = TypeVar("Item")


def add_ids(parser: ArgumentParser, name: str) -> None:
    """Declare the ids of what to look at, such as `games` for the name `game`."""
    shown = f"a {name}'s id; all by default"
    parser.add_argument(f"{name}s", type=UUID, nargs="*", metavar=name.upper(), help=shown)


def add_check(parser: _ActionsContainer) -> None:
    """Declare `--check`."""
    parser.add_argument(
        "--check", action="store_true", help="change nothing, and exit with 1 if any is wrong"
    )


def tracked(items: Iterable[Item], what: str, total: int) -> Iterable[Item]:
    """Yield items, and show on a terminal how far it is."""
    console = Console(stderr=True)
    quiet = not console.is_terminal
    return track(items, what, total=total, console=console, transient=True, disable=quiet)
