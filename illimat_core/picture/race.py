"""How scores or points grew: a line for each side, from step to step."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from illimat_core.picture.colours import Theme
from illimat_core.picture.svg import PLAIN, escape, number, path, text

WIDTH: Final = 340
HEIGHT: Final = 196
LEFT: Final = 28  # of the lines
RIGHT: Final = 244
TOP: Final = 16
BOTTOM: Final = 178
APART: Final = 18  # between names at the right
SIZE: Final = 15
SMALL: Final = 12
DASHES: Final = ("", "1 6", "9 6", "14 5 2 5")
"""How the lines of the sides differ, in their order."""


class Runner(NamedTuple):
    """A side: its name, its scores in their order, and whether it is the reader's own.

    `total` is what stands beside the name; by default the last score, rounded.
    """

    name: str
    scores: Sequence[float]
    own: bool
    total: str = ""


def race(
    runners: Sequence[Runner],
    goal: int | None,
    label: str,
    theme: Theme,
    steps: tuple[str, str] = ("", ""),
) -> str:
    """Return the lines of at most nine sides as SVG, all from 0.

    `goal` is the score to reach if there is one. Of scores below 0, which are only expected, the
    lines lie on 0. `steps` are words below the first and the last step. `label` says what the
    picture shows. A table beside it has to have the numbers.
    """
    most = max([1, goal or 0, *(score for each in runners for score in each.scores)])
    rounds = max([1, *(len(each.scores) for each in runners)])
    drawn = ""
    for value, dashes in ((0, ""), (goal, "3 4")) if goal else ((0, ""),):
        y = _height(value or 0, most)
        line = path(f"M{LEFT} {number(y)}H{RIGHT}", "none", theme.edge, 1)
        drawn += line.replace("/>", f' stroke-dasharray="{dashes}"/>') if dashes else line
        drawn += text(LEFT - 6, y + 5, str(value), SIZE, theme.soft, anchor="end", plain=800)
    ends = []
    for place, each in enumerate(runners):
        ends.append(_height(each.scores[-1] if each.scores else 0, most))
        drawn += _line(each, place, rounds, most, theme)
    for each, end, y in zip(runners, ends, _spread_names(ends), strict=True):
        score = each.total or (round(each.scores[-1]) if each.scores else 0)
        colour = theme.thread if each.own else theme.ink
        drawn += path(f"M{RIGHT + 2} {number(end)}L{RIGHT + 9} {number(y)}", "none", theme.edge, 1)
        room, words = WIDTH - RIGHT - 12, f"{each.name} {score}"
        drawn += text(RIGHT + 12, y + 5, words, SIZE, colour, room=room, plain=650)
    first = LEFT + (RIGHT - LEFT) / rounds
    for x, anchor, words in ((first, "middle", steps[0]), (RIGHT, "end", steps[1])):
        if words:
            drawn += text(x, HEIGHT - 3, words, SMALL, theme.soft, anchor=anchor, plain=800)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="race" {PLAIN} '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">{drawn}</svg>'
    )


def _line(runner: Runner, place: int, rounds: int, most: float, theme: Theme) -> str:
    step = (RIGHT - LEFT) / rounds
    points = [
        f"{number(LEFT + round_ * step)} {number(_height(score, most))}"
        for round_, score in enumerate([0, *runner.scores])
    ]
    colour, wide = (theme.thread, 3.4) if runner.own else (theme.ink, 2.2)
    drawn = path(f"M{'L'.join(points)}", "none", colour, wide)
    dashes = DASHES[place % len(DASHES)]
    more = ' stroke-linejoin="round" stroke-linecap="round"'
    return drawn.replace("/>", f'{more} stroke-dasharray="{dashes}"/>' if dashes else f"{more}/>")


def _height(score: float, most: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * max(score, 0) / most


def _spread_names(ends: Sequence[float]) -> list[float]:
    """Return where names stand beside the ends of their lines, without overlapping."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    found = list(ends)
    for above, place in pairwise(order):
        found[place] = max(found[place], found[above] + APART)
    lowest = BOTTOM + 4.0
    for place in reversed(order):
        found[place] = lowest = min(found[place], lowest)
        lowest -= APART
    return found
