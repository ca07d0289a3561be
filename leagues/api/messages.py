"""The view for messages of organisers to all who take part in a season."""

from uuid import UUID

from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import CREATED, Members, operation
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from leagues.inputs.seasons import SeasonMessageSerializer
from leagues.office import messages
from leagues.outputs.messages import SeasonMessage, SeasonMessagePage, message


class SeasonMessagesView(ApiView, tag="leagues"):
    """The messages of organisers to all who take part in a season."""

    @operation(
        "season_messages_list",
        "Read the organisers' messages",
        PageQuerySerializer,
        tagged=True,
        secretless=True,
    )
    def get(self, request: Request, season_id: UUID) -> SeasonMessagePage:
        """Return the messages to those who take part in the season, the newest first."""
        found = messages.messages_of(user=requester(request), season_id=season_id)
        page = page_of(request, self, found, ("-id",))
        return SeasonMessagePage([message(row) for row in page.rows], page.next)

    @operation(
        "season_message_send", "Write to all who take part", SeasonMessageSerializer, status=CREATED
    )
    def post(self, request: Request, season_id: UUID, members: Members) -> SeasonMessage:
        """Write to all who take part in your season, wait for a place or miss it."""
        sent = messages.message_send(user=requester(request), season_id=season_id, **members)
        return message(sent)
