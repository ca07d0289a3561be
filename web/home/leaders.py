"""The leaderboards: who is strongest at each mode."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.language import active_language
from illimat_core.modes import MODES
from ratings import outputs, selectors
from ratings.results import RATED_MODES
from web.frame.access import for_people
from web.frame.queries import rows_in
from web.frame.strengths import house_strengths


@require_safe
@for_people
def leaders(request: HttpRequest, user: User, mode: str = RATED_MODES[0]) -> HttpResponse:
    """List the people with the best ratings at a mode, as the API's leaderboard does."""
    if mode not in RATED_MODES:
        raise Http404
    page = rows_in(request, selectors.leaders(mode=mode), selectors.BEST_FIRST)
    if page is None:
        return redirect("leaders", mode)
    places = selectors.places_of(page.rows, mode=mode)
    say = active_language().say
    shown = {
        "mode": mode,
        "title": say(MODES[mode].title),
        "modes": [(each, say(MODES[each].title)) for each in RATED_MODES],
        "leaders": [outputs.leader(*each) for each in zip(places, page.rows, strict=True)],
        "next": page.next,
        "listed": user.on_leaderboards,
        "strengths": house_strengths([mode]),
    }
    return render(request, "web/leaders.html", shown)
