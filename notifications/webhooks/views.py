"""The views for one's own webhooks."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import json_answer
from api.inputs import EmptySerializer, read_input
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from notifications.webhooks import outputs, services
from notifications.webhooks.inputs import WebhookChangeSerializer, WebhookSerializer
from notifications.webhooks.models import Webhook

CREATED = 201
ACCEPTED = 202
NO_CONTENT = 204


@extend_schema(tags=["webhooks"])
class WebhooksView(ApiView):
    """One's own webhooks."""

    @extend_schema(
        operation_id="me_webhooks_list", summary="My webhooks", responses=outputs.Webhooks
    )
    def get(self, request: Request) -> HttpResponse:
        """Return your webhooks, without their secrets."""
        own = services.webhooks_of(user=requester(request))
        return json_answer(outputs.Webhooks([outputs.webhook(each) for each in own]))

    @extend_schema(
        operation_id="me_webhook_create",
        summary="Have what happens in my games posted to an address",
        request=WebhookSerializer,
        responses={CREATED: outputs.Webhook},
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a webhook; the answer has its secret, which is not shown again."""
        members = read_input(WebhookSerializer, request.data)
        made = services.webhook_create(user=requester(request), **members)
        return json_answer(outputs.webhook(made, show_secret=True), CREATED)


@extend_schema(tags=["webhooks"])
class WebhookView(ApiView):
    """A webhook of one's own."""

    @extend_schema(
        operation_id="me_webhook_get", summary="A webhook of mine", responses=outputs.Webhook
    )
    def get(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Return a webhook of yours, without its secret."""
        return json_answer(outputs.webhook(_own(request, webhook_id)))

    @extend_schema(
        operation_id="me_webhook_change",
        summary="Change, disable or enable a webhook",
        request=WebhookChangeSerializer,
        responses=outputs.Webhook,
    )
    def patch(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Change the members that you send."""
        members = read_input(WebhookChangeSerializer, request.data)
        changed = services.webhook_change(webhook=_own(request, webhook_id), **members)
        return json_answer(outputs.webhook(changed))

    @extend_schema(
        operation_id="me_webhook_delete",
        summary="Delete a webhook",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Delete a webhook; what still waits for it is not sent."""
        services.webhook_delete(webhook=_own(request, webhook_id))
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["webhooks"])
class WebhookSecretView(ApiView):
    """The secret of a webhook."""

    @extend_schema(
        operation_id="me_webhook_secret_replace",
        summary="Replace the secret of a webhook",
        request=EmptySerializer,
        responses=outputs.Webhook,
    )
    def post(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Make a new secret, which the answer has; for a day, the old one signs as well."""
        read_input(EmptySerializer, request.data)
        rolled = services.webhook_roll(webhook=_own(request, webhook_id))
        return json_answer(outputs.webhook(rolled, show_secret=True))


@extend_schema(tags=["webhooks"])
class WebhookPingView(ApiView):
    """A test of a webhook."""

    @extend_schema(
        operation_id="me_webhook_ping",
        summary="Send a test message to a webhook",
        request=EmptySerializer,
        responses={ACCEPTED: outputs.WebhookDelivery},
    )
    def post(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Queue a test message; the list of deliveries shows what becomes of it."""
        read_input(EmptySerializer, request.data)
        queued = services.webhook_ping(webhook=_own(request, webhook_id))
        return json_answer(outputs.delivery(queued), ACCEPTED)


@extend_schema(tags=["webhooks"])
class WebhookDeliveriesView(ApiView):
    """What was sent to a webhook."""

    @extend_schema(
        operation_id="me_webhook_deliveries_list",
        summary="What was sent to a webhook",
        parameters=[PageQuerySerializer],
        responses=outputs.WebhookDeliveryPage,
    )
    def get(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Return the messages of the last 90 days, the newest first."""
        read_input(PageQuerySerializer, request.query_params)
        sent = services.deliveries_of(webhook=_own(request, webhook_id))
        page = page_of(request, self, sent, ("-id",))
        results = [outputs.delivery(each) for each in page.rows]
        return json_answer(outputs.WebhookDeliveryPage(results=results, next=page.next))


@extend_schema(tags=["webhooks"])
class WebhookReplayView(ApiView):
    """A message that is sent again."""

    @extend_schema(
        operation_id="me_webhook_delivery_replay",
        summary="Send a message to a webhook again",
        request=EmptySerializer,
        responses={ACCEPTED: outputs.WebhookDelivery},
    )
    def post(self, request: Request, webhook_id: UUID, delivery_id: int) -> HttpResponse:
        """Queue a message once more, whatever became of it; its `webhook-id` stays the same."""
        read_input(EmptySerializer, request.data)
        webhook = _own(request, webhook_id)
        queued = services.delivery_replay(webhook=webhook, delivery_id=delivery_id)
        if queued is None:
            raise NotFound
        return json_answer(outputs.delivery(queued), ACCEPTED)


def _own(request: Request, webhook_id: UUID) -> Webhook:
    found = services.webhook_get(user=requester(request), webhook_id=webhook_id)
    if found is None:
        raise NotFound
    return found
