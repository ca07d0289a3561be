"""Playing: what I may do, what it would lead to, doing it, and what has happened."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from games import selectors, services
from games.api import examples, outputs
from games.api.action_cursors import ActionCursors
from games.api.base import (
    IF_NONE_MATCH,
    UNCHANGED,
    GameView,
    json_answer,
    read_input,
    read_table,
    table_answer,
)
from games.api.idempotent import REQUIRED_KEY, answer_repeatably, read_key
from games.api.inputs import (
    ActionsSerializer,
    EventsQuerySerializer,
    PageQuerySerializer,
    TrialSerializer,
)
from illimat_core import as_json


@extend_schema(tags=["playing"])
class LegalActionsView(GameView):
    """Everything that one may do."""

    @extend_schema(
        operation_id="legal_actions_list",
        summary="All that I may do",
        parameters=[PageQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.ActionPageSerializer, 304: UNCHANGED},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Answer with your legal actions in canonical order; none unless the game waits for you.

        Where those who watch are asked something, they have legal actions, too.
        The cursor belongs to the version: once the game has moved on it is answered with 409.
        """
        query = read_input(PageQuerySerializer, request.query_params)
        table = read_table(request, game_id)
        selectors.game_playing(table=table)
        cursors = ActionCursors(table)
        after, total = cursors.read(query.get("cursor"))

        def body() -> dict[str, Any]:
            limit = query["limit"]
            page = selectors.game_legal_actions(table=table, after=after, limit=limit)
            count = total if after else page.total
            cursor = cursors.write(page.actions[-1], count) if page.more else None
            return {
                "version": table.game.version,
                "total": count,
                "results": [as_json(action) for action in page.actions],
                "next": _address(request, limit=limit, cursor=cursor) if cursor else None,
                "cut": page.cut,
            }

        return table_answer(request, table, body)


@extend_schema(tags=["playing"])
class PreviewView(GameView):
    """What an action would lead to."""

    @extend_schema(
        operation_id="action_preview",
        summary="Try an action",
        request=TrialSerializer,
        responses=outputs.PreviewSerializer,
        examples=[examples.PREVIEW],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Answer with the events up to the first that would tell you something new, or the refusal.

        That one is given with counts only. Nothing is changed.
        """
        wish = read_input(TrialSerializer, request.data)
        table = read_table(request, game_id)
        events = selectors.game_preview(
            table=table, action=wish["action"], expected_version=wish.get("expected_version")
        )
        return json_answer({"version": table.game.version, "events": events})


@extend_schema(tags=["playing"])
class ActionsView(GameView):
    """What one does."""

    @extend_schema(
        operation_id="actions_submit",
        summary="Act",
        parameters=[REQUIRED_KEY],
        request=ActionsSerializer,
        responses=outputs.PlayedSerializer,
        examples=[examples.ACTIONS],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Do one thing, or several in one go: all of them or none.

        Send the version you decided on. If the game has moved on since, nothing is done and 409
        tells where it is now. While several are asked at once, any version since then will do.
        Where those who watch are asked, the first of them to act counts.
        """
        key = read_key(request)
        wish = read_input(ActionsSerializer, request.data)
        user = requester(request)

        def act() -> tuple[UUID, Any]:
            done = services.command_submit(user=user, game_id=game_id, key=key, **wish)
            return game_id, outputs.played(done)

        return answer_repeatably(request, key, act)


@extend_schema(tags=["playing"])
class EventsView(GameView):
    """What has happened."""

    @extend_schema(
        operation_id="events_list",
        summary="The log",
        parameters=[EventsQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.EventPageSerializer, 304: UNCHANGED},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Answer with the events after a sequence, as you may see them now."""
        query = read_input(EventsQuerySerializer, request.query_params)
        table = read_table(request, game_id)

        def body() -> dict[str, Any]:
            found = selectors.game_history(table=table, **query)
            last = found[-1]["sequence"] if found else table.game.version
            more = last < table.game.version
            following = _address(request, limit=query["limit"], after=last) if more else None
            return {"version": table.game.version, "results": found, "next": following}

        return table_answer(request, table, body)


@extend_schema(tags=["playing"])
class AtVersionView(GameView):
    """The board as it was."""

    @extend_schema(
        operation_id="game_at_version",
        summary="Look back",
        parameters=[IF_NONE_MATCH],
        responses={200: outputs.GameAtSerializer, 304: UNCHANGED},
    )
    def get(self, request: Request, game_id: UUID, version: int) -> HttpResponse:
        """Answer with the board as you saw it at a version; after the end with everything shown."""
        table = read_table(request, game_id)

        def body() -> dict[str, Any]:
            view = selectors.game_observe_at(table=table, version=version)
            return {"version": version, "view": view}

        return table_answer(request, table, body)


def _address(request: Request, **query: Any) -> str:
    return request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
