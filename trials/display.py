"""Progress bars and tables on the terminal.

Where the output is no terminal, there are no colours and no bars; NO_COLOR is respected.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console, JustifyMethod
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

STEPS = 10  # lines printed in place of a bar where there is no terminal
WIDTH = 160  # characters of a line where there is no terminal


class Bar:
    """A progress bar, shown within a `with` statement.

    Where `file` is no terminal, a line is printed after every tenth of the work instead.
    """

    def __init__(self, title: str, file: TextIO | None = None) -> None:
        """Show `title` before the bar, on `file` or else standard output."""
        self._title = title
        self._console = _console(file)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[text]}", markup=False),
            console=self._console,
            transient=True,
            redirect_stdout=file is None,
            disable=not self._console.is_terminal,
        )
        self._task = self._progress.add_task(title, total=1.0, text="")
        self._printed = 0

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def show(self, done: float, text: str) -> None:
        """Show that a share of the work, from 0 to 1, is done; `text` describes it."""
        self._progress.update(self._task, completed=done, text=text)
        if self._progress.disable and int(done * STEPS) > self._printed:
            self._printed = int(done * STEPS)
            print(f"{self._title}: {text}", file=self._console.file, flush=True)


class Rows:
    """A table whose rows are printed one by one, as soon as they are known.

    The last column takes the rest of the line.
    """

    def __init__(self, *widths: int) -> None:
        """Give the columns before the last these widths in characters."""
        self._console = _console()
        self._widths = widths

    def print(self, *cells: str, style: str = "") -> None:
        """Print a row; longer cells are wrapped. `style` is one of rich's, such as `bold`."""
        grid = Table.grid(padding=(0, 1))
        for width in self._widths:
            grid.add_column(width=width)
        grid.add_column()
        grid.add_row(*map(Text, cells), style=style)
        self._console.print(grid)


def print_table(rows: Iterable[Sequence[str]], *columns: JustifyMethod) -> None:
    """Print a table with a column for each of `columns`, which says how its cells are aligned."""
    grid = Table.grid(padding=(0, 2))
    for justify in columns:
        grid.add_column(justify=justify)
    for row in rows:
        grid.add_row(*map(Text, row))
    _console().print(grid)


def print_counts(counts: Mapping[str, int]) -> None:
    """Print a table of counts, sorted by name."""
    print()
    print_table([(name, f"{counts[name]:,}") for name in sorted(counts)], "left", "right")
    print()


def _console(file: TextIO | None = None) -> Console:
    """Return the console on `file` or else standard output, wide enough for tables in a log."""
    console = Console(file=file or sys.stdout, highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    return console
