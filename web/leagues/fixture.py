"""The page of a table of a season: who plays, its results, and what its people may ask."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext

from leagues.contest.standings.records import ResultKind, read_seats
from leagues.inputs.results import CorrectionSerializer
from leagues.inputs.rulings import QuestionSerializer
from leagues.isolation import fill
from leagues.models import Fixture, Result
from leagues.models.rulings import LONGEST_QUESTION, Ruling
from leagues.office import corrections, rulings
from leagues.office.corrections import LONGEST_REASON
from leagues.reading.overview import names_in, players_in, reasons_of, results_of
from leagues.season import impartiality
from leagues.season.lookup import fixture_get, season_get
from leagues.season.people import names_of
from leagues.season.substitutes import substitutes_in
from leagues.season.wording import format_number, sentence
from web.frame.acts import Act, stale_form
from web.frame.forms import FormField
from web.leagues.season import OneSeasonPage
from web.leagues.standings_words import describe_compensation, name_seats

RULINGS: Final = 10


class FixtureDetailPage(OneSeasonPage):
    """A table of a season."""

    template = "web/season_table.html"
    fixture: Fixture

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find the table; raises LeagueNotFoundError."""
        super().look(ids)
        self.fixture = fixture_get(self.season, ids["fixture_id"])
        self.played = results_of(self.season, [self.fixture])
        (self.players,) = players_in(self.season, [self.fixture], self.played).values()
        self.names = {**names_in([self.fixture], self.played), **names_of(self.players)}
        self.results = list(Result.objects.filter(fixture=self.fixture).order_by("revision"))

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "fixture": self.fixture,
            "players": name_seats(self.fixture, self.players, self.names),
            "reasons": [sentence(each, self.names) for each in reasons_of(self.fixture)],
            "result": self._result(),
            "rulings": self._rulings(),
            "partial": self.organised and self._stake.others,
        }

    def acts(self) -> Sequence[Act]:
        if self.user is None:
            return []
        return [self._ask(), *([self._correct()] if self.organised else [])]

    def _ask(self) -> Act:
        begun = self.fixture.game_id is not None and self.season.archived_at is None
        able = begun and self.person.pk in impartiality.people_at(self.fixture)
        return Act(
            "ask",
            gettext("Ask the organisers for a ruling"),
            gettext("Ask"),
            lambda members: rulings.ruling_ask(
                **self.about, fixture_id=self.fixture.pk, question=members["question"]
            ),
            [
                FormField("fixture", "", "hidden", value=self.fixture.pk),
                FormField(
                    "question",
                    gettext("What the organisers are to decide, and why"),
                    "lines",
                    gettext("Those who play here and the organisers read it, and the answer."),
                    most=LONGEST_QUESTION,
                    needed=True,
                ),
            ],
            QuestionSerializer,
            told=gettext("The organisers are asked. You are told when one of them answers."),
            intro=gettext(
                "No organiser of this league can rule in this game. First, another one has to be "
                "found, or the operator of the server answers."
            )
            if able and not self._stake.others
            else "",
            offered=able,
            folded=True,
        )

    def _correct(self) -> Act:
        last = self.results[-1] if self.results else None
        replaced = substitutes_in(self.season.pk)
        kinds = [
            (ResultKind.FINISHED, gettext("It ended")),
            (ResultKind.ADJUDICATED, gettext("It was adjudicated")),
            (ResultKind.VOID, gettext("It is void and counts for nobody")),
        ]
        return Act(
            "correct",
            gettext("Correct the result"),
            gettext("Enter the corrected result"),
            self._enter,
            [
                FormField(
                    "kind",
                    gettext("How the game ended"),
                    "choice",
                    choices=kinds,
                    value=last.kind if last else ResultKind.FINISHED,
                ),
                *(
                    field
                    for number in range(len(self.fixture.entrants))
                    for field in self._seat_fields(number, last, replaced)
                ),
                FormField(
                    "reason",
                    gettext("Why it is corrected"),
                    "lines",
                    gettext("Everybody can read it. It is kept for ever, so name nobody."),
                    most=LONGEST_REASON,
                    needed=True,
                ).placed(gettext("Why")),
            ],
            CorrectionSerializer,
            intro=gettext(
                "The standings change at once. Everybody sees that the result was corrected, and "
                "why. Rounds that have been paired do not change."
            ),
            told=gettext("The result has been corrected."),
            version=len(self.results),
            prepare=self._prepared,
            offered=bool(self.results)
            and self.season.archived_at is None
            and not self._stake.others,
            folded=True,
        )

    @cached_property
    def _stake(self) -> impartiality.Stake:
        """Whether the visitor plays in the game, and whether an organiser who does not decides."""
        return impartiality.stake_of(self.person, self.season, self.fixture)

    def _seat_fields(
        self, number: int, last: Result | None, replaced: Collection[UUID]
    ) -> list[FormField]:
        """Return the fields of a seat; `replaced` are the entrants who have a substitute."""
        seats = read_seats(last.seats) if last else ()
        seat = seats[number] if number < len(seats) else None
        entrant = self.fixture.entrants[number]
        part = self._name(entrant)
        asked: list[tuple[str, str, str, object]] = [
            ("place", gettext("Place"), "number", seat.place if seat else number + 1),
            ("score", gettext("Score"), "number", seat.score if seat else 0),
            ("left", gettext("Left the game"), "flag", seat is not None and seat.left),
        ]
        if UUID(entrant) in replaced:
            whole = seat is not None and seat.substitute is not None
            asked.append(
                ("substituted", gettext("The substitute played to the end"), "flag", whole)
            )
        return [
            FormField(f"{number}.{name}", label, kind, value=value).placed(
                part, [f"seats.{number}.{name}"]
            )
            for name, label, kind, value in asked
        ]

    def _prepared(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return a body with the seats as a list, and none for a void game."""
        seats = [body.pop(str(number)) for number in range(len(self.fixture.entrants))]
        return {**body, "seats": [] if body.get("kind") == ResultKind.VOID else seats}

    def _enter(self, members: dict[str, Any]) -> None:
        season_get(**self.about, lock=True)
        now = Result.objects.filter(fixture=self.fixture).count()
        if now != len(self.results):
            raise stale_form(now)
        corrections.result_correct(**self.about, fixture_id=self.fixture.pk, **members)

    def _name(self, entrant: str) -> str:
        return self.names[entrant].shown

    def _result(self) -> dict[str, Any] | None:
        """Return the result that counts, in words."""
        counts = self.played.get(self.fixture.pk)
        if counts is None:
            return None
        shown = []
        names = name_seats(self.fixture, self.players, self.names)
        seats = zip(self.fixture.entrants, self.players, counts.seats, names, strict=False)
        for entrant, player, seat, name in seats:
            left = gettext("never decided") if seat.no_show else gettext("left the game")
            if player != entrant:
                left = fill(
                    gettext("{name} left the game; points: {points}"),
                    name=self._name(entrant),
                    points=format_number(counts.counted_for(entrant)),
                )
            marks = [left] if seat.left else []
            points = format_number(counts.counted_for(player))
            shown.append((seat.place, name, format_number(seat.score), points, marks))
        words = {
            ResultKind.VOID: gettext("The game is void and counts for nobody."),
            ResultKind.ADJUDICATED: gettext("The game was adjudicated."),
        }
        return {
            "words": words.get(counts.kind, ""),
            "corrected": counts.revision,
            "reason": counts.reason,
            "by_player": counts.by_player,
            "void": not counts.counts and counts.kind is not ResultKind.VOID,
            "compensation": describe_compensation(counts, self.names),
            "seats": sorted(shown),
        }

    def _rulings(self) -> list[Ruling]:
        if self.user is None:
            return []
        found = rulings.rulings_of(
            user=self.user,
            season=self.season,
            fixture=self.fixture.pk,
            organises=self.organised,
        )
        return list(found.order_by("-asked_at", "-id")[:RULINGS])
