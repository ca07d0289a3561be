"""The views for what people read of a season: its standings, its games, and its dates."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from accounts.api.views import find_person
from accounts.log_in.authentication import requester
from api.answers import (
    FILE_NAME,
    allow_compression,
    json_answer,
)
from api.inputs import read_input
from api.operations import Members, operation
from api.paging import Page, PageQuerySerializer, page_of
from api.views import AnyAccept, ApiView
from leagues import models
from leagues.inputs.standings import (
    ExportQuerySerializer,
    FixturesQuerySerializer,
    StandingsQuerySerializer,
)
from leagues.outputs import exports as export_outputs
from leagues.outputs import fixtures as fixture_outputs
from leagues.outputs import schedules as schedule_outputs
from leagues.outputs import standings as standing_outputs
from leagues.reading import exports, histories, next_steps, overview
from leagues.season import lookup
from quotas.records.leagues import SEASON_EXPORTS_AN_HOUR
from quotas.services import spend

CSV = "text/csv"


class _RowsView(ApiView):
    """The base of views that show rows of the standings."""

    def rows(
        self, request: Request, season: models.Season
    ) -> tuple[list[overview.RowWithOutcome], str | None]:
        """Return the rows that a request asks for, and the address of the next page.

        The query is read only here: a season that is hidden is told before a wrong query.
        """
        filters = read_input(StandingsQuerySerializer, request.query_params)
        found = overview.standings(season, **_from_zero(filters, "division", "group"))
        page: Page[models.Standing] = page_of(request, self, found, ("rank",))
        return overview.rows_with_outcomes(season, page.rows), page.next


class StandingsView(_RowsView, tag="leagues"):
    """The standings of a season."""

    @operation(
        "standings_list",
        "The standings",
        tagged=True,
        secretless=True,
        parameters=[StandingsQuerySerializer],
    )
    def get(self, request: Request, season_id: UUID) -> standing_outputs.StandingPage:
        """Return the standings of each group of each division, in order, and what explains them."""
        season = lookup.season_get(user=requester(request), season_id=season_id)
        rows, following = self.rows(request, season)
        return standing_outputs.StandingPage(standing_outputs.standing_rows(rows), following)


class CrosstableView(_RowsView, tag="leagues"):
    """The crosstable of a season."""

    @operation(
        "crosstable_list",
        "The crosstable",
        tagged=True,
        secretless=True,
        parameters=[StandingsQuerySerializer],
    )
    def get(self, request: Request, season_id: UUID) -> standing_outputs.CrossPage:
        """Return, in the order of the standings, each entrant's opponents and results."""
        season = lookup.season_get(user=requester(request), season_id=season_id)
        rows, following = self.rows(request, season)
        return standing_outputs.CrossPage(standing_outputs.cross_rows(season, rows), following)


class FixturesView(ApiView, tag="leagues"):
    """Who plays whom in a season."""

    @operation(
        "fixtures_list", "Who plays whom", FixturesQuerySerializer, tagged=True, secretless=True
    )
    def get(
        self, request: Request, season_id: UUID, members: Members
    ) -> fixture_outputs.FixturePage:
        """Return the fixtures in the order in which they were paired, and their results."""
        season = lookup.season_get(user=requester(request), season_id=season_id)
        found = overview.fixtures(season, **_games_wanted(members))
        page = page_of(request, self, found, ("number",))
        return fixture_outputs.FixturePage(fixture_outputs.fixtures(season, page.rows), page.next)


class ByesView(ApiView, tag="leagues"):
    """Who has a bye in a season."""

    @operation("byes_list", "Who has a bye", FixturesQuerySerializer, tagged=True, secretless=True)
    def get(self, request: Request, season_id: UUID, members: Members) -> fixture_outputs.ByePage:
        """Return, round by round, the entrants without a game, and what their bye is worth."""
        season = lookup.season_get(user=requester(request), season_id=season_id)
        found = overview.byes(season, **_games_wanted(members))
        page = page_of(request, self, found, ("round", "id"))
        return fixture_outputs.ByePage(fixture_outputs.byes(season, page.rows), page.next)


