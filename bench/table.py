"""The table, as a person reads it."""

from bench.measure import Bound, Row, Sample

COLUMNS = (26, 32, 15, 15, 19, 22)
HEADINGS = ("", "beside", "takes", "beside takes", "ratio", "bound")
UNITS = ((1e-3, 1e6, "µs"), (1, 1e3, "ms"))


def heading(group: str) -> str:
    """Return the title of a group of rows, and what stands in its columns."""
    return f"\n{group}\n{_line(HEADINGS)}"


def line(row: Row) -> str:
    """Return a row; spreads are those of the middle half of all rounds."""
    if row.ratio is None or row.seconds is None or row.baseline_seconds is None:
        return f"{_line((row.work, row.baseline))} not run: {row.missing}"
    ratio = f"{row.ratio.median:.2f} ({row.ratio.low:.2f}-{row.ratio.high:.2f})"
    times = (_time(row.seconds), _time(row.baseline_seconds))
    return _line((row.work, row.baseline, *times, ratio, _bound(row.bound), row.verdict))


def _line(cells: tuple[str, ...]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells, COLUMNS, strict=False)]
    return "  " + " ".join([*padded, *cells[len(COLUMNS) :]]).rstrip()


def _time(sample: Sample) -> str:
    """Return a time and half of its spread, in the unit that fits."""
    scale, unit = next(
        ((scale, unit) for below, scale, unit in UNITS if sample.median < below), (1.0, "s")
    )
    spread = (sample.high - sample.low) / 2 * scale
    return f"{sample.median * scale:.3g} ±{spread:.2g} {unit}"


def _bound(bound: Bound | None) -> str:
    if bound is None:
        return "-"
    sign = "at most" if bound.cost else "at least"
    aim = f", aim {bound.aim:g}" if bound.aim is not None else ""
    return f"{sign} {bound.must:.3g}{aim}"
