"""The pages of one's webhooks: making them, and what is done with one."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.sessions import digest
from api.inputs import read_input
from notifications.kinds import KINDS
from notifications.models import Delivery
from notifications.models.webhooks import Webhook
from notifications.webhooks import outputs, services
from notifications.webhooks.inputs import WebhookChangeSerializer, WebhookSerializer
from web.frame.access import for_people
from web.frame.keyed_forms import SHOWN_FOR, Refusal, act_once
from web.frame.queries import id_in

LISTED: Final = 20  # messages, the latest
BECAME: Final = {
    Delivery.State.WAITING: gettext_lazy("waits"),
    Delivery.State.SENT: gettext_lazy("sent"),
    Delivery.State.SUPERSEDED: gettext_lazy("no longer needed"),
    Delivery.State.FAILED: gettext_lazy("failed"),
    Delivery.State.UNANSWERED: gettext_lazy("not answered"),
}
"""What has become of a message."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def webhooks(request: HttpRequest, user: User) -> HttpResponse:
    """List the visitor's webhooks; by POST, make one, and show its secret."""
    if request.method != "POST":
        return _listed(request, user)

    def make() -> str:
        members = read_input(WebhookSerializer, {"url": request.POST.get("url", "").strip()})
        made = services.webhook_create(user=user, **members)
        return _address(made) + _mark(made)

    outcome = act_once(request, user, make)
    if isinstance(outcome, Refusal):
        return _listed(request, user, outcome)
    made = [each for each in services.webhooks_of(user=user) if _has_just_made(outcome, each)]
    if made:
        return _page(request, made[0], secret=made[0].secret)
    return redirect(outcome.partition("#")[0])


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def webhook(request: HttpRequest, user: User, webhook_id: UUID) -> HttpResponse:
    """Show a webhook of the visitor with its latest messages; by POST, do something with it."""
    found = services.webhook_get(user=user, webhook_id=webhook_id)
    if found is None and request.method == "POST":  # it has just been deleted
        return redirect("settings-webhooks")
    if found is None:
        raise Http404
    if request.method != "POST":
        return _page(request, found)
    if (act := ACTS.get(request.POST.get("act", ""))) is None:
        raise Http404
    here = _address(found)

    def do() -> str:
        rolled = act(found, request.POST)
        return here + (_mark(rolled) if rolled else "")

    outcome = act_once(request, user, do)
    left = services.webhook_get(user=user, webhook_id=webhook_id)
    if left is None:
        return redirect("settings-webhooks")
    if isinstance(outcome, Refusal):
        return _page(request, left, refusal=outcome)
    if _has_just_made(outcome, left):
        return _page(request, left, secret=left.secret)
    return redirect(here)


def _mark(made: Webhook) -> str:
    """Return what the stored answer to a form says of the secret that it has made."""
    return f"#{digest(made.secret)}"


def _has_just_made(outcome: str, found: Webhook) -> bool:
    """Return whether a form has made the secret of a webhook, and that only minutes ago.

    Then the answer shows it, also if the form is sent again: of two answers to a button that was
    pressed twice, the browser shows the second.
    """
    made_at = found.rolled_at or found.created_at
    return outcome.endswith(_mark(found)) and timezone.now() < made_at + SHOWN_FOR


def _ping(found: Webhook, _filled: QueryDict) -> None:
    services.webhook_ping(webhook=found)


def _disable(found: Webhook, _filled: QueryDict) -> None:
    services.webhook_change(webhook=found, enabled=False)


def _enable(found: Webhook, _filled: QueryDict) -> None:
    services.webhook_change(webhook=found, enabled=True)


def _change_address(found: Webhook, filled: QueryDict) -> None:
    members = read_input(WebhookChangeSerializer, {"url": filled.get("url", "").strip()})
    services.webhook_change(webhook=found, **members)


def _roll(found: Webhook, _filled: QueryDict) -> Webhook:
    return services.webhook_roll(webhook=found)


def _replay(found: Webhook, filled: QueryDict) -> None:
    sent = id_in(filled, "delivery")
    if services.delivery_replay(webhook=found, delivery_id=sent) is None:
        raise Webhook.DoesNotExist


def _delete(found: Webhook, _filled: QueryDict) -> None:
    services.webhook_delete(webhook=found)


ACTS: Final[Mapping[str, Callable[[Webhook, QueryDict], Webhook | None]]] = {
    "ping": _ping,
    "disable": _disable,
    "enable": _enable,
    "move": _change_address,
    "roll": _roll,
    "replay": _replay,
    "delete": _delete,
}
"""What the forms of a webhook's page do; one that makes a new secret returns the webhook."""


def _address(found: Webhook) -> str:
    return reverse("settings-webhook", args=[found.pk])


def _listed(request: HttpRequest, user: User, refusal: Refusal | None = None) -> HttpResponse:
    own = [outputs.webhook(each) for each in services.webhooks_of(user=user)]
    shown = {"webhooks": own, "refusal": refusal, "typed": request.POST.get("url", "")}
    return _answer(request, "web/webhooks.html", shown, refusal)


def _page(
    request: HttpRequest, found: Webhook, *, secret: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    sent = services.deliveries_of(webhook=found).order_by("-id")[:LISTED]
    shown = {
        "secret": secret,
        "refusal": refusal,
        "wrong": refusal and "url" in refusal.at,
        "webhook": outputs.webhook(found),
        "here": _address(found),
        "typed": request.POST.get("url", found.url) if refusal else found.url,
        "messages_sent": [
            (outputs.delivery(each), _label(each), BECAME[Delivery.State(each.state)])
            for each in sent
        ],
    }
    return _answer(request, "web/webhook.html", shown, refusal)


def _label(sent: Delivery) -> Any:
    kind = KINDS.get(sent.notice.kind)
    return kind.label if kind else sent.notice.kind


def _answer(
    request: HttpRequest, template: str, shown: dict[str, Any], refusal: Refusal | None
) -> HttpResponse:
    page = render(request, template, shown)
    page.status_code = refusal.status if refusal else HTTPStatus.OK
    page.headers["Cache-Control"] = "no-store"
    return page
