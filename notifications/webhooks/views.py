"""The views for one's own webhooks."""

from uuid import UUID

from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import ACCEPTED, CREATED, Members, operation
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from notifications.models.webhooks import Webhook
from notifications.webhooks import outputs, services
from notifications.webhooks.inputs import WebhookChangeSerializer, WebhookSerializer


class WebhooksView(ApiView, tag="webhooks"):
    """One's own webhooks."""

    @operation("me_webhooks_list", "My webhooks")
    def get(self, request: Request) -> outputs.Webhooks:
        """Return your webhooks, without their secrets."""
        own = services.webhooks_of(user=requester(request))
        return outputs.Webhooks([outputs.webhook(each) for each in own])

    @operation(
        "me_webhook_create",
        "Have what happens in my games posted to an address",
        WebhookSerializer,
        status=CREATED,
    )
    def post(self, request: Request, members: Members) -> outputs.Webhook:
        """Create a webhook; the answer has its secret, which is not shown again."""
        made = services.webhook_create(user=requester(request), **members)
        return outputs.webhook(made, show_secret=True)


class WebhookView(ApiView, tag="webhooks"):
    """A webhook of one's own."""

    @operation("me_webhook_get", "A webhook of mine")
    def get(self, request: Request, webhook_id: UUID) -> outputs.Webhook:
        """Return a webhook of yours, without its secret."""
        return outputs.webhook(_own(request, webhook_id))

    @operation("me_webhook_change", "Change, disable or enable a webhook", WebhookChangeSerializer)
    def patch(self, request: Request, webhook_id: UUID, members: Members) -> outputs.Webhook:
        """Change the members that you send."""
        changed = services.webhook_change(webhook=_own(request, webhook_id), **members)
        return outputs.webhook(changed)

    @operation("me_webhook_delete", "Delete a webhook")
    def delete(self, request: Request, webhook_id: UUID) -> None:
        """Delete a webhook; what still waits for it is not sent."""
        services.webhook_delete(webhook=_own(request, webhook_id))


class WebhookSecretView(ApiView, tag="webhooks"):
    """The secret of a webhook."""

    @operation("me_webhook_secret_replace", "Replace the secret of a webhook")
    def post(self, request: Request, webhook_id: UUID) -> outputs.Webhook:
        """Make a new secret, which the answer has; for a day, the old one signs as well."""
        rolled = services.webhook_roll(webhook=_own(request, webhook_id))
        return outputs.webhook(rolled, show_secret=True)


class WebhookPingView(ApiView, tag="webhooks"):
    """A test of a webhook."""

    @operation("me_webhook_ping", "Send a test message to a webhook", status=ACCEPTED)
    def post(self, request: Request, webhook_id: UUID) -> outputs.WebhookDelivery:
        """Queue a test message; the list of deliveries shows what becomes of it."""
        queued = services.webhook_ping(webhook=_own(request, webhook_id))
        return outputs.delivery(queued)


class WebhookDeliveriesView(ApiView, tag="webhooks"):
    """What was sent to a webhook."""

    @operation("me_webhook_deliveries_list", "What was sent to a webhook", PageQuerySerializer)
    def get(self, request: Request, webhook_id: UUID) -> outputs.WebhookDeliveryPage:
        """Return the messages of the last 90 days, the newest first."""
        sent = services.deliveries_of(webhook=_own(request, webhook_id))
        page = page_of(request, self, sent, ("-id",))
        results = [outputs.delivery(each) for each in page.rows]
        return outputs.WebhookDeliveryPage(results=results, next=page.next)


class WebhookReplayView(ApiView, tag="webhooks"):
    """A message that is sent again."""

    @operation("me_webhook_delivery_replay", "Send a message to a webhook again", status=ACCEPTED)
    def post(self, request: Request, webhook_id: UUID, delivery_id: int) -> outputs.WebhookDelivery:
        """Queue a message once more, whatever became of it; its `webhook-id` stays the same."""
        webhook = _own(request, webhook_id)
        queued = services.delivery_replay(webhook=webhook, delivery_id=delivery_id)
        if queued is None:
            raise NotFound
        return outputs.delivery(queued)


def _own(request: Request, webhook_id: UUID) -> Webhook:
    found = services.webhook_get(user=requester(request), webhook_id=webhook_id)
    if found is None:
        raise NotFound
    return found
