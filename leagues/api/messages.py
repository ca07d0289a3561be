"""The view for messages of organisers to all who take part in a season."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import IF_NONE_MATCH, UNCHANGED, json_answer, tagged_answer, without_secrets
from api.inputs import read_input
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from leagues import messaging
from leagues.inputs.seasons import SeasonMessageSerializer
from leagues.outputs.messages import SeasonMessage, SeasonMessagePage, message

CREATED = 201


@extend_schema(tags=["leagues"])
class SeasonMessagesView(ApiView):
    """The messages of organisers to all who take part in a season."""

    @extend_schema(
        operation_id="season_messages_list",
        summary="Read the organisers' messages",
        parameters=[PageQuerySerializer, IF_NONE_MATCH],
        responses={200: SeasonMessagePage, 304: UNCHANGED},
    )
    def get(self, request: Request, season_id: UUID) -> HttpResponse:
        """Return the messages to those who take part in the season, the newest first."""
        read_input(PageQuerySerializer, request.query_params)
        found = messaging.messages_of(user=requester(request), season_id=season_id)
        page = page_of(request, self, found, ("-id",))
        body = SeasonMessagePage([message(row) for row in page.rows], page.next)
        return without_secrets(tagged_answer(request, body))

    @extend_schema(
        operation_id="season_message_send",
        summary="Write to all who take part",
        request=SeasonMessageSerializer,
        responses={CREATED: SeasonMessage},
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Write to all who take part in your season, wait for a place or miss it."""
        members = read_input(SeasonMessageSerializer, request.data)
        sent = messaging.message_send(user=requester(request), season_id=season_id, **members)
        return json_answer(message(sent), CREATED)
