"""Rows of the standings, rounds, games and byes in words, and the crosstable, for several pages."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext

from api import database_time
from leagues.contest.divisions import Outcome
from leagues.contest.reasons import Reason
from leagues.contest.standings.ranking import RankedRow
from leagues.contest.standings.records import GroupKey, ResultKind
from leagues.isolation import Isolated, fill, join
from leagues.models import Bye, Entrant, Fixture, Season
from leagues.reading.overview import (
    PlayedFixture,
    RowWithOutcome,
    opponents_in,
    players_in,
    points_of_byes,
    reasons_of,
    results_of,
)
from leagues.season.people import Name, names_of
from leagues.season.schedule import rounds_of
from leagues.season.wording import format_number, sentence
from web.leagues.divisions import NO_CUTS, Cuts


class RowShown(NamedTuple):
    """A row of the standings in words; `why` says why it is ahead of the next.

    `entrant` is its id, `own` says whether it is the visitor's, `cut` whether a line between
    divisions runs above it, and `moves` who would go up (1) or down (-1) as the standings are now.
    """

    place: int
    entrant: str
    name: str
    own: bool
    cut: bool
    moves: int
    marks: list[str]
    points: str
    games: int
    wins: str
    best: int
    worst: int
    trend: str
    why: str

    @property
    def width(self) -> int:
        """How many places are still possible."""
        return self.worst - self.best + 1


class GameShown(NamedTuple):
    """A game: who plays, its id once it has begun, how it stands, and reasons of its own."""

    number: int
    fixture: UUID
    names: str
    game: UUID | None
    standing: str
    reasons: Sequence[str]


class RoundInWords(NamedTuple):
    """The games of a round, when it was played, the reasons that all have, and who has a bye."""

    number: int
    when: str
    reasons: Sequence[str]
    games: list[GameShown]
    byes: list[str]


class Met(NamedTuple):
    """What a game gave: points, or a sign and what it says in words."""

    sign: str
    words: str = ""


class CrossShown(NamedTuple):
    """A row of the crosstable; `cells` has the games for each row, None on the diagonal."""

    place: int
    name: str
    cells: list[list[Met] | None]


def describe_rows(
    rows: Sequence[RowWithOutcome], names: Mapping[str, Name], own: str = "", cuts: Cuts = NO_CUTS
) -> list[RowShown]:
    """Return rows of the standings in words; `names` are those of entrants, also of the reasons."""
    cut = _first_behind(rows, cuts)
    return [
        RowShown(
            place=each.row.place,
            entrant=each.row.entrant,
            name=names[each.row.entrant].shown,
            own=each.row.entrant == own,
            cut=number in cut,
            moves=_moves(each, cuts),
            marks=_marks(each),
            points=format_number(each.row.points),
            games=each.row.games,
            wins=format_number(each.row.wins),
            best=each.row.best,
            worst=each.row.worst,
            trend=_trend(each.row.trend),
            why=_why(each.row.reason, names),
        )
        for number, each in enumerate(rows)
    ]


def describe_rounds(
    fixtures: Sequence[Fixture],
    played: Mapping[UUID, PlayedFixture],
    players: Mapping[UUID, Sequence[str]],
    names: Mapping[str, Name],
    *,
    byes: Mapping[int, list[str]],
    when: Mapping[int, str],
) -> list[RoundInWords]:
    """Return games and byes by round; `names` are those of all entrants and `players`."""
    rounds: dict[int, list[Fixture]] = {number: [] for number in byes}
    for each in sorted(fixtures, key=lambda fixture: (fixture.round, fixture.number)):
        rounds.setdefault(each.round, []).append(each)
    shown = []
    for number, of_round in sorted(rounds.items()):
        told = [[sentence(reason, names) for reason in reasons_of(each)] for each in of_round]
        first = told[0] if told else []
        shared = [each for each in first if all(each in others for others in told)]
        games = [
            GameShown(
                number=each.number,
                fixture=each.pk,
                names=join(", ", name_seats(each, players[each.pk], names)),
                game=each.game_id,
                standing=_standing(each, played.get(each.pk), players[each.pk], names),
                reasons=[reason for reason in reasons if reason not in shared],
            )
            for each, reasons in zip(of_round, told, strict=True)
        ]
        shown.append(
            RoundInWords(number, when.get(number, ""), shared, games, byes.get(number, []))
        )
    return shown


def name_seats(
    fixture: Fixture, players: Sequence[str], names: Mapping[str, Name]
) -> list[Isolated]:
    """Return who plays in each seat of a fixture, and for whom."""
    words = gettext("{name} for {other}")
    return [
        names[player].shown
        if player == entrant
        else fill(words, name=names[player].shown, other=names[entrant].shown)
        for entrant, player in zip(fixture.entrants, players, strict=True)
    ]


def name_seats_of_fixtures(
    season: Season, fixtures: Sequence[Fixture]
) -> dict[UUID, list[Isolated]]:
    players = players_in(season, fixtures, results_of(season, fixtures))
    paired = (each for fixture in fixtures for each in fixture.entrants)
    names = names_of([*paired, *chain.from_iterable(players.values())])
    return {each.pk: name_seats(each, players[each.pk], names) for each in fixtures}


def describe_round_dates(season: Season, group: GroupKey, zone: ZoneInfo) -> dict[int, str]:
    """Return when each round of a group was played, is to begin, or how far it is."""
    shown, now = {}, database_time.last_known_time()
    for each in rounds_of(season, **group._asdict()):
        began, over = (day_in(at, zone) if at else "" for at in (each.began_at, each.over_at))
        if began and over:
            told = (
                gettext("Played on {over}.")
                if began == over
                else gettext("Played from {began} to {over}.")
            )
        elif began:
            told = gettext("Begun on {began}. Games over: {over} of {games}.")
        elif each.starts_at and each.starts_at > now and season.state == Season.State.RUNNING:
            told, began = gettext("Begins on {began} at the latest."), day_in(each.starts_at, zone)
        else:
            continue
        shown[each.number] = told.format(began=began, over=over or each.over, games=each.games)
    return shown


def day_in(moment: datetime, zone: ZoneInfo) -> str:
    """Return the day of a moment in a time zone, without the year."""
    # Translators: how a day is written in a table, in the letters of the template filter "date"
    return date_format(moment.astimezone(zone), gettext("j M"))


def describe_byes(season: Season, byes: Iterable[Bye]) -> dict[int, list[str]]:
    """Return who has a bye in each round, and what it is worth, in sentences."""
    rows = list(byes)
    worth = points_of_byes(season, rows)
    owners = {row.pk: worth[row.pk].entrant or str(row.entrant_id) for row in rows}
    names = names_of([*(str(row.entrant_id) for row in rows), *owners.values()])
    shown: dict[int, list[str]] = {}
    for row in rows:
        paired, owner = str(row.entrant_id), owners[row.pk]
        told = fill(
            gettext("{name} has a bye (points: {points}).")
            if owner == paired
            else gettext("{name}, for {other}, has a bye (points: {points})."),
            name=names[owner].shown,
            other=names[paired].shown,
            points=format_number(worth[row.pk].points),
        )
        shown.setdefault(row.round, []).append(told)
    return shown


def describe_compensation(played: PlayedFixture, names: Mapping[str, Name]) -> str:
    """Return who gets something because the opponent dropped out, and what; empty for nobody."""
    if played.compensation is None:
        return ""
    told = gettext("The opponent dropped out, so {name} gets points without a game: {points}.")
    name = names[played.compensation.entrant].shown
    return fill(told, name=name, points=format_number(played.compensation.points))


def build_crosstable(
    rows: Sequence[RowWithOutcome],
    fixtures: Mapping[str, Sequence[Fixture]],
    played: Mapping[UUID, PlayedFixture],
    players: Mapping[UUID, Sequence[str]],
    names: Mapping[str, Name],
) -> list[CrossShown]:
    """Return the crosstable: what entrants got in the games with each other, by any player."""
    shown = []
    for each in rows:
        own = each.row.entrant
        cells: dict[str, list[Met]] = {other.row.entrant: [] for other in rows}
        for fixture in fixtures.get(own, ()):
            for other in opponents_in(fixture, own, players[fixture.pk]):
                cells.get(other, []).append(_met(each.row, played.get(fixture.pk)))
        met = [None if other == own else games for other, games in cells.items()]
        shown.append(CrossShown(each.row.place, names[own].shown, met))
    return shown


def _first_behind(rows: Sequence[RowWithOutcome], cuts: Cuts) -> set[int]:
    """Return the number of the first row behind each cut, which parts nobody who share a place."""
    behind: dict[int | None, int] = {}
    for number, each in enumerate(rows):
        if each.row.paired:
            behind.setdefault(each.row.paired.place - 1, number)
    return {behind[cut] for cut in (cuts.up or None, cuts.down) if cut in behind}


def _moves(each: RowWithOutcome, cuts: Cuts) -> int:
    if each.outcome or each.row.paired is None or each.entrant.state == Entrant.State.WITHDRAWN:
        return 0
    if each.row.paired.place <= cuts.up:
        return 1
    return -int(cuts.down is not None and each.row.paired.place > cuts.down)


def _marks(each: RowWithOutcome) -> list[str]:
    marks = []
    if each.entrant.state == Entrant.State.WITHDRAWN:
        marks.append(gettext("withdrawn; games void") if each.row.void else gettext("withdrawn"))
    elif each.entrant.state == Entrant.State.SUBSTITUTE:
        marks.append(gettext("substitute"))
    said = {
        Outcome.PROMOTED: gettext("promoted"),
        Outcome.SAFE: gettext("safe from relegation"),
        Outcome.RELEGATED: gettext("relegated"),
    }
    gone = each.entrant.state == Entrant.State.WITHDRAWN
    outcome = None if gone and each.outcome is Outcome.SAFE else each.outcome
    return [*marks, *([said[outcome]] if outcome else [])]


def _trend(places: int | None) -> str:
    """Return places gained with a sign; empty if there is no trend."""
    if not places:
        return "" if places is None else "0"
    return f"{places:+d}".replace("-", "\N{MINUS SIGN}")


def _why(reason: Reason | None, names: Mapping[str, Name]) -> str:
    return sentence(reason, names) if reason else ""


def _standing(
    fixture: Fixture,
    played: PlayedFixture | None,
    players: Sequence[str],
    names: Mapping[str, Name],
) -> str:
    if played is None:
        return gettext("being played") if fixture.game_id else gettext("not begun")
    if played.kind is ResultKind.VOID:
        return join(". ", filter(None, [gettext("void"), describe_compensation(played, names)]))
    seats = sorted(zip(players, played.seats, strict=True), key=lambda both: both[1].place)
    words = gettext("{place}. {name} ({score})")
    scores = join(
        ", ",
        (
            fill(words, place=seat.place, name=names[player].shown, score=format_number(seat.score))
            for player, seat in seats
        ),
    )
    if played.kind is ResultKind.ADJUDICATED:
        scores = fill(gettext("adjudicated: {scores}"), scores=scores)
    if played.revision:
        scores = fill(gettext("corrected: {scores}"), scores=scores)
    return join(". ", filter(None, [scores, describe_compensation(played, names)]))


def _met(row: RankedRow, played: PlayedFixture | None) -> Met:
    """Return what a game gave the entrant of a row; one who is `void` gets nothing from any."""
    points = played.points_of(row.entrant) if played and not row.void else None
    if points is not None:
        return Met(format_number(points))
    if played or row.void:
        return Met("\N{MULTIPLICATION SIGN}", gettext("does not count"))
    return Met("·", gettext("open"))
