"""Pages of refusals that any form or game may meet."""

from http import HTTPStatus
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render

from games.stream import integrity


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form that was not sent from a page of this site, or whose token is outdated."""
    page = render(request, "web/csrf.html", {"cookies_off": reason == REASON_NO_CSRF_COOKIE})
    page.status_code = HTTPStatus.FORBIDDEN
    return page


def frozen_page(request: HttpRequest, game_id: UUID) -> HttpResponse:
    page = render(request, "web/frozen.html", {"game_id": game_id})
    page.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    integrity.do_not_log(page)
    return page
