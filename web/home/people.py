"""The profile of a person: how strong and how punctual they are, and how their games ended."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.blocks import block_end, block_make, blocks_of
from accounts.models import User
from accounts.selectors import reliability_of, user_by_handle
from games.language import active_language
from games.time.availability import away_until
from illimat_core.modes import MODES
from ratings import outputs, selectors
from ratings.models import Rating
from ratings.results import RATED_MODES
from web.frame.access import for_people
from web.frame.keyed_forms import Refusal, refuse
from web.frame.queries import rows_in
from web.frame.strengths import range_of

RESULTS: Final = 10  # of each mode, the latest


class RatedResult(NamedTuple):
    """How a rated game ended; it is linked if the visitor may see it."""

    at: datetime | None
    place: str
    game: UUID | None
    value: int | None  # of the rating afterwards


class ModeStrength(NamedTuple):
    """A rating at a mode as a range, which is empty while there are too few games."""

    code: str
    mode: str
    range: str
    games: int
    results: list[RatedResult]


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def person(request: HttpRequest, visitor: User, handle: str) -> HttpResponse:
    """Show the public profile of a person, which takes a log-in; by POST, block or unblock them."""
    found = _present(handle)
    if request.method != "POST":
        return _profile(request, visitor, found)
    try:
        messages.success(request, _block(visitor, found, ends="unblock" in request.POST))
    except Exception as error:
        return _profile(request, visitor, found, refuse(error))
    return redirect("person", found.handle)


@require_safe
@for_people
def results(request: HttpRequest, visitor: User, handle: str, mode: str) -> HttpResponse:
    """List all that rated games did to a person's rating at a mode, the latest first."""
    found = _present(handle)
    if mode not in RATED_MODES:
        raise Http404
    changes = selectors.changes_of(user=found, mode=mode)
    page = rows_in(request, changes, selectors.NEWEST_FIRST)
    if page is None:
        return redirect("person-results", found.handle, mode)
    own = found.pk == visitor.pk
    shown = {
        "person": found,
        "mode": active_language().say(MODES[mode].title),
        "results": [_result(outputs.change(seat, own=own)) for seat in page.rows],
        "next": page.next,
    }
    return render(request, "web/results.html", shown)


def _present(handle: str) -> User:
    """Return the person with a handle; raises Http404."""
    found = user_by_handle(handle=handle)
    if found is None or not found.is_present:
        raise Http404
    return found


def _block(visitor: User, found: User, *, ends: bool) -> str:
    """Block a person, or end the block; return what the page says about it."""
    if ends:
        block_end(user=visitor, handle=found.handle)
        return gettext("The block has ended.")
    block_make(user=visitor, blocked=found)
    return gettext("Neither of you can sit down with the other now.")


def _profile(
    request: HttpRequest, visitor: User, found: User, refusal: Refusal | None = None
) -> HttpResponse:
    own = found.pk == visitor.pk
    shown = {
        "person": found,
        "own": own,
        "blocked": not own and blocks_of(user=visitor).filter(blocked=found).exists(),
        "refusal": refusal,
        "away_until": away_until(found),
        "reliability": reliability_of(user=found),
        "strengths": [
            _strength(found, rating, own=own) for rating in selectors.ratings_of(user=found)
        ],
    }
    page = render(request, "web/person.html", shown)
    page.status_code = refusal.status if refusal else page.status_code
    return page


def _strength(person: User, rating: Rating, *, own: bool) -> ModeStrength:
    seats = selectors.changes_of(user=person, mode=rating.mode)
    return ModeStrength(
        code=rating.mode,
        mode=active_language().say(MODES[rating.mode].title),
        range=range_of(rating.strength),
        games=rating.games,
        results=[_result(outputs.change(seat, own=own)) for seat in seats[:RESULTS]],
    )


def _result(change: outputs.RatingChange) -> RatedResult:
    if change.place is None:
        place = gettext("left the game")
    else:
        place = gettext("{place} of {players}").format(place=change.place, players=change.players)
    return RatedResult(change.at, place, change.game, change.after.value)
