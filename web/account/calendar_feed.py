"""The page on which people get the address of their deadlines for a calendar program."""

from datetime import datetime

from django.conf import settings as server
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.feeds import feed_close, feed_open, has_feed, user_of_feed
from accounts.models import User
from games.time.deadline_calendar import feed_address
from web.frame.access import for_people
from web.frame.keyed_forms import FIELD, SHOWN_FOR, Refusal, act_once


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def calendar_feed(request: HttpRequest, user: User) -> HttpResponse:
    """Say whether there is an address; make a new one, or revoke it.

    Only the hash of an address is stored, so the answer that makes it is the only one to show it.
    """
    if request.method != "POST":
        return _page(request, user)
    if "end" in request.POST:
        feed_close(user=user)
        messages.success(request, gettext("The address is not valid any more."))
        return redirect("settings-calendar")
    token = _token(request, user)

    def make() -> str:
        feed_open(user=user, token=token)
        return f"{reverse('settings-calendar')}#{timezone.now().isoformat()}"

    outcome = act_once(request, user, make)
    if isinstance(outcome, Refusal):
        return _page(request, user, refusal=outcome)
    made_at = datetime.fromisoformat(outcome.partition("#")[2])
    if timezone.now() < made_at + SHOWN_FOR and user_of_feed(token=token) == user:
        return _page(request, user, feed_address(token))
    return redirect("settings-calendar")


def _token(request: HttpRequest, user: User) -> str:
    """Return the token that a form makes: its own, so that an answer to it can be shown again."""
    made_by = f"{user.pk}:{request.POST.get(FIELD, '')}"
    return salted_hmac("web.calendar_feed", made_by, algorithm="sha256").hexdigest()


def _page(
    request: HttpRequest, user: User, address: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    shown = {
        "exists": has_feed(user=user),
        "address": address,
        "subscribe": address.replace(server.BASE_URL, f"webcal://{_host()}", 1),
        "refusal": refusal,
    }
    page = render(request, "web/calendar_feed.html", shown)
    page.status_code = refusal.status if refusal else page.status_code
    page.headers["Cache-Control"] = "no-store"
    return page


def _host() -> str:
    return server.BASE_URL.partition("://")[2]
