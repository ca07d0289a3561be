"""The table that the benchmark prints."""

from trials.bench.measure import Bound, Row, Sample
from trials.display import Rows

WIDTHS = (28, 32, 15, 15, 19, 22)  # of all columns but the last, in characters
HEADINGS = ("", "beside", "takes", "beside takes", "ratio", "bound", "")
STYLES = {"MISSED": "red", "not run": "yellow"}
UNITS = ((1e-3, 1e6, "µs"), (1, 1e3, "ms"))


class Report:
    """The rows, printed one by one under the names of their groups."""

    def __init__(self) -> None:
        self._lines = Rows(*WIDTHS)
        self._group = ""

    def add(self, row: Row) -> None:
        """Print a row, after the name of its group and the headings if it is the first there."""
        if row.group != self._group:
            self._group = row.group
            print()
            self._lines.print(row.group, *HEADINGS[1:], style="bold")
        self._lines.print(*cells(row), style=STYLES.get(row.verdict, ""))


def cells(row: Row) -> tuple[str, ...]:
    """Return the cells of a row; spreads are those of the middle half of all rounds."""
    if row.seconds is None:
        return (row.work, row.baseline, "", "", "", "", f"not run: {row.missing}")
    if row.ratio is None or row.baseline_seconds is None:
        return (row.work, row.baseline, _time(row.seconds), "", "", _limit(row.limit), row.verdict)
    ratio = f"{row.ratio.median:.2f} ({row.ratio.low:.2f}-{row.ratio.high:.2f})"
    times = (_time(row.seconds), _time(row.baseline_seconds))
    return (row.work, row.baseline, *times, ratio, _bound(row.bound), row.verdict)


def _time(sample: Sample) -> str:
    """Return a time and half of its spread, in the unit that fits."""
    scale, unit = next(
        ((scale, unit) for below, scale, unit in UNITS if sample.median < below), (1.0, "s")
    )
    spread = (sample.high - sample.low) / 2 * scale
    return f"{sample.median * scale:.3g} ±{spread:.2g} {unit}"


def _limit(limit: Bound | None) -> str:
    if limit is None:
        return "-"
    aim = f", aim {limit.aim * 1e3:g}" if limit.aim is not None else ""
    return f"at most {limit.must * 1e3:g}{aim} ms"


def _bound(bound: Bound | None) -> str:
    if bound is None:
        return "-"
    sign = "at most" if bound.cost else "at least"
    aim = f", aim {bound.aim:g}" if bound.aim is not None else ""
    return f"{sign} {bound.must:.3g}{aim}"
