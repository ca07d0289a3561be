"""The views for the browsers to which one's messages are pushed."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.log_in.authentication import requester, session_of
from accounts.sessions import digest
from api.answers import json_answer
from api.operations import CREATED, OK, Members, operation
from api.views import ApiView
from notifications.push import outputs, services
from notifications.push.inputs import PushSubscriptionSerializer


class PushSubscriptionsView(ApiView, tag="push"):
    """One's own browsers to which messages are pushed."""

    @operation("me_push_list", "My browsers to which messages are pushed")
    def get(self, request: Request) -> outputs.PushSubscriptions:
        """Return them, and the key that a browser needs to become one."""
        return outputs.subscriptions(requester(request))

    @operation(
        "me_push_create",
        "Have messages pushed to a browser",
        PushSubscriptionSerializer,
        answers={OK: outputs.PushSubscription, CREATED: outputs.PushSubscription},
    )
    def post(self, request: Request, members: Members) -> HttpResponse:
        """Take a subscription as the browser made it; one that is known is renewed."""
        user, session = requester(request), digest(session_of(request).session_key)
        made, is_new = services.subscription_make(user=user, session=session, **members)
        return json_answer(outputs.subscription(made), CREATED if is_new else OK)


class PushSubscriptionView(ApiView, tag="push"):
    """A browser of one's own to which messages are pushed."""

    @operation("me_push_delete", "Push no more to a browser")
    def delete(self, request: Request, subscription_id: UUID) -> None:
        """End a subscription; what still waits for it is not sent."""
        user = requester(request)
        if not services.subscription_end(user=user, subscription_id=subscription_id):
            raise NotFound
