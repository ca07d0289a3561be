"""The tables of groups, stored: `standings` of what is stored of a group, row by row.

`leagues.stream.store` has them written whenever an event changes what they depend on, so they are
always what would be computed anew. A change takes as many statements however large the groups are,
but for one more for each `BATCH` rows, and concerns the rows of its own groups only.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
from django.db.models import Q

from illimat_core.records import converter
from leagues.contest.divisions import Outcome, claims, outcomes
from leagues.contest.standings import records
from leagues.contest.standings.merging import merged
from leagues.contest.standings.records import Contestant, Kind, read_seats
from leagues.contest.standings.table import Row, standings
from leagues.models import Bye, Entrant, Fixture, Result, Season, Standing
from leagues.rules import SeasonRules, worth
from leagues.season import draw
from leagues.season.declared_rules import rules_of
from leagues.stream import events

BATCH: Final = 500  # rows that one statement writes
DRAWN: Final = {Season.State.FINISHED, Season.State.CALLED_OFF}
"""The states in which a season's lots are drawn, and decide who of those who are level is ahead."""


class Group(NamedTuple):
    """A group of a division; both are numbered from 0."""

    division: int
    group: int


Tables: TypeAlias = Mapping[Group, Sequence[Row]]


def write_after(season: Season, happened: Sequence[events.SeasonEvent]) -> dict[str, Outcome]:
    """Write the tables of the groups of a locked season that events change.

    Return the outcomes that are certain since then, and were not before.
    """
    groups = _changed(season, happened)
    if not groups:
        return {}
    before, stored = outcomes_told(season), _stored(season, groups)
    before |= dict.fromkeys(_first_in(stored), Outcome.FIRST)
    new = computed(season, groups)
    _write(season, new, stored)
    after = outcomes_told(season)
    after |= dict.fromkeys(_first_in(_rows(season, new)), Outcome.FIRST)
    return {entrant: after[entrant] for entrant in after if after[entrant] != before.get(entrant)}


def write(season: Season) -> None:
    """Write all tables of a locked season; rows that belong to none are deleted."""
    _write(season, computed(season, groups_of(season)), Standing.objects.filter(season=season))


def differences(season: Season) -> list[str]:
    """Return which stored rows differ from what is computed anew, as sentences."""
    stored = {row.entrant_id: _place_and_row(row) for row in Standing.objects.filter(season=season)}
    expected = {
        row.entrant_id: _place_and_row(row)
        for row in _rows(season, computed(season, groups_of(season)))
    }
    return sorted(
        f"Standing of {entrant} is not what the results say."
        for entrant in stored.keys() | expected.keys()
        if stored.get(entrant) != expected.get(entrant)
    )


def groups_of(season: Season) -> list[Group]:
    """Return the groups of a season in order."""
    rows = Entrant.objects.filter(season=season, group__isnull=False)
    found = rows.values_list("division", "group").distinct()
    return sorted(
        Group(division, group)
        for division, group in found
        if division is not None and group is not None
    )


def computed(season: Season, groups: Collection[Group]) -> dict[Group, tuple[Row, ...]]:
    """Return the tables of groups, computed from what is stored of them but the tables.

    The number of queries depends neither on the groups nor on their sizes.
    """
    return {group: standings(record) for group, record in records_of(season, groups).items()}


def read(season: Season) -> dict[int, tuple[Row, ...]]:
    """Return the stored table of each division, by its number, in one query.

    For a division of several groups, it is `merged` from theirs.
    """
    rows: dict[Group, list[Row]] = defaultdict(list)
    stored = Standing.objects.filter(season=season).order_by("division", "group", "place")
    for each in stored:
        rows[Group(each.division, each.group)].append(row_of(each))
    by_division: dict[int, list[list[Row]]] = defaultdict(list)
    for group, table in rows.items():
        by_division[group.division].append(table)
    drawn = season.state in DRAWN
    return {division: merged(each, drawn=drawn) for division, each in by_division.items()}


def final_order(season: Season) -> tuple[tuple[UUID, ...], ...]:
    """Return the order of each division once the lots are drawn, the top one first."""
    records = records_of(season, groups_of(season))
    by_division: dict[int, list[Sequence[Row]]] = defaultdict(list)
    for group, record in records.items():
        drawn = msgspec.structs.replace(record, drawn=True)
        by_division[group.division].append(standings(drawn))
    final = [merged(each, drawn=True) for each in by_division.values()]
    return tuple(tuple(UUID(row.entrant) for row in table) for table in final)


