"""The account endpoints."""

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.http import StreamingHttpResponse
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts import outputs
from accounts.blocks import block_end, block_make, blocks_of
from accounts.failing import address_try_again
from accounts.inputs import MeSerializer
from accounts.log_in.authentication import requester, session_of
from accounts.log_in.changes import has_recent_log_in
from accounts.models import User
from accounts.own_data.services import data_answer, data_ask, data_find, data_forget
from accounts.selectors import sessions_of, user_by_handle
from accounts.services import account_close_own, session_end, user_update
from api.answers import FILE_NAME
from api.codes import add_codes
from api.operations import ACCEPTED, operation
from api.paging import PageQuerySerializer, page_of
from api.problems import Problem
from api.views import AnyAccept, ApiView

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LOG_IN_AGAIN = gettext_lazy(
    "Closing an account needs a log-in of the last five minutes. Send your password to "
    "/_allauth/app/v1/auth/reauthenticate, and repeat the request."
)
LOG_IN_FOR_DATA = gettext_lazy(
    "Your data needs a log-in of the last five minutes. Send your password to "
    "/_allauth/app/v1/auth/reauthenticate, and repeat the request."
)
add_codes(
    {
        "me_close": "log_in_again",
        "me_data_ask": "log_in_again",
        "me_data_file_get": "log_in_again not_found",
    }
)


class LogInAgainProblem(Problem):
    """The last log-in is too long ago."""

    status_code = HTTPStatus.FORBIDDEN
    title = gettext_lazy("Log in again first")
    default_code = "log_in_again"


class MeView(ApiView, tag="me"):
    """Your account."""

    @operation("me_get", "Who am I?")
    def get(self, request: Request) -> outputs.Me:
        """Return your account."""
        return outputs.me(requester(request))

    @operation(
        "me_update",
        "Change my handle, time zone, language or mails",
        request=MeSerializer(partial=True),
    )
    def patch(self, request: Request) -> outputs.Me:
        """Change the members that you send; the address cannot be changed here."""
        user = requester(request)
        changes = MeSerializer(user, data=request.data, partial=True)
        changes.is_valid(raise_exception=True)
        return outputs.me(user_update(user=user, **changes.validated_data))

    @operation("me_close", "Close my account, which is deleted a week later")
    def delete(self, request: Request) -> None:
        """Log you out everywhere, and mail you a link that reopens the account.

        Raises LogInAgainProblem unless you have just logged in.
        """
        account_close_own(user=require_recent_log_in(request, LOG_IN_AGAIN))


class DataView(ApiView, tag="me"):
    """The file of all that is held about you."""

    @operation("me_data_get", "How far is the file of my data?")
    def get(self, request: Request) -> outputs.DataFileState:
        """Return how far the file is that you asked for last."""
        return outputs.data_file(data_find(user=requester(request)))

    @operation("me_data_ask", "Have a file made of all that is held about me", status=ACCEPTED)
    def post(self, request: Request) -> outputs.DataFileState:
        """Ask for a file, which is made within minutes and kept for seven days.

        It replaces the one before. While one is being made, this changes nothing. You get a mail
        once it is ready. Raises LogInAgainProblem unless you have just logged in.
        """
        return outputs.data_file(data_ask(user=require_recent_log_in(request, LOG_IN_FOR_DATA)))

    @operation("me_data_delete", "Delete the file of my data")
    def delete(self, request: Request) -> None:
        """Delete the file, or stop making it; without one, this changes nothing."""
        data_forget(user=requester(request))


class DataFileView(ApiView, tag="me"):
    """The file itself."""

    content_negotiation_class = AnyAccept

    @operation(
        "me_data_file_get",
        "The file of all that is held about me",
        answers={(200, "application/json"): OpenApiTypes.OBJECT},
        parameters=[FILE_NAME],
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return the file: an object with a list for each kind of thing that is held about you.

        `about` says what is held and not shown, and why. Raises LogInAgainProblem unless you have
        just logged in, and NotFound until the file is ready.
        """
        made = data_find(user=require_recent_log_in(request, LOG_IN_FOR_DATA))
        if made is None or made.ready_at is None:
            raise NotFound
        return data_answer(made)


class AddressRetryView(ApiView, tag="me"):
    """Your address, which has failed."""

    @operation("me_address_retry", "Have mail sent to my address again")
    def post(self, request: Request) -> outputs.Me:
        """Let mails about games go to your address again, with what you have missed."""
        user = requester(request)
        address_try_again(user=user)
        return outputs.me(user)


class SessionsView(ApiView, tag="me"):
    """Your sessions."""

    @operation("me_sessions_list", "Where am I logged in?")
    def get(self, request: Request) -> outputs.Sessions:
        """Return your sessions, the newest first."""
        key = session_of(request).session_key
        own = sessions_of(user=requester(request))
        return outputs.Sessions([outputs.session(each, key) for each in own])


class SessionView(ApiView, tag="me"):
    """One of your sessions."""

    @operation("me_session_end", "Log me out there")
    def delete(self, request: Request, session_id: str) -> None:
        """End one of your sessions."""
        if not session_end(user=requester(request), session_id=session_id):
            raise NotFound


class BlocksView(ApiView, tag="me"):
    """The people whom you have blocked."""

    @operation("me_blocks_list", "Whom have I blocked?", PageQuerySerializer)
    def get(self, request: Request) -> outputs.BlockPage:
        """Return the people whom you have blocked, the latest first."""
        page = page_of(request, self, blocks_of(user=requester(request)), ("-created_at", "-id"))
        return outputs.BlockPage([*map(outputs.block, page.rows)], page.next)


class BlockView(ApiView, tag="me"):
    """A person whom you have blocked, or may block."""

    @operation("me_block_make", "Block somebody")
    def put(self, request: Request, handle: str) -> outputs.Block:
        """Block a person: neither of you can invite the other or sit down where the other sits.

        The other is not told. Invitations between you end; games that have begun go on.
        """
        blocked = find_person(handle)
        return outputs.block(block_make(user=requester(request), blocked=blocked))

    @operation("me_block_end", "Unblock somebody")
    def delete(self, request: Request, handle: str) -> None:
        """Unblock a person; without a block this changes nothing."""
        block_end(user=requester(request), handle=handle)


def require_recent_log_in(request: Request, told: "StrOrPromise") -> User:
    """Return who asks; raises LogInAgainProblem, with the detail `told`."""
    user = requester(request)
    if not has_recent_log_in(user=user, session=session_of(request)):
        raise LogInAgainProblem(str(told))
    return user


def find_person(handle: str) -> User:
    """Return the person with a handle; raises NotFound, also for an account that is closed."""
    user = user_by_handle(handle=handle)
    if user is None or not user.is_present:
        raise NotFound
    return user
