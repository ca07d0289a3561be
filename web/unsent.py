"""A form that was sent after its visitor's session had ended: it can be sent once they are back."""

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from web.access import UNSENT, for_people


@require_safe
@for_people
def unsent(request: HttpRequest, _: User) -> HttpResponse:
    """Offer to send the form that was kept when its visitor had to log in first.

    It is kept on, as a browser may load pages in advance; sent twice it acts once.
    """
    kept = request.session.get(UNSENT)
    if kept and kept.get("until", 0) > time.time():
        return render(request, "web/unsent.html", kept)
    request.session.pop(UNSENT, None)
    return redirect("home")
