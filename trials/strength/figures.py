"""Figures of matches: shares of wins with their intervals, as a table and as a plot."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

import msgspec

Z: Final = 1.96
"""Standard errors to each side of a 95 % interval."""
LEFT, WIDTH, LINE = 250, 420, 24


class Interval(NamedTuple):
    """The mean share of wins of some deals, and its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return the mean and the interval as percentages."""
        mean, low, high = [f"{100 * share:.1f}" for share in self]
        return f"{mean} % ({low} to {high} %)"


class Figure(msgspec.Struct, frozen=True):
    """What a match came to."""

    game: str
    one: str
    others: str
    deals: int
    share: Interval
    least: float | None = None
    milliseconds: float = 0.0

    @property
    def title(self) -> str:
        versus = "" if self.one == self.others else f", {self.others}"
        return f"{self.game}: {self.one}{versus}"

    @property
    def verdict(self) -> str:
        """Say whether the wanted share lies below the whole interval, in it or above."""
        if self.least is None:
            return ""
        if self.share.low >= self.least:
            return "met"
        return "open" if self.share.high >= self.least else "missed"


def interval(shares: Sequence[float]) -> Interval:
    """Return the mean share of some deals and its 95 % interval, by Wilson's formula.

    A deal counts once: the games that rotate its seats are not independent. The spread of deals may
    differ from that of single games, so they count for as many games as would have theirs. One more
    deal, with the spread of single games, stands for what so few have not shown.
    """
    count, mean = len(shares), fmean(shares)
    of_games = mean * (1 - mean)
    spread = sum([(share - mean) ** 2 for share in shares])
    games = count**2 / (1 + (spread / of_games if of_games else count))
    middle = (games * mean + Z**2 / 2) / (games + Z**2)
    half = Z * sqrt(games * of_games + Z**2 / 4) / (games + Z**2)
    return Interval(mean, min(mean, max(0.0, middle - half)), max(mean, min(1.0, middle + half)))


def markdown(figures: Sequence[Figure]) -> str:
    """Return the figures as a table for the docs."""
    lines = [
        "| game | player | others | deals | share of wins | wanted |",
        "|---|---|---|---|---|---|",
    ]
    for each in figures:
        wanted = "" if each.least is None else f"{100 * each.least:.0f} % ({each.verdict})"
        others = "" if each.one == each.others else each.others
        lines.append(
            f"| {each.game} | {each.one} | {others} | {each.deals} | {each.share} | {wanted} |"
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
    mean, low, high = figure.share
    parts = [
        f'<text x="{LEFT - 12}" y="{y + 4:g}" text-anchor="end">{escape(figure.title)}</text>',
        f'<path d="M{_x(low)} {y:g}H{_x(high)}" stroke="#369" stroke-width="3"/>',
        f'<circle cx="{_x(mean)}" cy="{y:g}" r="4" fill="#369"/>',
    ]
    if figure.least is not None:
        x = _x(figure.least)
        parts.append(f'<path d="M{x} {y - 8:g}V{y + 8:g}" stroke="#c30" stroke-width="2"/>')
    return parts


def _x(share: float) -> float:
    return round(LEFT + WIDTH * share, 1)
