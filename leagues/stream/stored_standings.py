"""The standings of groups, stored: a row of `Standing` for each entrant.

`leagues.stream.store` has them written whenever an event changes what they depend on, so they are
always what would be computed anew. A change takes the same number of statements however large the
groups are, except for one more for each `BATCH` rows, and concerns the rows of its own groups only.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
from django.db.models import Q

from illimat_core.records import converter
from leagues.contest.divisions import Outcome, claims, outcomes
from leagues.contest.standings import records
from leagues.contest.standings.merging import merge_groups
from leagues.contest.standings.ranking import RankedRow, standings
from leagues.contest.standings.records import Contestant, GroupKey, ResultKind, read_seats
from leagues.models import Bye, Entrant, Fixture, Result, Season, Standing
from leagues.rules import SeasonRules, worth
from leagues.season import draw
from leagues.season.declared_rules import rules_of
from leagues.stream import events

T = TypeVar("T")
BATCH: Final = 500  # rows that one statement writes
DRAWN: Final = {Season.State.FINISHED, Season.State.CALLED_OFF}
"""The states in which a season's lots are drawn, and decide who of those who are level is ahead."""


def write_after(season: Season, happened: Sequence[events.SeasonEvent]) -> dict[str, Outcome]:
    """Write the standings of the groups of a locked season that events change.

    Return the outcomes that are certain since then, and were not before.
    """
    groups = _changed(season, happened)
    if not groups:
        return {}
    found = Standing.objects.filter(season=season, **_where(groups))
    stored = [row for row in found if GroupKey(row.division, row.group) in groups]
    before = _certain(season, stored)
    rows = _compute_rows(season, groups)
    _replace(stored, rows)
    certain = _certain(season, rows)
    return {
        entrant: certain[entrant] for entrant in certain if certain[entrant] != before.get(entrant)
    }


def write(season: Season) -> None:
    """Write all standings of a locked season; rows that belong to none are deleted."""
    stored = Standing.objects.filter(season=season)
    _replace(stored, _compute_rows(season, groups_of(season)))


def differences(season: Season) -> list[str]:
    """Return which stored rows differ from what is computed anew, as sentences."""
    stored = Standing.objects.filter(season=season)
    wrong = _compare(stored, _compute_rows(season, groups_of(season)))
    return sorted(f"Standing of {entrant} is not what the results say." for entrant in wrong)


def groups_of(season: Season) -> list[GroupKey]:
    rows = Entrant.objects.filter(season=season, group__isnull=False)
    found = rows.values_list("division", "group").distinct()
    return sorted(
        GroupKey(division, group)
        for division, group in found
        if division is not None and group is not None
    )


def read(season: Season) -> dict[int, tuple[RankedRow, ...]]:
    """Return the stored standings of each division, by its number, in one query."""
    stored = Standing.objects.filter(season=season).order_by("division", "group", "place")
    by_group = _by_group((GroupKey(row.division, row.group), row_of(row)) for row in stored)
    return _merge(by_group, drawn=season.state in DRAWN)


def final_order(season: Season) -> tuple[tuple[UUID, ...], ...]:
    """Return the order of each division once the lots are drawn, the top one first."""
    by_group = {
        group: standings(msgspec.structs.replace(record, drawn=True))
        for group, record in records_of(season, groups_of(season)).items()
    }
    final = _merge(by_group, drawn=True).values()
    return tuple(tuple(UUID(row.entrant) for row in rows) for rows in final)


def _merge(
    by_group: Mapping[GroupKey, Sequence[RankedRow]], *, drawn: bool
) -> dict[int, tuple[RankedRow, ...]]:
    divisions: dict[int, list[Sequence[RankedRow]]] = defaultdict(list)
    for group, rows in by_group.items():
        divisions[group.division].append(rows)
    return {division: merge_groups(groups, drawn=drawn) for division, groups in divisions.items()}


def outcomes_of(season: Season) -> dict[str, Outcome]:
    """Return who is promoted, safe or relegated: what is certain of it until the season is over."""
    return _outcomes(season, rules_of(season), list(read(season).values()))


def certain_in(season: Season) -> dict[str, Outcome]:
    """Return what is certain: `outcomes_to_tell`, and first places of the top division."""
    return _certain(season, Standing.objects.filter(season=season, division=0, place=1))


