"""The pages that links in mails lead to; they change something only by POST.

Programs that check mail may also post to links, without a body, so such a POST changes nothing.
"""

from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from notifications.channels.email import EMAIL
from notifications.choosing.choices import choices_stop
from notifications.content.links import LinkError, Stop, chooser_read, stop_read
from notifications.wishes.preferences import preferences_stop_combining
from web.mailed.notice_choices import choices_page, choices_save

ONE_CLICK: Final = ("List-Unsubscribe", "One-Click")
"""The field that the body of a POST has by which a mail program stops mails (RFC 8058)."""


class SignedView(View):
    """A page whose address is a secret of its reader, so that it needs no cookies."""

    @method_decorator(csrf_exempt)  # mail programs post without a form; the address is the proof
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer a request of any origin; an address that is not valid gets 404."""
        try:
            return super().dispatch(request, *args, **kwargs)  # type: ignore[return-value]
        except LinkError:
            return render(request, "web/mail_link.html", status=404)


class StopView(SignedView):
    """Stops mails of some kinds, in one click (RFC 8058) or by the button of the page.

    The link of a combined mail stops combined mails, then by another button also its kinds.
    """

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self._answer(request, stop_read(token))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Stop them; stopping them again changes nothing."""
        stop, (name, value) = stop_read(token), ONE_CLICK
        is_click = request.POST.get(name) == value
        if stop.combined and is_click:
            preferences_stop_combining(person=stop.person)
            return self._answer(request, stop, stopped="combined")
        if is_click or (stop.combined and request.POST.get("stop") == "kinds"):
            choices_stop(person=stop.person, kinds=stop.kinds, channel=EMAIL)
            return self._answer(request, stop, stopped="kinds")
        return self._answer(request, stop, status=HTTPStatus.BAD_REQUEST)

    def _answer(
        self, request: HttpRequest, stop: Stop, *, stopped: str = "", status: int = HTTPStatus.OK
    ) -> HttpResponse:
        shown = {
            "kinds": [kind.label for kind in stop.kinds],
            "combined": stop.combined,
            "stopped": stopped,
        }
        return render(request, "web/mail_stop.html", shown, status=status)


class ChoicesView(SignedView):
    """Shows what a person is told, by kind and channel, of all games and of one; changes it."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return choices_page(request, chooser_read(token))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Change all those for all games, or for the game of the mail, to what the form says."""
        chooser = chooser_read(token)
        if not request.POST:
            return choices_page(request, chooser, status=HTTPStatus.BAD_REQUEST)
        return choices_save(request, chooser)
