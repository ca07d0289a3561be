"""The part of the settings that is about push messages (`web/push.html`)."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.models import User
from notifications.push.keys import public_text
from notifications.push.services import subscription_end, subscriptions_of
from web.frame.access import visitor_of


def push_context(person: User) -> dict[str, Any]:
    """Return what `web/push.html` shows to a person, as `push`."""
    key = settings.PUSH_KEY
    return {"key": public_text(key) if key else "", "browsers": subscriptions_of(user=person)}


@login_required
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """Push no more to a browser of the visitor, and return to the page of the settings."""
    person = visitor_of(request)
    try:
        browser = UUID(request.POST.get("browser", ""))
    except ValueError:
        browser = UUID(int=0)
    if person and subscription_end(user=person, subscription_id=browser):
        messages.success(request, gettext("Push messages are off in that browser."))
    return redirect(f"{reverse('settings-delivery')}#push")
