"""The rules for people who play: in short, and what each luminary does."""

from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from api.request_slots import holding_slot
from games.language import active_language
from illimat_core.cards import LUMINARIES, SETS
from illimat_core.errors import RuleError
from illimat_core.messages import ENGLISH, LANGUAGES, capitalize
from illimat_core.modes import MODES
from illimat_core.picture import THEMES
from illimat_core.words.board import luminary_name
from illimat_core.words.descriptions import explain_luminary, luminary_short
from web.home.api_guide import HOUR
from web.home.drawings import drawing, drawings_below, picture

SHOWN: Final = {
    "begins": "drawn-a-round-begins",
    "harvest": "drawn-a-harvest-of-three-groups",
    "stockpile": "drawn-a-stockpile",
    "sow": "drawn-a-sow",
    "season": "drawn-a-knight-brings-winter",
    "clearing": "drawn-a-field-is-cleared-and-a-luminary-wakes",
}
"""The drawings of the rules in short, by their places on the page."""


class Luminary(NamedTuple):
    """A luminary in a list: its code, its name, and what matters most about it."""

    code: str
    name: str
    short: str


@require_safe
@holding_slot
def rules(request: HttpRequest) -> HttpResponse:
    language = active_language()
    context = {place: drawing(name) for place, name in SHOWN.items()}
    return render(
        request,
        "web/rules.html",
        {
            "drawings": context,
            "sets": [[_listed(each) for each in members] for members in _sets()],
            "modes": [capitalize(language.say(mode.title)) for mode in MODES.values()],
        },
    )


@require_safe
@holding_slot
def luminary(request: HttpRequest, code: str) -> HttpResponse:
    found = next((each for each in LUMINARIES if each == code), None)
    if found is None:
        raise Http404
    heading = capitalize(luminary_name(found, ENGLISH))
    place = LUMINARIES.index(found)
    around: dict[str, Any] = {
        "before": _listed(LUMINARIES[place - 1]),
        "after": _listed(LUMINARIES[(place + 1) % len(LUMINARIES)]),
    }
    help_ = explain_luminary(found, active_language())
    own = {
        "luminary": _listed(found),
        "sentences": help_.sentences,
        "drawings": [drawing(name) for name in drawings_below(heading)],
        "rule": f"R-LUM-{found.upper().replace('_', '-')}",
    }
    return render(request, "web/luminary.html", own | around)


@require_safe
@holding_slot
@cache_control(public=True, max_age=HOUR)
def rules_drawing(
    request: HttpRequest,  # noqa: ARG001 - every view has it
    language: str,
    theme: str,
    name: str,
    played: int,
) -> HttpResponse:
    """Send a drawing of the rules as it stands after some of its actions."""
    if language not in LANGUAGES or theme not in THEMES:
        raise Http404
    try:
        svg = picture(name, played, language, theme)
    except (KeyError, IndexError, RuleError):
        raise Http404 from None
    return HttpResponse(svg, "image/svg+xml")


def _sets() -> list[tuple[str, ...]]:
    """Return the luminaries by the set in which they first appear, in the order of the rules."""
    seen: set[str] = set()
    found = []
    for members in SETS.values():
        new = tuple(each for each in LUMINARIES if each in members and each not in seen)
        seen.update(new)
        found.append(new)
    return [each for each in found if each]


def _listed(code: Any) -> Luminary:
    language = active_language()
    name = capitalize(luminary_name(code, language))
    return Luminary(code, name, luminary_short(code, language))
