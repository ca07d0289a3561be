"""The pages that links in mails lead to; they change something only by POST."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from notifications.channels.email import EMAIL
from notifications.choices import choices_stop
from notifications.links import LinkError, Stop, chooser_read, stop_read
from web.choosing import choices_page, choices_save


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
    """Stops mails of some kinds, in one click (RFC 8058) or by the button of the page."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Ask whether to stop them."""
        return self._answer(request, stop_read(token), stopped=False)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Stop them; stopping them again changes nothing."""
        stop = stop_read(token)
        choices_stop(person=stop.person, kinds=stop.kinds, channel=EMAIL)
        return self._answer(request, stop, stopped=True)

    def _answer(self, request: HttpRequest, stop: Stop, *, stopped: bool) -> HttpResponse:
        shown = {
            "kinds": [kind.label for kind in stop.kinds],
            "stopped": stopped,
        }
        return render(request, "web/mail_stop.html", shown)


class ChoicesView(SignedView):
    """Shows what a person is told, by kind and channel, of all games and of one; changes it."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Show the choices."""
        return choices_page(request, chooser_read(token))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Change all those for all games, or for the game of the mail, to what the form says."""
        return choices_save(request, chooser_read(token))
