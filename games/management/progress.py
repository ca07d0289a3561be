"""A bar that shows how far a long piece of work is."""

import sys
from time import monotonic

WIDTH = 24


class Progress:
    """Shows how far something is, on standard error; one line of text where nobody looks."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._began = monotonic()
        self._live = sys.stderr.isatty()
        if not self._live:
            print(f"… {title}", file=sys.stderr, flush=True)

    def show(self, done: float, text: str) -> None:
        """Show a share from 0 to 1, and a few words."""
        if self._live:
            full = round(WIDTH * min(done, 1))
            bar = "█" * full + "·" * (WIDTH - full)
            seconds = monotonic() - self._began
            line = f"{self._title:14} {bar} {seconds:4.0f} s  {text}"
            print(f"\r\033[K{line[:110]}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Remove the bar."""
        if self._live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
