"""The views with which players check that a game was dealt fairly, and its record is unchanged."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.operations import operation
from api.views import ApiView
from games.api.base import GameView, read_table, table_answer
from games.outputs import deals as outputs
from games.reading import selectors


class FairDealView(GameView, tag="playing"):
    """What can be checked of a game's chance."""

    @operation("game_deal_get", "Check the deal", answers=outputs.FairDeal, tagged=True)
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Return commitments and what was opened of them; also before the game begins."""
        table = read_table(request, game_id)
        return table_answer(request, table, lambda: outputs.fair_deal(table))


class ExportView(GameView, tag="playing"):
    """A game as one file."""

    @operation("game_export_get", "Export a game", answers=outputs.GameExport, tagged=True)
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Return the game as one file, with which programs check it, as far as you may see it."""
        table = read_table(request, game_id)
        return table_answer(request, table, lambda: outputs.export(table))


class SealsView(ApiView, tag="playing"):
    """The secrets of all games that should have been opened."""

    @operation("deals_get", "Count unopened deals")
    def get(self, request: Request) -> outputs.Unopened:  # noqa: ARG002 - a view's
        """Return the number of games whose secrets should have been opened for a day."""
        return outputs.Unopened(selectors.games_unopened())
