"""The page on which people get the address of their deadlines for a calendar program."""

from django.conf import settings as server
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.feeds import feed_close, feed_open, has_feed
from accounts.models import User
from games.api.feeds import feed_address
from web.access import for_people


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def calendar_feed(request: HttpRequest, user: User) -> HttpResponse:
    """Say whether there is an address; make a new one, or revoke it.

    Only the hash of an address is stored, so the page that makes it is the only one to show it.
    """
    address = ""
    if request.method == "POST":
        if "end" in request.POST:
            feed_close(user=user)
            messages.success(request, gettext("The address is not valid any more."))
            return redirect("settings-calendar")
        address = feed_address(feed_open(user=user))
    shown = {
        "exists": has_feed(user=user),
        "address": address,
        "subscribe": address.replace(server.BASE_URL, f"webcal://{_host()}", 1),
    }
    page = render(request, "web/calendar_feed.html", shown)
    page.headers["Cache-Control"] = "no-store"
    return page


def _host() -> str:
    return server.BASE_URL.partition("://")[2]