def _certain(season: Season, rows: Iterable[Standing]) -> dict[str, Outcome]:
    """Return `outcomes_to_tell`, and who cannot be overtaken any more at the top of these rows."""
    top = (row for row in rows if (row.division, row.place) == (0, 1))
    first = [str(row.entrant_id) for row in top if row.row["worst"] == 1]
    return outcomes_to_tell(season) | dict.fromkeys(first, Outcome.FIRST)


def outcomes_to_tell(season: Season) -> dict[str, Outcome]:
    """Return what people are told of `outcomes_of`: where nobody is relegated, nobody is safe."""
    rules = rules_of(season)
    if not (rules.promoted or rules.relegated):
        return {}
    by_division = list(read(season).values())
    relegating = len(by_division) - 1 if rules.relegated else 0
    threatened = {row.entrant for rows in by_division[:relegating] for row in rows}
    return {
        entrant: outcome
        for entrant, outcome in _outcomes(season, rules, by_division).items()
        if outcome is not Outcome.SAFE or entrant in threatened
    }


def _outcomes(
    season: Season, rules: SeasonRules, by_division: Sequence[Sequence[RankedRow]]
) -> dict[str, Outcome]:
    if season.state == Season.State.CALLED_OFF:
        return {}
    gone = Entrant.objects.filter(season=season, state=Entrant.State.WITHDRAWN)
    withdrawn = frozenset(map(str, gone.values_list("pk", flat=True)))
    if season.state == Season.State.FINISHED:
        found = claims(
            [[row.entrant for row in rows] for rows in by_division],
            promoted=rules.promoted,
            relegated=rules.relegated,
            withdrawn=withdrawn,
            # `leagues.entering.claims` has no rows, and finds them by `Entrant.substitute`
            substitutes=frozenset(
                row.entrant for rows in by_division for row in rows if row.paired is None
            ),
        )
        return {entrant: claim.outcome for entrant, claim in found.items()}
    certain: dict[str, Outcome] = {}
    bottom = len(by_division) - 1
    for division, rows in enumerate(by_division):
        certain |= outcomes(
            rows,
            promoted=rules.promoted if division else 0,
            relegated=rules.relegated if division < bottom else 0,
            withdrawn=withdrawn,
        )
    return certain


def records_of(season: Season, groups: Collection[GroupKey]) -> dict[GroupKey, records.GroupRecord]:
    """Return what standings depend on, in a number of queries that does not depend on groups."""
    rules, key = rules_of(season), draw.key_for(season.pk)
    members = _by_group(_members(season, groups))
    fixtures = _by_group(_rows_of(Fixture, season, groups, "pk", "entrants"))
    results = _by_group(_results(season, groups))
    byes = _by_group(_rows_of(Bye, season, groups, "entrant"))
    return {
        group: records.GroupRecord(
            members=tuple(members[group]),
            fixtures=tuple(
                records.FixtureRecord(str(pk), tuple(entrants), round_ if rules.by_round else 1)
                for round_, pk, entrants in fixtures[group]
            ),
            results=tuple(results[group]),
            key=key,
            rules=worth(rules),
            games=rules.rounds,
            rounds_left=_rounds_left(season, rules, [*fixtures[group], *byes[group]]),
            drawn=season.state in DRAWN,
            byes=tuple(
                records.ByeRecord(str(entrant), round_ if rules.by_round else 1)
                for round_, entrant in byes[group]
            ),
        )
        for group in groups
    }


def _by_group(pairs: Iterable[tuple[GroupKey, T]]) -> dict[GroupKey, list[T]]:
    found: dict[GroupKey, list[T]] = defaultdict(list)
    for group, each in pairs:
        found[group].append(each)
    return found


def _rows_of(
    model: type[Fixture | Bye], season: Season, groups: Collection[GroupKey], *columns: str
) -> Iterator[tuple[GroupKey, Sequence[Any]]]:
    """Yield the round and further columns of rows, with their groups."""
    rows = model.objects.filter(season=season, **_where(groups))
    for division, group, *values in rows.values_list("division", "group", "round", *columns):
        yield GroupKey(division, group), values


