"""A season's standings and games as CSV, for spreadsheets."""

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final
from uuid import UUID

from leagues.models import Entrant, Season
from leagues.reading.overview import (
    PlayedFixture,
    byes,
    fixtures,
    names_in,
    points_of_byes,
    results_of,
    rows_with_outcomes,
    standings,
)
from leagues.season.people import Name, names_of
from leagues.season.substitutes import substitutes_after, substitutes_in

Cell = str | int | float | None
FORMULA: Final = re.compile(r"(?:^|(?<=;))(?=[=+\-@\t\r])")
"""Where a spreadsheet takes a text for a formula (OWASP, CSV injection).

Some programs begin a cell after each semicolon, even within quotes.
"""
BYTE_ORDER: Final = "\ufeff"
"""What tells spreadsheets that a file is UTF-8."""
STANDINGS: Final = (
    *("division", "group", "place", "entrant", "players", "team", "state", "points", "games"),
    *("between", "share", "wins", "opposition", "best", "worst", "trend", "outcome"),
    *("withdrawn_at", "replaced_by", "void", "moved_to", "move_reason"),
)
GAMES: Final = (
    *("number", "division", "group", "round", "game", "state", "result", "seat", "entrant"),
    *("players", "team", "place", "score", "points", "left", "substitute", "no_show"),
    *("counts", "compensation"),
)


def standings_csv(season: Season) -> str:
    """Return the standings as CSV: a line for each row, the numbers rounded."""
    rows = rows_with_outcomes(season, standings(season))
    names = names_of(each.row.entrant for each in rows)
    return _csv(
        STANDINGS,
        (
            (
                *(each.division + 1, each.group + 1, each.row.place, each.row.entrant),
                *_people(names[each.row.entrant]),
                *(each.entrant.state, float(each.row.points), each.row.games),
                *map(
                    float,
                    (each.row.between, each.row.share, each.row.wins, each.row.opposition),
                ),
                *(each.row.best, each.row.worst, each.row.trend, each.outcome),
                each.entrant.withdrawn_at.isoformat() if each.entrant.withdrawn_at else None,
                str(each.entrant.substitute_id or ""),
                int(each.row.void),
                *_division_move(each.entrant),
            )
            for each in rows
        ),
    )


def games_csv(season: Season) -> str:
    """Return the games as CSV: a line for each seat of each fixture, then one for each bye."""
    return _csv(GAMES, [*_seats(season), *_byes(season)])


SHEETS: Final[dict[str, Callable[[Season], str]]] = {
    "standings": standings_csv,
    "games": games_csv,
}
"""What can be exported as CSV, by name."""


def _seats(season: Season) -> Iterator[Sequence[Cell]]:
    rows = list(fixtures(season))
    played = results_of(season, rows)
    names, substitutes = names_in(rows, played), substitutes_in(season.pk)
    for fixture in rows:
        result = played.get(fixture.pk)
        for seat, entrant in enumerate(fixture.entrants):
            ended = result.seats[seat] if result and result.seats else None
            yield (
                *(fixture.number, fixture.division + 1, fixture.group + 1, fixture.round),
                str(fixture.game_id or ""),
                fixture.game.state if fixture.game else None,
                result.kind.value if result else None,
                *(seat, entrant, *_people(names[entrant])),
                *((ended.place, ended.score) if ended else (None, None)),
                float(result.counted_for(entrant)) if result and ended else None,
                *(
                    (int(ended.left), ended.substitute, int(ended.no_show))
                    if ended
                    else (None,) * 3
                ),
                *_compensation_of(
                    result, {entrant, *map(str, substitutes_after(UUID(entrant), substitutes))}
                ),
            )


def _compensation_of(
    result: PlayedFixture | None, here: Collection[str]
) -> tuple[int | None, float | None]:
    """Return whether a game counts, and what a seat gets because the other one dropped out.

    `here` are the entrant and those who took over.
    """
    given = result.compensation if result else None
    points = float(given.points) if given and given.entrant in here else None
    return int(result.counts) if result else None, points


def _byes(season: Season) -> Iterator[Sequence[Cell]]:
    rows = list(byes(season))
    worth, names = points_of_byes(season, rows), names_of(bye.entrant_id for bye in rows)
    for bye in rows:
        name = names[str(bye.entrant_id)]
        place = (None, bye.division + 1, bye.group + 1, bye.round)
        points, owner = worth[bye.pk]
        entrant = (None, str(bye.entrant_id), *_people(name), None, None, float(points), None)
        taker = owner if owner != str(bye.entrant_id) else None
        yield (*place, "", None, "bye", *entrant, taker, *(None,) * 3)


def _division_move(entrant: Entrant) -> tuple[int | None, str]:
    if entrant.moved_to is None or entrant.move_agreed is False:
        return None, ""
    return entrant.moved_to + 1, entrant.move_reason


def _people(name: Name) -> tuple[str, str]:
    return ", ".join(handle or "" for handle in name.players), name.team


def _csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    written = io.StringIO()
    written.write(BYTE_ORDER)
    lines = csv.writer(written, quoting=csv.QUOTE_NONNUMERIC)
    lines.writerow(header)
    lines.writerows([_escape_formula(cell) for cell in row] for row in rows)
    return written.getvalue()


def _escape_formula(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula."""
    return FORMULA.sub("'", cell) if isinstance(cell, str) else cell
