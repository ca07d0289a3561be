"""The export of a whole season, with all that its standings follow from, to recompute them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from api.schemas import Moment
from games.models import Game
from illimat_core.annotations import says
from leagues import models
from leagues.outputs import seasons
from leagues.outputs.entrants import EntrantSummary, entrants
from leagues.outputs.fixtures import Bye, Fixture, byes, fixtures
from leagues.outputs.results import CorrectedResult, result
from leagues.outputs.standings import StandingRow, standing_rows
from leagues.reading import overview
from leagues.rules import worth
from leagues.season.declared_rules import rules_of
from leagues.season.substitutes import last_of, replaced_by, substitutes_in
from leagues.stream.events import SubstituteNamed, decode


class ExportedEntrant(EntrantSummary, frozen=True, kw_only=True):
    """An entrant of a season, their substitute, and since when."""

    withdrawn_at: Annotated[Moment | None, says("When they withdrew, or lost their place.")]
    substitute: Annotated[UUID | None, says("The entrant who took over all their open games.")]
    substitute_at: Annotated[Moment | None, says("When that one took over.")]
    from_round: Annotated[
        int | None,
        says(
            "The first round in which they, or whom they play for, had a game or a bye; later for "
            "late entries."
        ),
    ]


class ExportedFixture(Fixture, frozen=True, kw_only=True):
    """A table that was paired, and the end of its game's log."""

    # Lists of fixtures have neither: with each play, their ETags would change.
    game_version: Annotated[
        int | None, says("The number of events of the game; null as long as `game_head` is.")
    ]
    game_head: Annotated[
        str | None,
        says(
            "The hash of the game's last event, which covers all earlier events; null until it "
            "begins. After a league by invitation was opened, it can be null for some minutes, "
            "until everybody who may see the league may see its games."
        ),
    ]


class ScaleOfTable(msgspec.Struct, frozen=True, kw_only=True):
    """The points at tables of a size."""

    at_table: Annotated[int, says("The entrants at the table.")]
    places: Annotated[list[str], says("The points for each place, as exact fractions.")]
    drawn: Annotated[int | None, says("The points that each gets if all share the first place.")]


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """What games and byes are worth, as exact fractions such as `16/3`."""

    tables: list[ScaleOfTable]
    bye: Annotated[str, says("The points for a bye.")]
    bye_by_place: Annotated[
        str, says("What a bye adds to `relative`, if tables have different sizes.")
    ]
    ties: Annotated[
        list[str],
        says(
            "The members of a row by which it is placed, the most important first, then the lot. "
            "Rows that are `void` come last. Where `relative` is null, the others decide; else "
            "they part only those who are level by it after as many tables of each size."
        ),
    ]
    substitute: Annotated[str, says("The share of the points that a substitute gets.")]


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """A whole season: its standings can be recomputed from it."""

    format: Annotated[Literal["illimat-season-1"], says("By which programs know the file.")]
    season: seasons.Season
    worth: Worth
    entrants: list[ExportedEntrant]
    standings: list[StandingRow]
    fixtures: list[ExportedFixture]
    byes: list[Bye]
    corrected: Annotated[
        list[CorrectedResult],
        says("All results of the fixtures whose results were corrected, in order."),
    ]


def export(season: models.Season) -> Export:
    rows = overview.rows_with_outcomes(season, overview.standings(season))
    of_season = models.Result.objects.filter(season=season)
    corrected = of_season.filter(fixture__in=of_season.filter(revision__gt=0).values("fixture"))
    return Export(
        format="illimat-season-1",
        season=seasons.season(season),
        worth=_worth(season),
        entrants=_entrants(season),
        standings=standing_rows(rows),
        fixtures=_fixtures(season),
        byes=byes(season, list(overview.byes(season))),
        corrected=[
            result(row)
            for row in corrected.select_related("fixture").order_by("fixture__number", "revision")
        ],
    )


def _fixtures(season: models.Season) -> list[ExportedFixture]:
    rows = list(overview.fixtures(season))
    games = [row.game if row.game and _is_shown(row.game, season.league) else None for row in rows]
    return [
        ExportedFixture(
            **msgspec.structs.asdict(shown),
            game_version=game.version if game else None,
            game_head=game.head if game else None,
        )
        for game, shown in zip(games, fixtures(season, rows), strict=True)
    ]


def _is_shown(game: Game, league: models.League) -> bool:
    """Return whether all who may see a league may see one of its games (`games_follow`)."""
    by_invitation = league.access == models.League.Access.INVITATION
    return by_invitation or game.visibility != Game.Visibility.PRIVATE


def _worth(season: models.Season) -> Worth:
    rules = worth(rules_of(season))
    return Worth(
        tables=[
            ScaleOfTable(
                at_table=size, places=[str(each) for each in scale.places], drawn=scale.drawn
            )
            for size, scale in rules.scales.items()
        ],
        bye=str(rules.bye),
        bye_by_place=str(rules.bye_by_place),
        ties=["relative", *rules.ties],
        substitute=str(rules.substitute),
    )


def _entrants(season: models.Season) -> list[ExportedEntrant]:
    rows = list(models.Entrant.objects.filter(season=season).order_by("sequence"))
    replaced, first = _replaced_at(season), _first_rounds(season)
    replacing = replaced_by(substitutes_in(season.pk))
    return [
        ExportedEntrant(
            **msgspec.structs.asdict(shown),
            withdrawn_at=row.withdrawn_at,
            substitute=row.substitute_id,
            substitute_at=replaced.get(row.pk),
            from_round=first.get(last_of(row.pk, replacing)),
        )
        for row, shown in zip(rows, entrants(rows), strict=True)
    ]


def _replaced_at(season: models.Season) -> dict[UUID, datetime]:
    stored = models.StoredSeasonEvent.objects.filter(season=season, type=SubstituteNamed.__name__)
    named = ((decode(each.type, each.schema, each.data), each.at) for each in stored)
    return {event.entrant: at for event, at in named if isinstance(event, SubstituteNamed)}


def _first_rounds(season: models.Season) -> dict[UUID, int]:
    paired = models.FixtureSeat.objects.filter(season=season)
    rounds = [
        *paired.values_list("entrant", "fixture__round"),
        *models.Bye.objects.filter(season=season).values_list("entrant", "round"),
    ]
    first: dict[UUID, int] = {}
    for entrant, round_ in rounds:
        first[entrant] = min(round_, first.get(entrant, round_))
    return first
