"""The views for playing: legal actions, preview, actions, the log, and earlier boards."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.idempotency import REQUIRED_KEY, answer_repeatably, read_key
from api.inputs import read_input
from api.models import epoch
from api.operations import Members, operation
from api.paging import PageQuerySerializer, address_of
from games.actors import CommandSource
from games.api import examples
from games.api.action_cursors import ActionCursors
from games.api.base import GameView, known_upto, read_table, table_answer
from games.inputs.playing import ActionsSerializer, EventsQuerySerializer, LogPoint, TrialSerializer
from games.outputs import playing as outputs
from games.play.commands import Command
from games.play.submission import submit_action
from games.reading import selectors
from illimat_core import as_json


class LegalActionsView(GameView, tag="playing"):
    """The list of one's legal actions."""

    @operation(
        "legal_actions_list",
        "All that I may do",
        PageQuerySerializer,
        answers=outputs.ActionPage,
        tagged=True,
    )
    def get(self, request: Request, game_id: UUID, members: Members) -> HttpResponse:
        """Return your legal actions in canonical order; none unless the game waits for you.

        While spectators are asked, they have legal actions, too. A cursor is valid for one version:
        once the game has moved on, the response is 409.
        """
        table = read_table(request, game_id)
        selectors.game_playing(table=table)
        cursors = ActionCursors(table)
        after, total = cursors.read(members.get("cursor"))

        def body() -> outputs.ActionPage:
            limit = members["limit"]
            page = selectors.game_legal_actions(table=table, after=after, limit=limit)
            count = total if after else page.total
            cursor = cursors.write(page.actions[-1], count) if page.more else None
            return outputs.ActionPage(
                version=table.game.version,
                total=count,
                results=[as_json(action) for action in page.actions],
                next=address_of(request, limit=limit, cursor=cursor) if cursor else None,
                cut=page.cut,
            )

        return table_answer(request, table, body)


class PreviewView(GameView, tag="playing"):
    """The preview of an action."""

    @operation("action_preview", "Try an action", TrialSerializer, examples=[examples.PREVIEW])
    def post(self, request: Request, game_id: UUID, members: Members) -> outputs.Preview:
        """Return the events up to the first that would tell you something new, or the refusal.

        That first event is given with counts only. Nothing is changed.
        """
        table = read_table(request, game_id)
        events = selectors.game_preview(
            table=table, action=members["action"], expected_version=members.get("expected_version")
        )
        return outputs.Preview(table.game.version, events)


class ActionsView(GameView, tag="playing"):
    """Submitted actions."""

    @operation(
        "actions_submit",
        "Act",
        answers=outputs.Played,
        parameters=[REQUIRED_KEY],
        request=ActionsSerializer,
        examples=[examples.ACTIONS],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Play one action, or several in one request: all of them or none.

        Send the version you decided on. If the game has moved on since, nothing is played and the
        409 gives the current version. While several players are asked at once, any version since
        the question is accepted. If spectators are asked, the first of them to act decides.
        `forfeit` leaves the game, as POST /games/{game_id}/leave does.
        """
        key = read_key(request)  # a missing key is told before wrong members
        members = read_input(ActionsSerializer, request.data)
        user = requester(request)

        def act() -> outputs.Played:
            done = submit_action(Command(game_id, user, CommandSource.API, key, **members))
            return outputs.describe_outcome(done)

        return answer_repeatably(request, user, key, act)


class EventsView(GameView, tag="playing"):
    """The log."""

    @operation(
        "events_list", "The log", EventsQuerySerializer, answers=outputs.EventPage, tagged=True
    )
    def get(self, request: Request, game_id: UUID, members: Members) -> HttpResponse:
        """Return the events after one that you know, as you may see them now.

        If the server no longer has the events that you know, the response is 409.
        """
        table, limit = read_table(request, game_id), members["limit"]
        known = known_upto(table, members["after"])

        def body() -> outputs.EventPage:
            found = selectors.game_history(table=table, after=known, limit=limit)
            last = found[-1].stored.sequence if found else table.game.version
            more, place = last < table.game.version, LogPoint(epoch(), last)
            following = address_of(request, limit=limit, after=place) if more else None
            return outputs.EventPage(
                version=table.game.version,
                epoch=epoch(),
                results=[outputs.log_entry(each) for each in found],
                next=following,
            )

        return table_answer(request, table, body)


class AtVersionView(GameView, tag="playing"):
    """The board at an earlier version."""

    @operation("game_at_version_get", "Look back", answers=outputs.GameAt, tagged=True)
    def get(self, request: Request, game_id: UUID, version: int) -> HttpResponse:
        """Return the board as you saw it at a version; once the game is over, with all shown."""
        table = read_table(request, game_id)

        def body() -> outputs.GameAt:
            view = selectors.game_observe_at(table=table, version=version)
            return outputs.GameAt(version, view)

        return table_answer(request, table, body)
