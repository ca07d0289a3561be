"""What the commands that check and rebuild have in common: their options, and their progress."""

from argparse import ArgumentParser, _ActionsContainer
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction
from rich.console import Console
from rich.progress import track

Item = TypeVar("Item")


def add_ids(
    parser: ArgumentParser, name: str, what: str, *, read: Callable[[str], Any] = UUID
) -> None:
    """Declare the ids of what to look at, such as `games` for the name `game`."""
    shown = f"{what}; all by default"
    parser.add_argument(f"{name}s", type=read, nargs="*", metavar=name.upper(), help=shown)


def add_check(parser: _ActionsContainer) -> None:
    parser.add_argument(
        "--check", action="store_true", help="change nothing, and exit with 1 if any is wrong"
    )


def add_check_or_trust(parser: ArgumentParser) -> None:
    """Declare `--check` and `--trust-events`, of which a command takes one at most."""
    how = parser.add_mutually_exclusive_group()
    add_check(how)
    how.add_argument(
        "--trust-events",
        action="store_true",
        help="take the last event that is stored for the last one there was",
    )


@contextmanager
def try_out(*, check: bool) -> Iterator[None]:
    """Run a block in a transaction, which `check` rolls back."""
    with transaction.atomic():
        yield
        if check:
            transaction.set_rollback(True)


def tracked(items: Iterable[Item], what: str, total: int) -> Iterable[Item]:
    """Yield items, and show on a terminal how far it is."""
    console = Console(stderr=True)
    quiet = not console.is_terminal
    return track(items, what, total=total, console=console, transient=True, disable=quiet)
