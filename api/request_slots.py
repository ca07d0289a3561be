"""Requests take slots (`quotas.at_once`): their person's or, without a log-in, their address's."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse

from quotas.at_once import hold_slot
from quotas.services import QuotaError, seconds, subject_of

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


def slot_of(request: HttpRequest) -> AbstractContextManager[None]:
    """Return a context manager that holds a slot; entering it raises QuotaError if none is free."""
    if request.user.is_authenticated:
        return hold_slot(str(request.user.pk))
    return hold_slot(subject_of(get_adapter().get_client_ip(request)))


def holding_slot(page: Page[P]) -> Page[P]:
    """Decorate a page so that each request holds a slot, or gets 429 if none is free."""

    @wraps(page)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            with slot_of(request):
                return page(request, *args, **kwargs)
        except QuotaError as refusal:
            after = {"Retry-After": str(seconds(refusal.wait))}
            return HttpResponse(str(refusal), "text/plain", 429, headers=after)

    return answer
