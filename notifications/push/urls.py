"""The routes of the endpoints about push subscriptions."""

from django.urls import path

from notifications.push import problems  # noqa: F401 - adds them to the table
from notifications.push.views import PushSubscriptionsView, PushSubscriptionView

urlpatterns = [
    path("me/push", PushSubscriptionsView.as_view(), name="my-push"),
    path(
        "me/push/<uuid:subscription_id>",
        PushSubscriptionView.as_view(),
        name="my-push-subscription",
    ),
]
