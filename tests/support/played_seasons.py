"""Seasons that are stored as the server stores them, for tests of what people read of them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from accounts.models import User
from leagues.contest.reasons import Reason
from leagues.contest.standings.records import SeatResult
from leagues.models import EntrantPlayer, League, Season
from leagues.rules import SeasonRules
from leagues.season import draw, lookup
from leagues.stream import events as happened
from leagues.stream import store
from leagues.stream.events import SeasonEvent
from tests.leagues.seasons import places_by_score

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
BATCH = 500


class PlayedSeason:
    """A running season of divisions with one group each; an entrant is a person."""

    def __init__(
        self, divisions: Sequence[Sequence[User]], *, access: str = "public", **rules: Any
    ) -> None:
        self.league = League.objects.create(name=f"League {uuid4()}", access=access)
        self.season = Season(league=self.league, number=1, name="Spring")
        draw.seal(self.season)
        self.divisions = [[uuid4() for _ in people] for people in divisions]
        self.tables = 0
        self.append(
            happened.SeasonDeclared(
                number=1,
                name="Spring",
                rules=SeasonRules(**rules),
                registration_opens_at=START,
                starts_at=START + timedelta(days=7),
                ends_at=START + timedelta(days=97),
                commitment=self.season.commitment,
            ),
            happened.RegistrationOpened(),
            *(
                happened.EntrantRegistered(entrant=entrant)
                for entrants in self.divisions
                for entrant in entrants
            ),
            happened.SeasonStarted(),
            *(
                happened.GroupFilled(division=number, group=0, entrants=tuple(entrants))
                for number, entrants in enumerate(self.divisions)
            ),
        )
        EntrantPlayer.objects.bulk_create(
            (
                EntrantPlayer(season=self.season, entrant_id=entrant, user=person)
                for entrants, people in zip(self.divisions, divisions, strict=True)
                for entrant, person in zip(entrants, people, strict=True)
            ),
            batch_size=BATCH,
        )

    @property
    def path(self) -> str:
        return f"/api/v1/seasons/{self.season.pk}"

    def append(self, *events: SeasonEvent) -> None:
        with transaction.atomic():
            season = self.season
            if season.version:
                season = lookup.season_lock(season.pk)
            self.season = store.append(season, events)

    def replace(self, entrant: UUID, person: User) -> UUID:
        """Let an entrant withdraw and somebody take over, and return the substitute."""
        substitute = uuid4()
        self.append(
            happened.EntrantRegistered(entrant=substitute),
            happened.EntrantWithdrew(entrant=entrant),
            happened.SubstituteNamed(entrant=entrant, substitute=substitute),
        )
        EntrantPlayer.objects.create(season=self.season, entrant_id=substitute, user=person)
        return substitute

    def pair(
        self, *tables: Sequence[UUID], division: int = 0, round_: int = 1, **members: Any
    ) -> list[UUID]:
        """Pair a round, and return its fixtures."""
        reasons = members.pop("reasons", (Reason("drawn"),))
        paired = tuple(
            happened.PairedTable(uuid4(), self.tables + number, tuple(table), reasons)
            for number, table in enumerate(tables, 1)
        )
        self.tables += len(paired)
        self.append(
            happened.RoundPaired(division=division, group=0, round=round_, tables=paired, **members)
        )
        return [table.fixture for table in paired]

    def finish(self, *scores: tuple[UUID, Sequence[int]], **members: Any) -> None:
        """Record results of fixtures by the scores of their seats."""
        self.append(
            *(
                happened.ResultRecorded(
                    fixture=fixture,
                    seats=tuple(map(SeatResult, places_by_score(of_seats), of_seats)),
                    **members,
                )
                for fixture, of_seats in scores
            )
        )


def people_named(*handles: str) -> list[User]:
    return [User.objects.create_user(each, f"{each}@example.org") for each in handles]


def crowd(number: int) -> list[User]:
    return User.objects.bulk_create(
        (User(handle=f"crow-{each}", email=f"crow-{each}@example.org") for each in range(number)),
        batch_size=BATCH,
    )
