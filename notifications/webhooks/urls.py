"""The routes of the endpoints about webhooks."""

from django.urls import path

from notifications.webhooks import problems  # noqa: F401 - adds them to the table
from notifications.webhooks.views import (
    WebhookDeliveriesView,
    WebhookPingView,
    WebhookReplayView,
    WebhookSecretView,
    WebhooksView,
    WebhookView,
)

WEBHOOK = "me/webhooks/<uuid:webhook_id>"

urlpatterns = [
    path("me/webhooks", WebhooksView.as_view(), name="my-webhooks"),
    path(WEBHOOK, WebhookView.as_view(), name="my-webhook"),
    path(f"{WEBHOOK}/secret", WebhookSecretView.as_view(), name="my-webhook-secret"),
    path(f"{WEBHOOK}/ping", WebhookPingView.as_view(), name="my-webhook-ping"),
    path(f"{WEBHOOK}/deliveries", WebhookDeliveriesView.as_view(), name="my-webhook-deliveries"),
    path(
        f"{WEBHOOK}/deliveries/<int:delivery_id>/replay",
        WebhookReplayView.as_view(),
        name="my-webhook-replay",
    ),
]
