"""The pages of one's settings: forms, each of which is refused or saved on its own."""

import zoneinfo
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings as server
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dates import WEEKDAYS as NAMES
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.blocks import blocks_of
from accounts.handles import handle_rule
from accounts.inputs import MeSerializer
from accounts.models import User
from accounts.services import user_update
from games.clocks.calendars import WEEKDAYS
from games.outputs.people import vacations
from web.account import reminders
from web.account.push import push_context
from web.account.settings_parts import PARTS
from web.frame.access import for_people
from web.frame.forms import SerializerForm
from web.frame.keyed_forms import refuse

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

BLOCKS: Final = 200  # as many as the quota allows


class SettingsPage(NamedTuple):
    """A page of the settings: what it is about, its forms by their names, and what else it shows.

    Its template has the page's name: `web/settings_time.html`.
    """

    title: "StrOrPromise"
    about: "StrOrPromise"
    parts: tuple[str, ...]
    shown: Callable[[User], dict[str, Any]]


def _profile(_user: User) -> dict[str, Any]:
    return {"languages": server.LANGUAGES, "handle_rule": handle_rule()}


def _time(user: User) -> dict[str, Any]:
    now, own = timezone.now(), vacations(user)
    today = now.astimezone(ZoneInfo(user.time_zone)).date()
    return {
        "zones": sorted(_zones() | {user.time_zone}),
        "weekdays": [(key, NAMES[number]) for number, key in enumerate(WEEKDAYS)],
        "vacations": [each for each in own.results if each.end > now],
        "allowances": own.allowances,
        "today": today.isoformat(),
        "latest": (today + timedelta(days=365)).isoformat(),
    }


def _delivery(user: User) -> dict[str, Any]:
    return {
        "reminders": reminders.REMINDERS.items(),
        "reminder_rule": reminders.rule(),
        "push": push_context(user),
    }


def _blocks(user: User) -> dict[str, Any]:
    return {"blocks": blocks_of(user=user).order_by("-created_at", "-id")[:BLOCKS]}


PAGES: Final = {
    "profile": SettingsPage(
        gettext_lazy("Handle and language"),
        gettext_lazy("And whether leaderboards show you."),
        ("account",),
        _profile,
    ),
    "time": SettingsPage(
        gettext_lazy("My time"),
        gettext_lazy("Time zone, days off, sleeping hours and vacations."),
        ("zone", "hours", "vacation", "vacation-move", "vacation-end"),
        _time,
    ),
    "delivery": SettingsPage(
        gettext_lazy("When and where notifications come"),
        gettext_lazy("Mails, quiet hours, reminders and push messages."),
        ("mails", "telling"),
        _delivery,
    ),
    "blocks": SettingsPage(
        gettext_lazy("People I have blocked"),
        gettext_lazy("Neither of you can sit down with the other."),
        ("block", "unblock"),
        _blocks,
    ),
}
"""The pages with forms, by the last part of their addresses."""


@require_safe
@for_people
def settings(request: HttpRequest, _user: User) -> HttpResponse:
    return render(request, "web/settings.html", {"pages": PAGES})


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def settings_page(request: HttpRequest, user: User, page: str) -> HttpResponse:
    if request.method != "POST":
        return _drawn(request, user, page)
    name = request.POST.get("part", "")
    if name not in PAGES[page].parts:
        raise Http404
    person, part = User.objects.get(pk=user.pk), PARTS[name]
    form = part.form(name, person, request.POST)
    if form.is_valid():
        try:
            part.do(person, form.members, request.POST)
        except Exception as error:
            form.refuse(refuse(error))
    if form.refusal:
        return _drawn(request, user, page, form)
    messages.success(request, str(part.done))
    return redirect(request.path)


def _drawn(
    request: HttpRequest, user: User, page: str, sent: SerializerForm | None = None
) -> HttpResponse:
    """Return a page; the form that was `sent` has what was typed, and why it was refused."""
    forms = {name: PARTS[name].form(name, user) for name in PAGES[page].parts}
    if sent:
        forms[sent.id] = sent
    named = {name.replace("-", "_"): form for name, form in forms.items()}
    shown = {"page": PAGES[page], "forms": named, **PAGES[page].shown(user)}
    status = sent.refusal.status if sent and sent.refusal else HTTPStatus.OK
    return render(request, f"web/settings_{page}.html", shown, status=status)


def _zones() -> set[str]:
    """Return the time zones of places; other names for the same are left to the API."""
    names = zoneinfo.available_timezones()
    return {name for name in names if "/" in name and not name.startswith("Etc/")} | {"UTC"}


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def own_zone(request: HttpRequest, user: User) -> HttpResponse:
    """Set the visitor's time zone, and lead home; one that is unknown is left to the settings.

    A person who had to log in first comes by GET, and is led to the settings, too.
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