class ScheduleView(ApiView, tag="leagues"):
    """The dates of a season."""

    @operation("schedule_get", "The rounds and their dates", tagged=True, secretless=True)
    def get(self, request: Request, season_id: UUID) -> schedule_outputs.Schedule:
        """Return when the season and its rounds begin and end, and how far they have got."""
        season = lookup.season_get(user=requester(request), season_id=season_id)
        return schedule_outputs.schedule(season)


class StepsView(ApiView, tag="leagues"):
    """What the server will do with a season by itself."""

    @operation("season_steps_list", "What happens next by itself")
    def get(self, request: Request, season_id: UUID) -> schedule_outputs.UpcomingSteps:
        """Return the next steps of your season, and what each would do now; nothing is done."""
        steps = next_steps.steps_to_come(user=requester(request), season_id=season_id)
        return schedule_outputs.upcoming(steps)


class PlayerSeasonsView(ApiView, tag="players"):
    """The seasons that somebody entered."""

    @operation(
        "player_seasons_list",
        "Somebody's seasons",
        PageQuerySerializer,
        tagged=True,
        secretless=True,
    )
    def get(self, request: Request, handle: str) -> schedule_outputs.PlayedSeasonPage:
        """Return seasons of public leagues, and of those that concern you, the newest first."""
        found = histories.entries_of(user=find_person(handle), viewer=requester(request))
        page = page_of(request, self, found, ("-id",))
        entries = histories.with_rows(page.rows)
        return schedule_outputs.PlayedSeasonPage(
            schedule_outputs.played_seasons(entries), page.next
        )


class CsvExportView(ApiView, tag="leagues"):
    """A season's standings or games for a spreadsheet."""

    content_negotiation_class = AnyAccept

    @operation(
        "season_export_csv_get",
        "The standings or the games as CSV",
        ExportQuerySerializer,
        answers={(200, CSV): OpenApiTypes.STR},
        parameters=[FILE_NAME],
    )
    def get(self, request: Request, season_id: UUID, members: Members) -> HttpResponse:
        """Return all rows; a text that a spreadsheet takes for a formula begins with `'`."""
        wanted = members["table"]
        season = _count_export(request, season_id)
        answer = HttpResponse(exports.SHEETS[wanted](season), f"{CSV}; charset=utf-8")
        return allow_compression(_named_file(answer, season, f"{wanted}.csv"))


class JsonExportView(ApiView, tag="leagues"):
    """A whole season for programs."""

    @operation(
        "season_export_json_get",
        "A whole season as JSON",
        answers=export_outputs.Export,
        parameters=[FILE_NAME],
    )
    def get(self, request: Request, season_id: UUID) -> HttpResponse:
        """Return the season with all that its standings follow from, without pages."""
        season = _count_export(request, season_id)
        body = export_outputs.export(season)
        return allow_compression(_named_file(json_answer(body), season, "season.json"))


def _count_export(request: Request, season_id: UUID) -> models.Season:
    """Count an export, which has all rows, however many there are; return the season."""
    user = requester(request)
    season = lookup.season_get(user=user, season_id=season_id)
    spend(str(user.pk), SEASON_EXPORTS_AN_HOUR)
    return season


def _games_wanted(filters: Members) -> dict[str, Any]:
    round_, entrant = filters.get("round"), filters.get("entrant")
    return {"round_": round_, "entrant": entrant, **_from_zero(filters, "division", "group")}


def _from_zero(filters: dict[str, int], *names: str) -> dict[str, int]:
    """Return the filters that were given, which people count from 1."""
    return {name: filters[name] - 1 for name in names if name in filters}


def _named_file(answer: HttpResponse, season: models.Season, name: str) -> HttpResponse:
    answer.headers["Content-Disposition"] = f'attachment; filename="{season.pk}-{name}"'
    return answer
