"""Where the items of a field lie: as large as they fit beside the Illimat, none left out."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from illimat_core.cards import FieldId
from illimat_core.picture.cards import HIGH, WIDE, Thing
from illimat_core.picture.svg import Box

WIDTH: Final = 376  # of the board
HEIGHT: Final = 426
HEM: Final = 8
SEAM: Final = 2
FIELD_WIDE: Final = (WIDTH - 2 * HEM - SEAM) / 2
FIELD_HIGH: Final = (HEIGHT - 2 * HEM - SEAM) / 2
BAND: Final = 47  # of a field, for its season and luminary, on the board's outer side
ILLIMAT: Final = 53  # half of its diagonal
PADDING: Final = 3.4
CLEARANCE: Final = 2.5  # between items and the Illimat
SHIFTS: Final = range(0, 25, 4)  # by which a single row may move away from the Illimat


class GridLayout(NamedTuple):
    """A way to lay out items: their scale, the grid, and the columns that a stockpile takes.

    With more than three rows the rows overlap, but leave each rank in sight.
    """

    scale: float
    columns: int
    rows: int
    pile: int


SIZES: Final = (
    GridLayout(1.34, 3, 2, 2),
    GridLayout(1, 4, 3, 2),
    GridLayout(1.34, 3, 2, 1),
    GridLayout(1, 4, 3, 1),
    GridLayout(1, 4, 5, 1),
    GridLayout(0.79, 5, 7, 1),
    GridLayout(0.48, 8, 12, 1),  # for more than a game has cards
)
"""From large to small; the first that holds all items is taken."""


class Placed(NamedTuple):
    """An item with its place on the board, and its width before scaling."""

    thing: Thing
    x: float
    y: float
    width: float
    scale: float


class _Grid(NamedTuple):
    """Rows of cells in a field, of which those under the Illimat cannot be used."""

    size: GridLayout
    left: float
    top: float
    rows: int
    step: float

    @property
    def pitch(self) -> float:
        return (FIELD_WIDE - 2 * PADDING + 2) / self.size.columns

    def place(self, things: Sequence[Thing]) -> list[Placed]:
        """Return the items in their places; fewer if the grid does not hold all."""
        placed: list[Placed] = []
        rest = list(things)
        for row in range(self.rows):
            free, taken, line = _free(self, row), 0, []
            while rest and taken + self._columns(rest[0]) <= len(free):
                line.append((rest[0], taken))
                taken += self._columns(rest.pop(0))
            spare = 0 if self.rows > 3 else (len(free) - taken) * self.pitch / 2
            start = self.x(free[0]) + spare if free else 0
            y = self.top + row * self.step
            for thing, column in line:
                wide = WIDE + (self._columns(thing) - 1) * self.pitch / self.size.scale
                x = start + column * self.pitch
                placed.append(Placed(thing, x, y, wide, self.size.scale))
        return placed

    def _columns(self, thing: Thing) -> int:
        return 1 if thing.value is None else self.size.pile

    def x(self, column: int) -> float:
        """Return the left end of a column."""
        return self.left + PADDING + column * self.pitch


def field_box(field: FieldId) -> Box:
    """Return the place of a field on the board; north is at the top."""
    x = HEM + (FIELD_WIDE + SEAM) * ("E" in field)
    y = HEM + (FIELD_HIGH + SEAM) * ("S" in field)
    return Box(x, y, FIELD_WIDE, FIELD_HIGH)


def lay_out_items(field: FieldId, things: Sequence[Thing]) -> list[Placed]:
    """Return where the items of a field lie, in the order in which they are drawn."""
    for size in SIZES:
        for rows in range(1, size.rows + 1):
            for grid in _grids(field, size, rows):
                placed = grid.place(things)
                if len(placed) == len(things):
                    return placed
    raise AssertionError(f"{len(things)} items")


@lru_cache(maxsize=512)
def _grids(field: FieldId, size: GridLayout, rows: int) -> list[_Grid]:
    """Return the possible grids; that of a single row may move off the Illimat, if that helps."""
    box = field_box(field)
    north = "N" in field
    top, room, high = box.y + BAND * north, box.height - BAND, HIGH * size.scale
    step = (HIGH + 3.5) * size.scale if rows <= 3 else (room - 5 - high) / (rows - 1)
    spare = room - step * (rows - 1) - high
    centred = _Grid(size, box.x, top + spare / 2, rows, step)
    if rows > 1:
        return [centred]
    away = -1 if north else 1
    moved = [
        centred._replace(top=centred.top + away * min(shift, spare / 2 - 1)) for shift in SHIFTS
    ]
    return sorted(moved, key=lambda grid: -len(_free(grid, 0)))


@lru_cache(maxsize=2048)
def _free(grid: _Grid, row: int) -> list[int]:
    """Return the columns of a row that do not reach under the Illimat."""
    high, wide = HIGH * grid.size.scale, WIDE * grid.size.scale
    strip = min(grid.step, high) if row < grid.rows - 1 else high
    y = grid.top + row * grid.step
    columns = range(grid.size.columns)
    return [
        column for column in columns if not _is_under_illimat(Box(grid.x(column), y, wide, strip))
    ]


def _is_under_illimat(box: Box) -> bool:
    x, y = WIDTH / 2, HEIGHT / 2
    across = max(box.x - x, 0, x - (box.x + box.width))
    down = max(box.y - y, 0, y - (box.y + box.height))
    return across + down < ILLIMAT + CLEARANCE
