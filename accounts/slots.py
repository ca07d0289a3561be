"""Whose slots a request takes: those of the person, or of the address of a stranger."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse

from quotas.at_once import slot
from quotas.services import QuotaError, seconds, subject_of

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


def slot_of(request: HttpRequest) -> AbstractContextManager[None]:
    """Return what holds a slot for `request`, which raises QuotaError if there is none."""
    if request.user.is_authenticated:
        return slot(str(request.user.pk))
    return slot(subject_of(get_adapter().get_client_ip(request)))


def takes_a_slot(page: Page[P]) -> Page[P]:
    """Return the page with a limit on how many of them somebody may ask for at once."""

    @wraps(page)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            with slot_of(request):
                return page(request, *args, **kwargs)
        except QuotaError as refusal:
            after = {"Retry-After": str(seconds(refusal.wait))}
            return HttpResponse(str(refusal), "text/plain", 429, headers=after)

    return answer
