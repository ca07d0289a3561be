"""The pages of rulings: questions about games, and the organisers' answers with reasons."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext

from games.play.adjudication import LONGEST_RULING
from leagues.inputs.rulings import AnswerSerializer
from leagues.isolation import Isolated, fill, join
from leagues.models.rulings import Ruling
from leagues.office import rulings
from leagues.office.rulings import Effect
from leagues.refusals import LeagueNotFoundError
from leagues.season import impartiality
from notifications.content.wording import moment_in
from web.frame.acts import Act
from web.frame.forms import FormField
from web.frame.queries import number_in
from web.leagues.season import OneSeasonPage
from web.leagues.standings_words import name_seats_of_fixtures

LISTED: Final = 20  # on a page
LAST: Final = 50  # page


class RulingsPage(OneSeasonPage):
    """The questions that the visitor may read, the newest first."""

    template = "web/season_rulings.html"
    needs_log_in = True

    def context(self) -> dict[str, Any]:
        number = min(max(number_in(self.request, "page"), 1), LAST)
        found = rulings.rulings_of(
            user=self.person, season=self.season, open_only="open" in self.request.GET
        )
        found = found.select_related("asked_by", "answered_by", "fixture")
        found = found.order_by(*rulings.NEWEST_FIRST)
        rows = list(found[LISTED * (number - 1) : LISTED * number + 1])
        names = name_seats_of_fixtures(self.season, [row.fixture for row in rows])
        shown = [
            (
                row,
                join(", ", names[row.fixture_id]),
                self._when(row),
            )
            for row in rows[:LISTED]
        ]
        more = len(rows) > LISTED and number < LAST
        return super().context() | {
            "rulings": shown,
            "open_only": "open" in self.request.GET,
            "next": number + 1 if more else None,
        }

    def _when(self, row: Ruling) -> str:
        return moment_in(row.asked_at, self.zone.key)


class RulingDetailPage(OneSeasonPage):
    """A question and its answer; organisers answer it here."""

    template = "web/season_ruling.html"
    needs_log_in = True
    ruling: Ruling

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find the question, if the visitor may read it; raises LeagueNotFoundError."""
        super().look(ids)
        found = rulings.rulings_of(user=self.person, season=self.season)
        ruling = found.select_related("fixture__game").filter(pk=ids["ruling_id"]).first()
        if ruling is None:
            raise LeagueNotFoundError
        self.ruling = ruling

    def context(self) -> dict[str, Any]:
        effects = {
            Effect.NONE: gettext("The game goes on unchanged."),
            Effect.PLACES: gettext("The game ended with these places."),
            Effect.VOID: gettext("The game is void."),
        }
        answered = self.ruling.answered_at is not None
        return super().context() | {
            "ruling": self.ruling,
            "asked": moment_in(self.ruling.asked_at, self.zone.key),
            "answered": moment_in(self.ruling.answered_at, self.zone.key),
            "effect": effects[Effect(self.ruling.effect)] if answered else "",
            "partial": self.organised and not answered and self._partial,
            "players": self._names(),
            "places": sorted(zip(self.ruling.places, self._seats(), strict=False)),
        }

    def acts(self) -> Sequence[Act]:
        if not self.organised:
            return []
        return [
            Act(
                "answer",
                gettext("Give a ruling"),
                gettext("Give this ruling"),
                self._answer,
                self._fields(),
                AnswerSerializer,
                intro=gettext("It is given once and cannot be changed."),
                told=gettext("The ruling is given, and the person who asked gets a notice."),
                offered=self.ruling.answered_at is None
                and self.season.archived_at is None
                and not self._partial,
            )
        ]

    def _fields(self) -> list[FormField]:
        effects = [
            (Effect.NONE, gettext("Nothing: the game goes on, or stays as it ended")),
            (Effect.PLACES, gettext("It ends the game with places")),
            (Effect.VOID, gettext("It ends the game as void: it counts for nobody")),
        ]
        places = gettext(
            "Only if it ends the game with places: the place of each seat, in this order: {seats}. "
            "Level seats share a place, such as 1 2 2 4."
        )
        return [
            FormField(
                "reasons",
                gettext("The answer, and the reasons for it"),
                "lines",
                gettext("Those who play at the table read it. Name nobody in it."),
                most=LONGEST_RULING,
                needed=True,
            ),
            FormField(
                "effect",
                gettext("What it does to the game"),
                "choice",
                choices=effects,
                value=Effect.NONE,
            ),
            FormField(
                "places",
                gettext("Places"),
                "numbers",
                fill(places, seats=join(", ", self._seats())),
            ),
        ]

    def _answer(self, members: dict[str, Any]) -> None:
        rulings.ruling_give(**self.about, ruling_id=self.ruling.pk, **members)

    @cached_property
    def _partial(self) -> bool:
        """Whether the visitor plays in the game, and so cannot rule in it."""
        return impartiality.plays_in(self.person, self.ruling.fixture)

    def _seats(self) -> list[Isolated]:
        """Return who sits where; partners, the second of whom sits opposite, by their team."""
        game, entrants = self.ruling.fixture.game, self._names()
        teams = len(entrants)
        return [entrants[seat % teams] for seat in range(game.seats if game else teams)]

    def _names(self) -> list[Isolated]:
        (names,) = name_seats_of_fixtures(self.season, [self.ruling.fixture]).values()
        return names
