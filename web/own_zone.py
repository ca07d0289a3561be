"""The offer to take the time zone of the browser, for accounts that are in UTC."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.inputs import MeSerializer
from accounts.models import User
from accounts.services import user_update
from web.access import for_people


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def own_zone(request: HttpRequest, user: User) -> HttpResponse:
    """Set the visitor's time zone, and lead home; one that is unknown is left to the settings.

    Whoever had to log in first comes by GET, and is led to the settings, too.
    """
    given = {"time_zone": request.POST.get("time_zone", "")}
    changes = MeSerializer(user, data=given, partial=True)
    if not changes.is_valid():
        if request.method == "POST":
            messages.error(request, changes.errors["time_zone"][0])
        return redirect("settings")
    user_update(user=user, **changes.validated_data)
    said = gettext("Times are now shown to you in the time zone {zone}.")
    messages.success(request, said.format(zone=user.time_zone))
    return redirect("home")
