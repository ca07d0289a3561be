"""Which group the page of a season shows, and which of its rows and rounds, as its query asks.

Before the start it lists who takes part, and after the end it names who won.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.db.models import Max, Min
from django.http import HttpRequest
from django.utils.translation import gettext

from leagues.contest.standings.records import GroupKey
from leagues.isolation import fill, join
from leagues.models import Entrant, Fixture, Season, Standing
from leagues.reading.overview import (
    PlayedFixture,
    RowWithOutcome,
    byes,
    fixtures_of,
    group_sizes,
    names_in,
    players_in,
    results_of,
    rows_with_outcomes,
    standings,
)
from leagues.season.declared_rules import rules_of
from leagues.season.people import Name, names_of
from leagues.season.wording import entrants_in, group_name
from leagues.stream.stored_standings import row_of
from web.frame.queries import number_in
from web.leagues.divisions import cuts_of, describe_division_changes
from web.leagues.points_course import course_of
from web.leagues.standings_words import (
    build_crosstable,
    describe_byes,
    describe_round_dates,
    describe_rounds,
    describe_rows,
)

ROWS: Final = 50  # on a page of the standings
GAMES: Final = 50  # of a round on a page
REGISTERED: Final = 200  # entrants listed before the start
WINNERS: Final = 8  # named, of the groups of a division
CROSSED: Final = 16
"""Entrants up to which a crosstable can be read: it has as many columns as rows."""


class Games(NamedTuple):
    """Games of the entrants of some rows, and the names of all who occur in either."""

    of_entrant: Mapping[str, Sequence[Fixture]]
    fixtures: Sequence[Fixture]
    played: Mapping[UUID, PlayedFixture]
    players: Mapping[UUID, Sequence[str]]
    names: Mapping[str, Name]


def show_group(
    request: HttpRequest, season: Season, own: Entrant | None, zone: ZoneInfo
) -> dict[str, Any]:
    """Return what is shown of the group in the query, or of one's own; {} before the start."""
    sizes = group_sizes(season)
    if not sizes:
        return {}
    groups = list(sizes)
    group = _group(request, groups, own)
    size = sizes[group].rows
    found = standings(season, **group._asdict())
    part = Paginator(found, ROWS).get_page(number_in(request, "page") or 1)
    rows = rows_with_outcomes(season, part.object_list)
    last, round_ = _rounds(request, season, group)
    crossed = size <= CROSSED
    games = _games_of(season, rows, None if crossed else round_)
    own_id = str(own.pk) if own else ""
    in_words = describe_rows(rows, games.names, own_id, cuts_of(season, group, groups))
    running = season.state == Season.State.RUNNING
    return {
        "group": group,
        "own_place": _describe_own_place(group, size, own),
        "group_name": group_name(group, groups),
        "groups": [
            (each[0] + 1, each[1] + 1, group_name(each, groups), each == group) for each in groups
        ],
        "moves": describe_division_changes(season, group, groups),
        "part": part,
        "size": part.paginator.count,
        "rows": in_words,
        "moving": any(each.moves for each in in_words),
        "cross": build_crosstable(rows, games.of_entrant, games.played, games.players, games.names)
        if crossed and games.fixtures
        else [],
        "course": course_of(season, rows, own_id, zone),
        "possible": running,
        "trends": running and any(each.trend for each in in_words),
        "rounds": range(1, last + 1),
        "round": round_,
        "here": f"division={group[0] + 1}&group={group[1] + 1}",
    } | _round_shown(request, season, group, games, round_=round_, zone=zone)


def _round_shown(
    request: HttpRequest,
    season: Season,
    group: GroupKey,
    games: Games,
    *,
    round_: int,
    zone: ZoneInfo,
) -> dict[str, Any]:
    """Return a page of the games of a round, and on the first page its byes."""
    of_round = [each for each in games.fixtures if each.round == round_]
    listed = Paginator(sorted(of_round, key=lambda each: each.number), GAMES)
    part = listed.get_page(number_in(request, "games") or 1)
    resting = byes(season, **group._asdict(), round_=round_)
    return {
        "games_part": part,
        "games": describe_rounds(
            *(list(part.object_list), games.played, games.players, games.names),
            byes=describe_byes(season, resting) if part.number == 1 else {},
            when=describe_round_dates(season, group, zone),
        ),
    }


def _games_of(season: Season, rows: Sequence[RowWithOutcome], round_: int | None) -> Games:
    """Return the games of rows, in a round or, if it is None, in all."""
    of_entrant = fixtures_of(season, rows, round_=round_)
    fixtures = list({each.pk: each for some in of_entrant.values() for each in some}.values())
    played = results_of(season, fixtures)
    players = players_in(season, fixtures, played)
    reasons = [row.row.reason for row in rows if row.row.reason]
    names = {
        **names_in(fixtures, played),
        **names_of({*(row.row.entrant for row in rows), *entrants_in(reasons)}),
        **names_of(chain.from_iterable(players.values())),
    }
    return Games(of_entrant, fixtures, played, players, names)


def registered_context(season: Season) -> dict[str, Any]:
    """Return who takes part in a season without standings."""
    states = (Entrant.State.REGISTERED, Entrant.State.PLAYING)
    entrants = Entrant.objects.filter(season=season, state__in=states)
    listed = list(entrants.order_by("sequence").values_list("pk", flat=True)[:REGISTERED])
    return {
        "entrants": [name.shown for name in names_of(listed).values()],
        "registered": entrants.count(),
    }


def winners_of(season: Season) -> str:
    """Return who won a finished season, or the groups of its first division, in a sentence."""
    if season.state != Season.State.FINISHED:
        return ""
    first = Standing.objects.filter(season=season, division=0, place=1).order_by("group")
    entrants = list(first.values_list("entrant_id", flat=True)[: WINNERS + 1])
    names = [name.shown for name in names_of(map(str, entrants)).values()]
    if not names or len(names) > WINNERS:
        return ""
    one = len(names) == 1
    told = gettext("Winner: {names}.") if one else gettext("Winners of the groups: {names}.")
    return fill(told, names=join(", ", names))


def _describe_own_place(group: GroupKey, rows: int, own: Entrant | None) -> str:
    """Return the place of an entrant in a group of some rows, in a sentence; or nothing."""
    there = Standing.objects.filter(**group._asdict())
    standing = there.filter(entrant=own).first() if own else None
    if standing is None:
        return ""
    told = gettext("You are in place {place} of {entrants}.")
    return told.format(place=row_of(standing).place, entrants=rows)


def _group(request: HttpRequest, groups: list[GroupKey], own: Entrant | None) -> GroupKey:
    asked = GroupKey(number_in(request, "division") - 1, number_in(request, "group") - 1)
    if asked not in groups and own is not None and own.division is not None:
        asked = GroupKey(own.division, own.group or 0)
    return asked if asked in groups else groups[0]


def _rounds(request: HttpRequest, season: Season, group: GroupKey) -> tuple[int, int]:
    """Return the number of rounds of a group, and the round whose games are shown.

    If the query names none, it is the last that was paired, or the first that is being played.
    """
    found = Fixture.objects.filter(season=season, **group._asdict())
    last = found.aggregate(last=Max("round"))["last"] or 0
    asked = number_in(request, "round")
    if 0 < asked <= last:
        return last, asked
    if rules_of(season).by_round:
        return last, last
    return last, found.filter(settled=False).aggregate(first=Min("round"))["first"] or last
