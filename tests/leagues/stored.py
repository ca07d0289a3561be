"""Random seasons as events, for the tests of what is stored of seasons."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.db import transaction

from leagues.contest.reasons import Reason
from leagues.contest.standings import records
from leagues.contest.standings.presets import BYES, TIES, USUAL_BYE, USUAL_TIES
from leagues.contest.standings.ranking import RankedRow, standings
from leagues.contest.standings.records import GroupKey
from leagues.models import League, Season, Standing
from leagues.rules import SeasonRules, worth
from leagues.season import draw, lookup
from leagues.stream import events, store, stored_standings
from tests.leagues.seasons import random_season
from trials.dice import dice

START = datetime(2026, 3, 1, tzinfo=UTC)
ROUNDS = 3
PAIRED = 2  # rounds
SIZES = {2: (2,), 4: (3, 4)}  # of tables, by the usual one


class Played(NamedTuple):
    """A random season: its events up to the start, those after it, and its groups."""

    before: list[events.SeasonEvent]
    after: list[events.SeasonEvent]
    groups: dict[GroupKey, records.GroupRecord]


def sealed(name: str) -> Season:
    """Return a new season of a league of this name; nothing is declared yet."""
    season = Season(league=League.objects.create(name=name), number=1, name=name)
    draw.seal(season)
    return season


def declared(season: Season, rules: SeasonRules) -> events.SeasonDeclared:
    """Return the declaration of a season that starts on `START` and lasts 90 days."""
    return events.SeasonDeclared(
        number=season.number,
        name=season.name,
        rules=rules,
        registration_opens_at=START - timedelta(days=7),
        starts_at=START,
        ends_at=START + timedelta(days=90),
        commitment=season.commitment,
    )


def appended(season: Season, *happened: events.SeasonEvent) -> Season:
    """Append events in a transaction of their own."""
    with transaction.atomic():
        return store.append(lookup.season_lock(season.pk), happened)


def random_events(season: Season, seed: int, *, groups: int = 2) -> Played:
    """Return the events of a random season: all that can happen to results, in any order."""
    rng = dice(seed)
    share = rng.choice([0, 50, 100])
    swiss = rng.random() < 0.3
    at_table = rng.choice([2, 4])
    rules = SeasonRules(
        format="swiss" if swiss else "groups",
        ties=[*TIES][seed % len(TIES)] if swiss else USUAL_TIES,
        bye=rng.choice([*BYES]) if swiss else USUAL_BYE,
        at_table=at_table,
        rounds=ROUNDS if swiss else 0,
        days_per_round=7 if swiss else 0,
        substitute_share=share,
    )
    played = Played(
        [declared(season, rules), events.RegistrationOpened()],
        [],
        {},
    )
    paired: list[events.SeasonEvent] = []
    for number in range(groups):
        group = GroupKey(number // 2, number % 2)
        record = _named(season, group, random_season(seed * groups + number, sizes=SIZES[at_table]))
        _add(played, paired, group, record)
        played.groups[group] = msgspec.structs.replace(
            record if swiss else _at_once(record),
            key=draw.key_for(season.pk),
            rules=worth(rules),
            games=ROUNDS if swiss else 0,
            rounds_left=ROUNDS - PAIRED if swiss else 0,
            drawn=False,
        )
    played.before.extend([events.SeasonStarted(), *paired])
    rng.shuffle(played.after)
    return played


def _at_once(record: records.GroupRecord) -> records.GroupRecord:
    """Return a season whose rounds are all played at the same time."""
    return msgspec.structs.replace(
        record,
        fixtures=tuple(msgspec.structs.replace(each, round=1) for each in record.fixtures),
        byes=tuple(msgspec.structs.replace(each, round=1) for each in record.byes),
    )


def _add(
    played: Played,
    paired: list[events.SeasonEvent],
    group: GroupKey,
    record: records.GroupRecord,
) -> None:
    substitutes = {member.substitute for member in record.members if member.substitute}
    entrants = tuple(UUID(each.id) for each in record.members if each.id not in substitutes)
    ids = [UUID(member.id) for member in record.members]
    played.before.extend(events.EntrantRegistered(entrant=each) for each in ids)
    paired.append(events.GroupFilled(division=group.division, group=group.group, entrants=entrants))
    paired += [_round(group, record, number) for number in range(1, PAIRED + 1)]
    for member in record.members:
        if member.withdrawn:
            withdrew = events.EntrantWithdrew(entrant=UUID(member.id))
            (paired if member.substitute else played.after).append(withdrew)
        if member.substitute:
            named = events.SubstituteNamed(
                entrant=UUID(member.id), substitute=UUID(member.substitute)
            )
            paired.append(named)  # before any result that the substitute has a part in
    played.after.extend(_recorded(result) for result in record.results)


def _round(group: GroupKey, record: records.GroupRecord, number: int) -> events.RoundPaired:
    return events.RoundPaired(
        division=group.division,
        group=group.group,
        round=number,
        tables=tuple(
            events.PairedTable(
                UUID(each.id), _number(group, place), tuple(map(UUID, each.entrants))
            )
            for place, each in enumerate(record.fixtures, start=1)
            if each.round == number
        ),
        byes=tuple(
            events.RestingEntrant(
                uuid5(UUID(each.entrant), "bye"), UUID(each.entrant), Reason("drawn")
            )
            for each in record.byes
            if each.round == number
        ),
    )


def _recorded(result: records.ResultRecord) -> events.ResultRecorded:
    return events.ResultRecorded(
        fixture=UUID(result.table),
        revision=result.revision,
        kind=result.kind,
        seats=result.seats,
        stayed=UUID(result.stayed) if result.stayed else None,
        reason="Typed wrong." if result.revision else "",
    )


def _number(group: GroupKey, place: int) -> int:
    return 1000 * (2 * group.division + group.group) + place


def _named(season: Season, group: GroupKey, record: records.GroupRecord) -> records.GroupRecord:
    """Return a season whose entrants and tables have ids instead of names."""

    def key(name: str) -> str:
        return str(uuid5(season.pk, f"{group}/{name}"))

    def keys(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(key, names))

    replace = msgspec.structs.replace
    return replace(
        record,
        members=tuple(
            replace(each, id=key(each.id), substitute=each.substitute and key(each.substitute))
            for each in record.members
        ),
        fixtures=tuple(
            records.FixtureRecord(key(each.id), keys(each.entrants), each.round)
            for each in record.fixtures
        ),
        results=tuple(
            replace(
                each,
                table=key(each.table),
                stayed=each.stayed and key(each.stayed),
                seats=tuple(
                    replace(seat, substitute=seat.substitute and key(seat.substitute))
                    for seat in each.seats
                ),
            )
            for each in record.results
        ),
        byes=tuple(records.ByeRecord(key(each.entrant), each.round) for each in record.byes),
    )


def as_bytes(rows: tuple[RankedRow, ...]) -> bytes:
    return msgspec.json.encode(rows, enc_hook=str, order="sorted")  # PostgreSQL keeps no order


def stored_of(season: Season, group: GroupKey) -> tuple[RankedRow, ...]:
    here = {"season": season, "division": group.division, "group": group.group}
    rows = Standing.objects.filter(**here).order_by("place")
    return tuple(stored_standings.row_of(row) for row in rows)


def play(seed: int, *, groups: int, most: int) -> None:
    """Play a random season, recording at most that many events at once; then compute it anew."""
    season = sealed(f"League {seed}")
    played = random_events(season, seed, groups=groups)
    season = appended(season, *played.before)
    rng = dice(seed)
    while played.after:
        some = rng.randint(1, most)
        season = appended(season, *played.after[:some])
        del played.after[:some]
    assert store.differences(season) == []
    for group, record in played.groups.items():
        assert as_bytes(stored_of(season, group)) == as_bytes(standings(record))
