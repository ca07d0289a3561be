"""The seasons of games, for the apps that show games."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.db.models.functions import JSONArray
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from games.season_games import SeasonGame
from leagues.isolation import Isolated, fill
from leagues.models import Fixture, Season
from leagues.season.declared_rules import rules_of
from leagues.services import may_find


def seasons_found(games: Sequence[UUID], user: User | None) -> Mapping[UUID, SeasonGame]:
    """Return the seasons of games by the games' ids, as far as `user` may find them."""
    found = Fixture.objects.filter(may_find(user, "season__league"), game__in=games)
    return {
        fixture.game_id: _season_game(fixture)
        for fixture in found.select_related("season__league")
        if fixture.game_id
    }


def season_named(user: Subquery) -> Subquery:
    """Return an annotation for games: the names of season and league, if `user` may find them."""
    found = Fixture.objects.filter(may_find(user, "season__league"), game=OuterRef("pk"))
    return Subquery(found.values_list(JSONArray("season__name", "season__league__name")))


def _season_game(fixture: Fixture) -> SeasonGame:
    season = fixture.season
    division, group = fixture.division + 1, fixture.group + 1
    path = reverse("season-page", args=[season.pk])
    return SeasonGame(
        season=season.pk,
        name=str(season.name),
        league=season.league_id,
        league_name=str(season.league.name),
        fixture=fixture.pk,
        table=fixture.number,
        division=division,
        group=group,
        round=fixture.round,
        title=_title(season, fixture.round),
        path=f"{path}?division={division}&group={group}&round={fixture.round}#table",
    )


def _title(season: Season, round_: int) -> Isolated:
    title = "{league}, {season}"
    if rules_of(season).in_rounds:
        title = gettext("{league}, {season}, round {round}")
    return fill(title, season=season.name, league=season.league.name, round=round_)
