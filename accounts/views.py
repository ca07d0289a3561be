"""The API of one's own account."""

from allauth.account.adapter import get_adapter
from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import requester, session_of
from accounts.recency import has_recent_log_in
from accounts.selectors import sessions_of
from accounts.serializers import MeSerializer, SessionsSerializer
from accounts.services import account_close, session_end, user_update
from accounts.sessions import digest

LOG_IN_AGAIN = (
    "Closing an account needs a log-in of the last five minutes. Log in, or send your password to "
    "/_allauth/app/v1/auth/reauthenticate, and repeat the request."
)


@extend_schema(tags=["me"])
class MeView(APIView):
    """Oneself."""

    @extend_schema(operation_id="me_get", summary="Who am I?", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Answer with the account of whoever asks."""
        return Response(MeSerializer(requester(request)).data)

    @extend_schema(
        operation_id="me_update",
        summary="Change my handle, time zone or language",
        request=MeSerializer(partial=True),
        responses=MeSerializer,
    )
    def patch(self, request: Request) -> Response:
        """Change the members that are given and leave the others; the address stays as it is."""
        user = requester(request)
        wish = MeSerializer(user, data=request.data, partial=True)
        wish.is_valid(raise_exception=True)
        return Response(MeSerializer(user_update(user=user, **wish.validated_data)).data)

    @extend_schema(
        operation_id="me_close",
        summary="Close my account, which is deleted a week later",
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        """Log the person out everywhere, and mail a link that opens the account again.

        Raises PermissionDenied, with the code `log_in_again`, unless they have just logged in.
        """
        user = requester(request)
        if not has_recent_log_in(user=user, session=session_of(request)):
            raise PermissionDenied(LOG_IN_AGAIN, "log_in_again")
        with transaction.atomic():
            get_adapter().send_notification_mail("account/email/account_closed", user)
            account_close(user=user)
        return Response(status=204)


@extend_schema(tags=["me"])
class SessionsView(APIView):
    """One's own sessions."""

    @extend_schema(
        operation_id="me_sessions_list",
        summary="Where am I logged in?",
        responses=SessionsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Answer with one's sessions, the newest first."""
        own = sessions_of(user=requester(request))
        current = {"current": digest(session_of(request).session_key)}
        return Response(SessionsSerializer({"results": own}, context=current).data)


@extend_schema(tags=["me"])
class SessionView(APIView):
    """A session of one's own."""

    @extend_schema(operation_id="me_session_end", summary="Log me out there", responses={204: None})
    def delete(self, request: Request, session_id: str) -> Response:
        """End the session; raises NotFound if it is none of one's own."""
        if not session_end(user=requester(request), session_id=session_id):
            raise NotFound
        return Response(status=204)