def _members(season: Season, groups: Collection[GroupKey]) -> Iterator[tuple[GroupKey, Contestant]]:
    """Yield the entrants of each group, and who has taken over from them, however often."""
    named = Entrant.objects.filter(season=season, substitute__isnull=False).values("substitute")
    here = Q(**_where(groups)) | Q(division=None, pk__in=named)
    found = {each.pk: each for each in Entrant.objects.filter(here, season=season)}
    for each in found.values():
        if each.division is None or each.group is None:
            continue
        member: Entrant | None = each
        while member is not None:
            yield GroupKey(each.division, each.group), _member(member)
            member = found.get(member.substitute_id) if member.substitute_id else None


def _member(entrant: Entrant) -> Contestant:
    return Contestant(
        str(entrant.pk),
        withdrawn=entrant.state == Entrant.State.WITHDRAWN,
        substitute=str(entrant.substitute_id) if entrant.substitute_id else None,
    )


def _results(
    season: Season, groups: Collection[GroupKey]
) -> Iterator[tuple[GroupKey, records.ResultRecord]]:
    found = Result.objects.filter(season=season, **_where(groups, "fixture__"))
    for stored in found.select_related("fixture"):
        yield (
            GroupKey(stored.fixture.division, stored.fixture.group),
            records.ResultRecord(
                str(stored.fixture_id),
                read_seats(stored.seats),
                ResultKind(stored.kind),
                stored.revision,
                str(stored.stayed) if stored.stayed else None,
            ),
        )


def _rounds_left(season: Season, rules: SeasonRules, paired: Iterable[Sequence[Any]]) -> int:
    """Return how many rounds are to be paired after those of some rows."""
    if season.state != Season.State.RUNNING:
        return 0
    return max(0, rules.rounds - max((row[0] for row in paired), default=0))


def _changed(season: Season, happened: Iterable[events.SeasonEvent]) -> set[GroupKey]:
    """Return the groups whose standings events change, by the rows after them."""
    groups: set[GroupKey] = set()
    fixtures: set[UUID] = set()
    entrants: set[UUID] = set()
    for event in happened:
        match event:
            case events.GroupFilled() | events.RoundPaired():
                groups.add(GroupKey(event.division, event.group))
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
        groups.update(GroupKey(*each) for each in of_results.values_list("division", "group"))
    if entrants:
        theirs = Standing.objects.filter(season=season, entrant__in=entrants)
        groups.update(GroupKey(*each) for each in theirs.values_list("division", "group"))
    return groups


def _compute_rows(season: Season, groups: Collection[GroupKey]) -> list[Standing]:
    """Return the rows of groups, computed from all that is stored except the standings."""
    return [
        Standing(
            season=season,
            entrant_id=UUID(row.entrant),
            division=group.division,
            group=group.group,
            place=number,
            row=msgspec.to_builtins(row, enc_hook=str),  # of fractions
        )
        for group, record in records_of(season, groups).items()
        for number, row in enumerate(standings(record), start=1)
    ]


_convert_row = converter(RankedRow, dec_hook=lambda kind, value: kind(value))  # of fractions


def row_of(stored: Standing) -> RankedRow:
    return _convert_row(stored.row)


def _replace(stored: Iterable[Standing], rows: Sequence[Standing]) -> None:
    stored = list(stored)
    wrong = _compare(stored, rows)
    # All rows of changed places are among them, so no place is taken when they are inserted.
    gone = [row.pk for row in stored if row.entrant_id in wrong]
    for first in range(0, len(gone), BATCH):
        Standing.objects.filter(pk__in=gone[first : first + BATCH]).delete()
    changed = [row for row in rows if row.entrant_id in wrong]
    Standing.objects.bulk_create(changed, batch_size=BATCH)


def _compare(stored: Iterable[Standing], rows: Iterable[Standing]) -> set[UUID]:
    """Return the entrants whose stored rows differ from those computed, or who have only one."""
    known, expected = (
        {row.entrant_id: (row.division, row.group, row.place, row.row) for row in some}
        for some in (stored, rows)
    )
    return {
        entrant
        for entrant in known.keys() | expected.keys()
        if known.get(entrant) != expected.get(entrant)
    }


def _where(groups: Collection[GroupKey], prefix: str = "") -> dict[str, Any]:
    """Return a filter for rows of groups, which rows of some other groups may pass, too."""
    return {
        f"{prefix}division__in": sorted({each.division for each in groups}),
        f"{prefix}group__in": sorted({each.group for each in groups}),
    }