def outcomes_of(season: Season) -> dict[str, Outcome]:
    """Return who is promoted, safe or relegated: what is certain of it until the season is over."""
    return _outcomes(season, rules_of(season), list(read(season).values()))


def certain_in(season: Season) -> dict[str, Outcome]:
    """Return what is certain of a season: `outcomes_told`, and first places of the top division."""
    ahead = Standing.objects.filter(season=season, division=0, place=1)
    return outcomes_told(season) | dict.fromkeys(_first_in(ahead), Outcome.FIRST)


def _first_in(rows: Iterable[Standing]) -> list[str]:
    """Return who cannot be overtaken any more in their group of the top division."""
    ahead = (row for row in rows if (row.division, row.place) == (0, 1))
    return [str(row.entrant_id) for row in ahead if row.row["worst"] == 1]


def outcomes_told(season: Season) -> dict[str, Outcome]:
    """Return what people are told of `outcomes_of`: where nobody is relegated, nobody is safe."""
    rules = rules_of(season)
    if not (rules.promoted or rules.relegated):
        return {}
    by_division = list(read(season).values())
    relegating = len(by_division) - 1 if rules.relegated else 0
    threatened = {row.entrant for table in by_division[:relegating] for row in table}
    return {
        entrant: outcome
        for entrant, outcome in _outcomes(season, rules, by_division).items()
        if outcome is not Outcome.SAFE or entrant in threatened
    }


def _outcomes(
    season: Season, rules: SeasonRules, by_division: Sequence[Sequence[Row]]
) -> dict[str, Outcome]:
    if season.state == Season.State.CALLED_OFF:
        return {}
    rows = Entrant.objects.filter(season=season, state=Entrant.State.WITHDRAWN)
    withdrawn = frozenset(map(str, rows.values_list("pk", flat=True)))
    if season.state == Season.State.FINISHED:
        found = claims(
            [[row.entrant for row in table] for table in by_division],
            promoted=rules.promoted,
            relegated=rules.relegated,
            withdrawn=withdrawn,
            substitutes=frozenset(
                row.entrant for table in by_division for row in table if row.paired is None
            ),
        )
        return {entrant: claim.outcome for entrant, claim in found.items()}
    certain: dict[str, Outcome] = {}
    bottom = len(by_division) - 1
    for division, table in enumerate(by_division):
        certain |= outcomes(
            table,
            promoted=rules.promoted if division else 0,
            relegated=rules.relegated if division < bottom else 0,
            withdrawn=withdrawn,
        )
    return certain


def _read_fraction(kind: type, value: str) -> Fraction:
    if kind is not Fraction:
        raise NotImplementedError
    return Fraction(value)


_convert_row = converter(Row, dec_hook=_read_fraction)


def row_of(stored: Standing) -> Row:
    """Return a row as it was computed."""
    return _convert_row(stored.row)


def records_of(season: Season, groups: Collection[Group]) -> dict[Group, records.Season]:
    """Return all that the tables of groups depend on."""
    rules, key = rules_of(season), draw.key_for(season.pk)
    members = _members(season, groups)
    fixtures: dict[Group, list[records.Fixture]] = defaultdict(list)
    results: dict[Group, list[records.Result]] = defaultdict(list)
    byes: dict[Group, list[records.Bye]] = defaultdict(list)
    rounds: dict[Group, int] = defaultdict(int)
    here = {"season": season} | _of("", groups)
    by_round = rules.by_round
    of_fixtures = Fixture.objects.filter(**here)
    columns = ("division", "group", "pk", "entrants", "round")
    for division, number, fixture, entrants, round_ in of_fixtures.values_list(*columns):
        group = Group(division, number)
        fixture_round = round_ if by_round else 1
        fixtures[group].append(records.Fixture(str(fixture), tuple(entrants), fixture_round))
        rounds[group] = max(rounds[group], round_)
    of_results = Result.objects.filter(season=season, **_of("fixture__", groups))
    for result in of_results.select_related("fixture"):
        group = Group(result.fixture.division, result.fixture.group)
        results[group].append(_result(result))
    for bye in Bye.objects.filter(**here):
        group = Group(bye.division, bye.group)
        byes[group].append(records.Bye(str(bye.entrant_id), bye.round if by_round else 1))
        rounds[group] = max(rounds[group], bye.round)
    return {
        group: records.Season(
            members=tuple(members[group]),
            fixtures=tuple(fixtures[group]),
            results=tuple(results[group]),
            key=key,
            rules=worth(rules),
            games=rules.rounds,
            rounds_left=_rounds_left(season, rules, rounds[group]),
            drawn=season.state in DRAWN,
            byes=tuple(byes[group]),
        )
        for group in groups
    }


