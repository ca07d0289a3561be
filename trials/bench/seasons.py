"""Rows about large seasons: pairing a round, the effect of a result, and reading standings.

`python -m trials.bench.seasons ENTRANTS ROUNDS` stores two Swiss tournaments on a new database, one
of ENTRANTS and one of a tenth of them, and prints each row as a line of JSON. Each is measured
beside the smaller season, which shows how it grows, and beside a plain list of as many rows. All is
done by what the server itself does, within a transaction that is rolled back, so that each time
begins from the same rows. Times are processor times, including the PostgreSQL backend.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec

from trials.bench.databases import Databases, on_each, run
from trials.bench.measure import Bound, Row, Work, compare
from trials.bench.walk import processor_time
from trials.people import create_tables

ENTRANTS: Final = 1_000
QUICK_ENTRANTS: Final = 400
FEWER: Final = 10  # times
AT_TABLE: Final = 4
PLAYED: Final = 3  # rounds
ROUNDS: Final = 10
BATCH: Final = 500
LINEAR: Final = Bound(FEWER, cost=True)
QUADRATIC: Final = Bound(FEWER**2, cost=True)


def rows(*, rounds: int, quick: bool) -> Iterator[Row]:
    entrants = QUICK_ENTRANTS if quick else ENTRANTS
    yield from on_each("Seasons", partial(measured, rounds=rounds, entrants=entrants))


def measured(database: str, addresses: Databases, *, rounds: int, entrants: int) -> Iterator[Row]:
    group = f"A Swiss of {entrants:,} on {database}"
    for line in run("trials.bench.seasons", addresses("seasons"), entrants, rounds):
        yield msgspec.structs.replace(msgspec.json.decode(line, type=Row), group=group)


def main() -> None:
    entrants, rounds = map(int, sys.argv[1:])
    create_tables()
    large, small = Swiss(entrants), Swiss(entrants // FEWER)
    fewer, plain = f"with {entrants // FEWER:,} entrants", f"a plain list of {entrants:,}"
    for name, unit, bound, work in (
        ("pair a round", "round", QUADRATIC, Swiss.pair),
        ("record a result", "result", LINEAR, Swiss.record),
        ("read the standings", "reading", LINEAR, Swiss.read),
    ):
        for row, baseline in (
            (Row("", name, fewer, unit, bound), partial(work, small)),
            (Row("", name, plain, unit), large.list),
        ):
            found = compare(row, _timed(partial(work, large)), _timed(baseline), rounds=rounds)
            print(msgspec.json.encode(found).decode(), flush=True)


class Swiss:
    """A running season in one division; the results of some rounds are recorded."""

    def __init__(self, entrants: int) -> None:
        from django.db import transaction  # noqa: PLC0415 - after the setup

        from accounts.models import User  # noqa: PLC0415 - likewise
        from leagues import models  # noqa: PLC0415 - likewise
        from leagues.season import draw  # noqa: PLC0415 - likewise

        league = models.League.objects.create(name=f"Swiss of {entrants}")
        season = models.Season(league=league, number=1, name=league.name)
        draw.seal(season)
        self.key = season.pk
        ids = [uuid4() for _ in range(entrants)]
        self._append(*_begun(season, ids))
        people = User.objects.bulk_create(
            (
                User(handle=f"{entrants}-{number}", email=f"{entrants}-{number}@example.org")
                for number in range(entrants)
            ),
            batch_size=BATCH,
        )
        models.EntrantPlayer.objects.bulk_create(
            (
                models.EntrantPlayer(season=season, entrant_id=entrant, user=person)
                for entrant, person in zip(ids, people, strict=True)
            ),
            batch_size=BATCH,
        )
        for _ in range(PLAYED):
            with transaction.atomic():
                self.pair()
            self._finish()

    def pair(self) -> None:
        from leagues.running import fixture_games  # noqa: PLC0415 - after the setup
        from leagues.season import lookup  # noqa: PLC0415 - likewise

        season = lookup.season_lock(self.key)
        before = season.version
        fixture_games.pair_next_round(season)
        if season.version == before:
            raise RuntimeError("No round was paired.")

    def record(self) -> None:
        """Record the result of a game anew, which writes the standings anew."""
        fixture = self._fixtures().first()
        self._append(_result(fixture.pk, tuple(reversed(range(1, AT_TABLE + 1))), revision=1))

    def read(self) -> None:
        """Read all standings, as the season's export has it."""
        from leagues import models  # noqa: PLC0415 - after the setup
        from leagues.outputs.standings import standing_rows  # noqa: PLC0415 - likewise
        from leagues.reading import overview  # noqa: PLC0415 - after the setup

        season = models.Season.objects.get(pk=self.key)
        found = overview.rows_with_outcomes(season, overview.standings(season))
        msgspec.json.encode(standing_rows(found))

    def list(self) -> None:
        """List all entrants, without computing anything."""
        from leagues.models import EntrantPlayer  # noqa: PLC0415 - after the setup

        found = EntrantPlayer.objects.filter(season=self.key).select_related("entrant", "user")
        listed = [
            {"id": each.entrant_id, "state": each.entrant.state, "handle": each.user.handle}
            for each in found.order_by("pk")
            if each.user
        ]
        msgspec.json.encode(listed)

    def _finish(self) -> None:
        places = tuple(range(1, AT_TABLE + 1))
        open_ = self._fixtures().filter(settled=False)
        self._append(*(_result(key, places) for key in open_.values_list("pk", flat=True)))

    def _fixtures(self) -> Any:
        from leagues.models import Fixture  # noqa: PLC0415 - after the setup

        return Fixture.objects.filter(season=self.key).order_by("number")

    def _append(self, *happened: Any) -> None:
        from django.db import transaction  # noqa: PLC0415 - after the setup

        from leagues.season import lookup  # noqa: PLC0415 - likewise
        from leagues.stream import store  # noqa: PLC0415 - likewise

        with transaction.atomic():
            store.append(lookup.season_lock(self.key), happened)


