"""The views for the browsers to which one's messages are pushed."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.authentication import requester, session_of
from accounts.sessions import digest
from api.answers import json_answer
from api.inputs import read_input
from api.views import ApiView
from notifications.push import outputs, services
from notifications.push.inputs import PushSubscriptionSerializer

OK = 200
CREATED = 201
NO_CONTENT = 204


@extend_schema(tags=["push"])
class PushSubscriptionsView(ApiView):
    """One's own browsers to which messages are pushed."""

    @extend_schema(
        operation_id="me_push_list",
        summary="My browsers to which messages are pushed",
        responses=outputs.PushSubscriptions,
    )
    def get(self, request: Request) -> HttpResponse:
        """Return them, and the key that a browser needs to become one."""
        return json_answer(outputs.subscriptions(requester(request)))

    @extend_schema(
        operation_id="me_push_create",
        summary="Have messages pushed to a browser",
        request=PushSubscriptionSerializer,
        responses={OK: outputs.PushSubscription, CREATED: outputs.PushSubscription},
    )
    def post(self, request: Request) -> HttpResponse:
        """Take a subscription as the browser made it; one that is known is renewed."""
        members = read_input(PushSubscriptionSerializer, request.data)
        user, session = requester(request), digest(session_of(request).session_key)
        made, is_new = services.subscription_make(user=user, session=session, **members)
        return json_answer(outputs.subscription(made), CREATED if is_new else OK)


@extend_schema(tags=["push"])
class PushSubscriptionView(ApiView):
    """A browser of one's own to which messages are pushed."""

    @extend_schema(
        operation_id="me_push_delete",
        summary="Push no more to a browser",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, subscription_id: UUID) -> HttpResponse:
        """End a subscription; what still waits for it is not sent."""
        user = requester(request)
        if not services.subscription_end(user=user, subscription_id=subscription_id):
            raise NotFound
        return HttpResponse(status=NO_CONTENT)