def _members(season: Season, groups: Collection[Group]) -> dict[Group, list[Contestant]]:
    """Return the entrants of each group, and who has taken over from them, however often."""
    named = Entrant.objects.filter(season=season, substitute__isnull=False).values("substitute")
    here = Q(**_of("", groups)) | Q(division=None, pk__in=named)
    found = {each.pk: each for each in Entrant.objects.filter(here, season=season)}
    members: dict[Group, list[Contestant]] = defaultdict(list)
    for each in found.values():
        if each.division is None or each.group is None:
            continue
        member: Entrant | None = each
        while member is not None:
            members[Group(each.division, each.group)].append(_member(member))
            member = found.get(member.substitute_id) if member.substitute_id else None
    return members


def _member(entrant: Entrant) -> Contestant:
    return Contestant(
        str(entrant.pk),
        withdrawn=entrant.state == Entrant.State.WITHDRAWN,
        substitute=str(entrant.substitute_id) if entrant.substitute_id else None,
    )


def _result(stored: Result) -> records.Result:
    return records.Result(
        str(stored.fixture_id),
        read_seats(stored.seats),
        Kind(stored.kind),
        stored.revision,
        str(stored.stayed) if stored.stayed else None,
    )


def _rounds_left(season: Season, rules: SeasonRules, paired: int) -> int:
    running = season.state == Season.State.RUNNING
    return max(0, rules.rounds - paired) if running else 0


def _changed(season: Season, happened: Iterable[events.SeasonEvent]) -> set[Group]:
    """Return the groups whose tables events change, by the rows after them."""
    groups: set[Group] = set()
    fixtures: set[UUID] = set()
    entrants: set[UUID] = set()
    for event in happened:
        match event:
            case events.GroupFilled() | events.RoundPaired():
                groups.add(Group(event.division, event.group))
            case events.ResultRecorded():
                fixtures.add(event.fixture)
            case events.EntrantWithdrew() | events.SubstituteNamed():
                entrants.add(event.entrant)
            case events.SeasonFinished() | events.SeasonCalledOff():
                groups.update(groups_of(season))
            case _:
                pass
    if fixtures:
        of_results = Fixture.objects.filter(pk__in=fixtures)
        groups.update(Group(*each) for each in of_results.values_list("division", "group"))
    if entrants:
        theirs = Standing.objects.filter(season=season, entrant__in=entrants)
        groups.update(Group(*each) for each in theirs.values_list("division", "group"))
    return groups


def _write(season: Season, tables: Tables, stored: Iterable[Standing]) -> None:
    """Replace the rows that are not as they should be."""
    known = {row.entrant_id: row for row in stored}
    rows = {row.entrant_id: row for row in _rows(season, tables)}
    wrong = {
        entrant
        for entrant in known.keys() | rows.keys()
        if entrant not in known
        or entrant not in rows
        or _place_and_row(known[entrant]) != _place_and_row(rows[entrant])
    }
    # All rows of changed places are among them, so no place is taken when they are inserted.
    gone = [known[entrant].pk for entrant in wrong if entrant in known]
    for first in range(0, len(gone), BATCH):
        Standing.objects.filter(pk__in=gone[first : first + BATCH]).delete()
    Standing.objects.bulk_create(
        [rows[entrant] for entrant in rows if entrant in wrong], batch_size=BATCH
    )


def _rows(season: Season, tables: Tables) -> list[Standing]:
    return [
        Standing(
            season=season,
            entrant_id=UUID(row.entrant),
            division=group.division,
            group=group.group,
            place=number,
            row=msgspec.to_builtins(row, enc_hook=_written_fraction),
        )
        for group, table in tables.items()
        for number, row in enumerate(table, start=1)
    ]


def _place_and_row(stored: Standing) -> tuple[int, int, int, Any]:
    return stored.division, stored.group, stored.place, stored.row


def _stored(season: Season, groups: Collection[Group]) -> list[Standing]:
    found = Standing.objects.filter(season=season, **_of("", groups))
    return [row for row in found if Group(row.division, row.group) in groups]


def _of(prefix: str, groups: Collection[Group]) -> dict[str, Any]:
    """Return a filter for rows of groups, which rows of some other groups may pass, too."""
    return {
        f"{prefix}division__in": sorted({each.division for each in groups}),
        f"{prefix}group__in": sorted({each.group for each in groups}),
    }


def _written_fraction(value: object) -> str:
    if not isinstance(value, Fraction):
        raise NotImplementedError
    return str(value)