def _begun(season: Any, entrants: list[UUID]) -> Iterator[Any]:
    """Yield the events of a season up to its start."""
    from api import database_time  # noqa: PLC0415 - after the setup
    from leagues.rules import SeasonRules  # noqa: PLC0415 - likewise
    from leagues.stream import events  # noqa: PLC0415 - likewise

    now = database_time.now()
    rules = SeasonRules(format="swiss", at_table=AT_TABLE, rounds=ROUNDS, days_per_round=7)
    yield events.SeasonDeclared(
        number=season.number,
        name=season.name,
        rules=rules,
        registration_opens_at=now,
        starts_at=now,
        ends_at=now + timedelta(days=90),
        commitment=season.commitment,
    )
    yield events.RegistrationOpened()
    yield from (events.EntrantRegistered(entrant=each) for each in entrants)
    yield events.SeasonStarted()
    yield events.GroupFilled(division=0, group=0, entrants=tuple(entrants))


def _result(fixture: UUID, places: tuple[int, ...], revision: int = 0) -> Any:
    from leagues.contest.standings.records import SeatResult  # noqa: PLC0415 - likewise
    from leagues.stream import events  # noqa: PLC0415 - after the setup

    seats = tuple(SeatResult(place, 40 - place) for place in places)
    return events.ResultRecorded(fixture=fixture, revision=revision, seats=seats)


def _timed(work: Callable[[], None]) -> Work:
    """Measure work in a transaction that is rolled back, so that it can be done again.

    As in `timeit`, no garbage is collected meanwhile: that takes as long as there are objects in
    the whole process, and happens in some rounds only.
    """
    from django.db import transaction  # noqa: PLC0415 - after the setup

    def measured() -> float:
        with transaction.atomic():
            gc.collect()
            gc.disable()
            began = processor_time()
            work()
            taken = processor_time() - began
            gc.enable()
            transaction.set_rollback(True)
        return taken

    return measured


if __name__ == "__main__":
    main()
