"""Figures of matches: shares of wins with their intervals, as a table and as a plot."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final
from xml.sax.saxutils import escape

import msgspec

Z: Final = 1.96
"""Standard errors to each side of a 95 % interval."""
LEFT, WIDTH, LINE = 250, 420, 24


class Figure(msgspec.Struct, frozen=True):
    """What a match came to: the mean share of wins, and half of its 95 % interval."""

    game: str
    one: str
    others: str
    deals: int
    mean: float
    half: float
    least: float | None = None
    milliseconds: float = 0.0

    @property
    def title(self) -> str:
        """Name the match in a few words."""
        versus = "" if self.one == self.others else f", {self.others}"
        return f"{self.game}: {self.one}{versus}"

    @property
    def verdict(self) -> str:
        """Say whether the wanted share lies below the whole interval, in it or above."""
        if self.least is None:
            return ""
        if self.mean - self.half >= self.least:
            return "met"
        return "open" if self.mean + self.half >= self.least else "missed"


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some deals and half of its 95 % interval.

    A deal counts once: the games that rotate its seats are not independent. Where all deals came to
    the same, the rule of three gives 3/n for n deals.
    """
    count = len(shares)
    spread = stdev(shares) if count > 1 else 0.0
    return fmean(shares), Z * spread / sqrt(count) if spread else min(1.0, 3 / count)


def markdown(figures: Sequence[Figure]) -> str:
    """Return the figures as a table for the docs."""
    lines = [
        "| game | player | others | deals | share of wins, % | wanted |",
        "|---|---|---|---|---|---|",
    ]
    for each in figures:
        wanted = "" if each.least is None else f"{100 * each.least:.0f} ({each.verdict})"
        others = "" if each.one == each.others else each.others
        lines.append(
            f"| {each.game} | {each.one} | {others} | {each.deals} | "
            f"{100 * each.mean:.1f} ± {100 * each.half:.1f} | {wanted} |"
        )
    return "\n".join(lines) + "\n"


def plot(figures: Sequence[Figure]) -> str:
    """Return the figures as an SVG: a line for each match, a tick where a share is wanted."""
    height = LINE * (len(figures) + 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {height}" '
        'font-family="sans-serif" font-size="13" role="img" aria-label="Shares of wins">',
        f'<rect width="{LEFT + WIDTH + 30}" height="{height}" fill="#fff"/>',
    ]
    for share in (0, 25, 50, 75, 100):
        x = _x(share / 100)
        parts.append(f'<path d="M{x} {LINE}V{height - LINE}" stroke="#ccc"/>')
        parts.append(f'<text x="{x}" y="{LINE - 8}" text-anchor="middle">{share} %</text>')
    for place, each in enumerate(figures):
        parts += _line(each, LINE * (place + 1.7))
    return "\n".join([*parts, "</svg>\n"])


def _line(figure: Figure, y: float) -> list[str]:
    low, high = max(0.0, figure.mean - figure.half), min(1.0, figure.mean + figure.half)
    parts = [
        f'<text x="{LEFT - 12}" y="{y + 4:g}" text-anchor="end">{escape(figure.title)}</text>',
        f'<path d="M{_x(low)} {y:g}H{_x(high)}" stroke="#369" stroke-width="3"/>',
        f'<circle cx="{_x(figure.mean)}" cy="{y:g}" r="4" fill="#369"/>',
    ]
    if figure.least is not None:
        x = _x(figure.least)
        parts.append(f'<path d="M{x} {y - 8:g}V{y + 8:g}" stroke="#c30" stroke-width="2"/>')
    return parts


def _x(share: float) -> float:
    return round(LEFT + WIDTH * share, 1)
