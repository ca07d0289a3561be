"""Pairing the rounds of a season: what its format makes of the stored rows."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final
from uuid import UUID, uuid5

import msgspec
from django.db.models import QuerySet

from leagues.contest.formats.records import Pair, Pairing, Request
from leagues.contest.formats.swiss import TWO, floats_in
from leagues.contest.reasons import read_reason
from leagues.contest.standings.records import GroupKey
from leagues.models import Bye, Fixture, Season
from leagues.rules import SeasonRules
from leagues.running.kept_apart import blocked_pairs_in
from leagues.season import draw
from leagues.season.substitutes import Substitutes, last_of, lineup_of, replaced_by
from leagues.stream.events import PairedTable, RestingEntrant, RoundPaired

UNSTORED: Final = "blocked"
"""The reason that is not stored, so that nobody is told who blocked whom."""


def pair_round(
    season: Season,
    rules: SeasonRules,
    groups: Iterable[tuple[int, int, Sequence[str], dict[str, Fraction]]],
    round_: int,
) -> list[RoundPaired]:
    """Return the events that pair a round of each group.

    Groups are given by division, number, entrants and their points. In formats that are not by
    round, the first round's event has the tables of all rounds; then there is one event for each.
    Raises LeagueError for a group that cannot be paired.
    """
    key = draw.new_draw()
    groups = list(groups)
    lineup = lineup_of(season.pk)
    replaced = replaced_by(lineup.substitutes)
    apart = blocked_pairs_in(lineup, [each for _, _, entrants, _ in groups for each in entrants])
    number = Fixture.objects.filter(season=season).count()
    found = []
    for division, group, entrants, points in groups:
        request = Request(
            entrants=tuple(entrants),
            at_table=rules.at_table,
            key=key,
            label=f"division/{division}/group/{group}",
            apart=_among(apart, entrants),
            games=rules.games_of_each,
            round=round_,
            points=points,
        )
        at = GroupKey(division, group)
        if round_ > 1:
            request = _with_past(request, season, at, replaced)
        pairing = rules.played_as.pair(request)
        for event in _rounds(season, at, pairing, number, lineup.substitutes):
            number += len(event.tables)
            found.append(event)
    return found


def _with_past(request: Request, season: Season, at: GroupKey, replaced: Substitutes) -> Request:
    past = Fixture.objects.filter(season=season, **at._asdict())
    byes = Bye.objects.filter(season=season, **at._asdict())
    tables = past.order_by("number").values_list("entrants", flat=True)
    last_two = range(request.round - 1, max(request.round - 3, 0), -1)
    return msgspec.structs.replace(
        request,
        past=tuple(map(tuple, tables)),
        past_byes=tuple(
            str(last_of(each, replaced)) for each in byes.values_list("entrant", flat=True)
        ),
        floats=[
            _floats(past.filter(round=each), byes.filter(round=each), replaced)
            for each in (last_two if request.at_table == TWO else ())
        ],
    )


def _among(pairs: Iterable[Pair], entrants: Sequence[str]) -> frozenset[Pair]:
    here = set(entrants)
    return frozenset((one, other) for one, other in pairs if one in here and other in here)


def _floats(
    fixtures: QuerySet[Fixture], byes: QuerySet[Bye], replaced: Substitutes
) -> dict[str, int]:
    """Return who floated in a round; a bye is that of the entrant for whom somebody plays."""
    return floats_in(
        (
            read_reason(each)
            for reasons in fixtures.values_list("reasons", flat=True)
            for each in reasons
        ),
        (str(last_of(each, replaced)) for each in byes.values_list("entrant", flat=True)),
    )


def _rounds(
    season: Season, at: GroupKey, pairing: Pairing, number: int, substitutes: Substitutes
) -> Iterable[RoundPaired]:
    """Yield the events of the rounds of a pairing; byes go to those who play for an entrant."""
    rounds = sorted({table.round for table in pairing.tables} | {bye.round for bye in pairing.byes})
    for round_ in rounds:
        tables = [table for table in pairing.tables if table.round == round_]
        label = f"{at.division}/{at.group}/{round_}"
        yield RoundPaired(
            division=at.division,
            group=at.group,
            round=round_,
            tables=tuple(
                PairedTable(
                    uuid5(season.pk, f"{label}/{index}"),
                    number + index,
                    tuple(map(UUID, table.entrants)),
                    tuple(each for each in table.reasons if each.key != UNSTORED),
                )
                for index, table in enumerate(tables, 1)
            ),
            byes=tuple(
                RestingEntrant(
                    uuid5(season.pk, f"{label}/bye/{bye.entrant}"),
                    last_of(UUID(bye.entrant), substitutes),
                    bye.reason,
                )
                for bye in pairing.byes
                if bye.round == round_
            ),
        )
        number += len(tables)
