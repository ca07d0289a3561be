"""Weigh a game: what its page loads, how soon it answers, what drawing it costs, what is stored."""

import argparse
import gzip
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import django
import msgspec

from illimat_core.observation import observe
from illimat_core.picture import WIDTHS, draw
from trials import product
from trials.bench.databases import environment, run
from trials.bench.measure import Row
from trials.bench.positions import CROWDS
from trials.display import Rows
from trials.installed import find_chromium
from trials.programs import free_port
from trials.weigh import browser

ROUNDS: Final = 15
FIRST_LOAD: Final = 90_000  # bytes as they are sent
TAP: Final = 15_000  # bytes that a touch fetches
INPUT: Final = 50  # milliseconds from a touch to the next paint
SVG, SVG_COMPRESSED, PNG = 80_000, 10_000, 120_000  # bytes
STORED, SUBMISSIONS = 450_000, 200  # bytes of a finished game of three
LONGEST: Final = "Abcdefghij_klmnopqrs"  # a name as long as accounts allow
WIDTHS_OF_TABLE: Final = (34, 24, 24)


class Weight(NamedTuple):
    """Something that was measured: its figure and its bound in words, and whether it is kept."""

    what: str
    figure: str
    bound: str
    kept: bool


def main() -> None:
    """Run the command; exit with 1 if a bound is missed or something could not be measured."""
    parser = argparse.ArgumentParser(prog="./do weigh", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of the times [{ROUNDS}]")
    rounds: int = parser.parse_args().rounds
    table, missed = Rows(*WIDTHS_OF_TABLE), False
    table.print("", "measured", "bound", "", style="bold")
    for each in weights(rounds):
        verdict = ("met" if each.bound[:1].isdigit() else "") if each.kept else "MISSED"
        table.print(each.what, each.figure, each.bound, verdict, style="" if each.kept else "red")
        missed |= not each.kept
    sys.exit(missed)


def weights(rounds: int) -> Iterator[Weight]:
    with tempfile.TemporaryDirectory(prefix="illimat-weigh-") as folder:
        port, database = free_port(), _database(folder)
        made = json.loads(run("trials.weigh.filling", database)[-1])
        yield from _times(database, made, rounds)
        settings = environment(database, folder) | {"PORT": str(port)}
        server = product.EmbeddedServer(Path(folder), settings, port)
        server.start()
        try:
            yield from _visited(f"http://127.0.0.1:{port}", made)
        finally:
            server.kill()
    yield from weigh_pictures()
    yield weigh_stored_game()


def weigh_stored_game() -> Weight:
    """Measure what a finished game of three takes in the database, two days after its end."""
    with tempfile.TemporaryDirectory(prefix="illimat-weigh-") as folder:
        told = json.loads(run("trials.weigh.room", _database(folder))[-1])
    kinds: dict[str, tuple[int, int]] = told["kinds"]
    whole = sum(size for _, size in kinds.values())
    each = ", ".join(f"{number} {name} {size // 1000}" for name, (number, size) in kinds.items())
    what = f"stored of {told['submissions']} submissions"
    bound = STORED * told["submissions"] // SUBMISSIONS
    return Weight(what, f"{whole // 1000} kB: {each}", f"{bound // 1000} kB", whole <= bound)


def _database(folder: str) -> str:
    return f"sqlite:///{folder}/weigh.sqlite3"


def _times(database: str, made: dict[str, Any], rounds: int) -> Iterator[Weight]:
    for line in run("trials.weigh.times", database, made["game"], made["session"], rounds):
        row = msgspec.json.decode(line, type=Row)
        if row.ratio is None or row.seconds is None:
            raise RuntimeError(line.decode())
        ratio = row.ratio.median if row.bound else 1 / row.ratio.median  # else it is of speeds
        figure = f"{ratio:.2f} times ({row.seconds.median * 1000:.1f} ms)"
        must = f"{row.bound.must:g} times" if row.bound else "beside"
        kept = row.bound is None or row.bound.met_by(ratio)
        yield Weight(row.work, figure, f"{must} {row.baseline}", kept)


def _visited(url: str, made: dict[str, Any]) -> Iterator[Weight]:
    program = find_chromium()
    if program is None:
        yield Weight("first load, touch to paint", "no browser", "install chromium", kept=False)
        return
    cookie = {"name": "illimat_session", "value": made["session"]}
    opened = browser.visit(program, url, cookie, f"/games/{made['game']}")
    sizes, strangers = opened.loaded
    total = sum(sizes.values())
    yield Weight("first load", _bytes(total), _bytes(FIRST_LOAD), total <= FIRST_LOAD)
    for path, size in sorted(sizes.items(), key=lambda item: -item[1]):
        name = "the page" if path.startswith("/games/") else path.rpartition("/")[2]
        yield Weight(f"  {name}", _bytes(size), "", kept=True)
    yield Weight("loaded from elsewhere", f"{len(strangers)}", "0", not strangers)
    most = max(opened.answers)
    yield Weight("most for a touch", _bytes(most), _bytes(TAP), most <= TAP)
    middle, worst = median(opened.touches), max(opened.touches)
    figure = f"{middle:.0f} ms, at worst {worst:.0f}"
    what = f"touch to paint, slowed {browser.SLOWED} times"
    yield Weight(what, figure, f"{INPUT} ms", middle <= INPUT)
    yield Weight("  on a page with only a menu", f"{median(opened.plain):.0f} ms", "", kept=True)


def weigh_pictures() -> Iterator[Weight]:
    """Measure the largest pictures of the fullest boards."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from games.reading.pictures import png_of  # noqa: PLC0415 - after the setup

    names = [LONGEST[:-1] + str(seat) for seat in range(4)]
    pictures = [
        (draw(view, names[: len(view.scores)], 0, theme=theme, width=width), width)
        for view in (observe(state, 0) for state in CROWDS.values())
        for theme in ("light", "dark")
        for width in WIDTHS
    ]
    svg = max(len(picture.encode()) for picture, _ in pictures)
    small = max(len(gzip.compress(picture.encode())) for picture, _ in pictures)
    png = max(len(png_of(*each)) for each in pictures)
    yield Weight("fullest board, SVG", _bytes(svg), _bytes(SVG), svg <= SVG)
    yield Weight("  compressed", _bytes(small), _bytes(SVG_COMPRESSED), small <= SVG_COMPRESSED)
    yield Weight("fullest board, PNG", _bytes(png), _bytes(PNG), png <= PNG)


def _bytes(size: int) -> str:
    return f"{size / 1000:.1f} KB"


if __name__ == "__main__":
    main()
