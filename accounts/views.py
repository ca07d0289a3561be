"""The account endpoints."""

from django.http import HttpResponse
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request

from accounts import outputs
from accounts.authentication import requester, session_of
from accounts.blocks import block_end, block_make, blocks_of
from accounts.failing import address_try_again
from accounts.inputs import MeSerializer
from accounts.recency import has_recent_log_in
from accounts.selectors import sessions_of, user_by_handle
from accounts.services import account_close_own, session_end, user_update
from api.answers import json_answer
from api.codes import add_codes
from api.inputs import EmptySerializer, read_input
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView

NO_CONTENT = 204
LOG_IN_AGAIN = gettext_lazy(
    "Closing an account needs a log-in of the last five minutes. Log in, or send your password to "
    "/_allauth/app/v1/auth/reauthenticate, and repeat the request."
)
add_codes({"me_close": "log_in_again"})


@extend_schema(tags=["me"])
class MeView(ApiView):
    """Your account."""

    @extend_schema(operation_id="me_get", summary="Who am I?", responses=outputs.Me)
    def get(self, request: Request) -> HttpResponse:
        """Return your account."""
        return json_answer(outputs.me(requester(request)))

    @extend_schema(
        operation_id="me_update",
        summary="Change my handle, time zone, language or mails",
        request=MeSerializer(partial=True),
        responses=outputs.Me,
    )
    def patch(self, request: Request) -> HttpResponse:
        """Change the members that you send; the address cannot be changed here."""
        user = requester(request)
        changes = MeSerializer(user, data=request.data, partial=True)
        changes.is_valid(raise_exception=True)
        return json_answer(outputs.me(user_update(user=user, **changes.validated_data)))

    @extend_schema(
        operation_id="me_close",
        summary="Close my account, which is deleted a week later",
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request) -> HttpResponse:
        """Log you out everywhere, and mail you a link that reopens the account.

        Raises PermissionDenied with the code `log_in_again` unless you have just logged in.
        """
        user = requester(request)
        if not has_recent_log_in(user=user, session=session_of(request)):
            raise PermissionDenied(LOG_IN_AGAIN, "log_in_again")
        account_close_own(user=user)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["me"])
class AddressRetryView(ApiView):
    """Your address, which has failed."""

    @extend_schema(
        operation_id="me_address_retry",
        summary="Have mail sent to my address again",
        request=EmptySerializer,
        responses=outputs.Me,
    )
    def post(self, request: Request) -> HttpResponse:
        """Let mails about games go to your address again, with what you have missed."""
        read_input(EmptySerializer, request.data)
        user = requester(request)
        address_try_again(user=user)
        return json_answer(outputs.me(user))


@extend_schema(tags=["me"])
class SessionsView(ApiView):
    """Your sessions."""

    @extend_schema(
        operation_id="me_sessions_list",
        summary="Where am I logged in?",
        responses=outputs.Sessions,
    )
    def get(self, request: Request) -> HttpResponse:
        """Return your sessions, the newest first."""
        key = session_of(request).session_key
        own = sessions_of(user=requester(request))
        return json_answer(outputs.Sessions([outputs.session(each, key) for each in own]))


@extend_schema(tags=["me"])
class SessionView(ApiView):
    """One of your sessions."""

    @extend_schema(
        operation_id="me_session_end", summary="Log me out there", responses={NO_CONTENT: None}
    )
    def delete(self, request: Request, session_id: str) -> HttpResponse:
        """End one of your sessions."""
        if not session_end(user=requester(request), session_id=session_id):
            raise NotFound
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["me"])
class BlocksView(ApiView):
    """The people whom you have blocked."""

    @extend_schema(
        operation_id="me_blocks_list",
        summary="Whom have I blocked?",
        parameters=[PageQuerySerializer],
        responses=outputs.BlockPage,
    )
    def get(self, request: Request) -> HttpResponse:
        """Return the people whom you have blocked, the latest first."""
        read_input(PageQuerySerializer, request.query_params)
        page = page_of(request, self, blocks_of(user=requester(request)), ("-created_at", "-id"))
        return json_answer(outputs.BlockPage([*map(outputs.block, page.rows)], page.next))


@extend_schema(tags=["me"])
class BlockView(ApiView):
    """A person whom you have blocked, or may block."""

    @extend_schema(
        operation_id="me_block_make",
        summary="Block somebody",
        request=EmptySerializer,
        responses=outputs.Block,
    )
    def put(self, request: Request, handle: str) -> HttpResponse:
        """Block a person: neither of you can invite the other or sit down where the other sits.

        The other is not told. Invitations between you end; games that have begun go on.
        """
        read_input(EmptySerializer, request.data)
        blocked = user_by_handle(handle=handle)
        if blocked is None or not blocked.is_present:
            raise NotFound
        return json_answer(outputs.block(block_make(user=requester(request), blocked=blocked)))

    @extend_schema(
        operation_id="me_block_end",
        summary="Unblock somebody",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, handle: str) -> HttpResponse:
        """Unblock a person; without a block this changes nothing."""
        block_end(user=requester(request), handle=handle)
        return HttpResponse(status=NO_CONTENT)
