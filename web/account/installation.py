"""What lets the pages be installed as an app: its manifest, its service worker, its offline page.

None of them depends on who asks. The service worker is served at the root, because a worker may
only look after pages below its own address.
"""

import json
from hashlib import sha256
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from illimat_core.picture import THEMES

AN_HOUR: Final = "public, max-age=3600"
ASKED_AGAIN: Final = "public, no-cache"  # so that a new worker takes over at once
KEPT: Final = ("web/illimat.css", "web/icon.svg", "web/font/grenze-800.woff2")
"""The static files that the offline page needs."""


@require_safe
def manifest(_: HttpRequest) -> HttpResponse:
    told = {
        "id": "/",
        "name": gettext("Illimat by correspondence"),
        "short_name": "Illimat",
        "description": gettext("Play the card game Illimat slowly, with people far away."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": THEMES["light"].ground,
        "theme_color": THEMES["light"].ground,
        "icons": [
            _icon("icon-192.png", 192),
            _icon("icon-512.png", 512),
            _icon("icon-full-512.png", 512) | {"purpose": "maskable"},
        ],
    }
    answer = HttpResponse(json.dumps(told), "application/manifest+json")
    answer.headers["Cache-Control"] = AN_HOUR
    return answer


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker; its text changes with the files that it keeps."""
    kept = [reverse("offline"), *(static(name) for name in KEPT)]
    told = {
        "kept": json.dumps(kept),
        "offline": json.dumps(kept[0]),
        "name": json.dumps(f"illimat-{sha256(repr(kept).encode()).hexdigest()[:12]}"),
        "icon": json.dumps(static("web/icon-192.png")),
        "badge": json.dumps(static("web/badge-96.png")),
    }
    answer = render(request, "web/worker.js", told, content_type="text/javascript")
    answer.headers["Cache-Control"] = ASKED_AGAIN
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what a browser shows in place of a page that it cannot load.

    The service worker asks for it without cookies, so it says nothing of anybody.
    """
    return render(request, "web/offline.html", {})


def _icon(name: str, side: int) -> dict[str, str]:
    return {"src": static(f"web/{name}"), "sizes": f"{side}x{side}", "type": "image/png"}
