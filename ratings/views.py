"""The views for ratings and leaderboards."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.authentication import requester
from accounts.models import User
from accounts.selectors import user_by_handle
from api.answers import IF_NONE_MATCH, UNCHANGED, tagged_answer, without_secrets
from api.inputs import read_input
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from ratings import outputs, selectors
from ratings.inputs import ChangesQuerySerializer
from ratings.results import RATED_MODES


@extend_schema(tags=["players"])
class RatingsView(ApiView):
    """A person's ratings."""

    @extend_schema(
        operation_id="player_ratings_get",
        summary="How strong is this player?",
        parameters=[IF_NONE_MATCH],
        responses={200: outputs.Ratings, 304: UNCHANGED},
    )
    def get(self, request: Request, handle: str) -> HttpResponse:
        """Return a person's rating at each mode in which they finished a rated game."""
        user = _person(handle)
        body = outputs.ratings(user, selectors.ratings_of(user=user))
        return without_secrets(tagged_answer(request, body))


@extend_schema(tags=["players"])
class RatingHistoryView(ApiView):
    """The history of a person's rating."""

    @extend_schema(
        operation_id="player_ratings_history_list",
        summary="How did it change?",
        parameters=[ChangesQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.RatingChangePage, 304: UNCHANGED},
    )
    def get(self, request: Request, handle: str) -> HttpResponse:
        """Return what each rated game did to a person's rating at a mode, the latest first."""
        query = read_input(ChangesQuerySerializer, request.query_params)
        user = _person(handle)
        found = selectors.changes_of(user=user, mode=query["mode"])
        page = page_of(request, self, found, selectors.NEWEST_FIRST)
        own = requester(request).pk == user.pk
        results = [outputs.change(seat, own=own) for seat in page.rows]
        body = outputs.RatingChangePage(results=results, next=page.next)
        return tagged_answer(request, body)


@extend_schema(tags=["players"])
class LeaderboardView(ApiView):
    """The leaderboard of a mode."""

    @extend_schema(
        operation_id="leaderboard_get",
        summary="Who is strongest?",
        parameters=[PageQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.Leaderboard, 304: UNCHANGED},
    )
    def get(self, request: Request, mode: str) -> HttpResponse:
        """Return the people with the best ratings at a mode, the best first.

        Provisional ratings are left out, and people who chose not to be listed. Only the best 1,000
        are looked through.
        """
        read_input(PageQuerySerializer, request.query_params)
        if mode not in RATED_MODES:
            raise NotFound
        listed = selectors.leaders(mode=mode)
        page = page_of(request, self, listed, selectors.BEST_FIRST)
        places = selectors.places_of(page.rows, mode=mode)
        results = [outputs.leader(*each) for each in zip(places, page.rows, strict=True)]
        body = outputs.Leaderboard(results=results, next=page.next)
        return without_secrets(tagged_answer(request, body))


@extend_schema(tags=["players"])
class HouseRatingsView(ApiView):
    """The ratings of house players."""

    @extend_schema(
        operation_id="house_ratings_get",
        summary="How strong is the house?",
        parameters=[IF_NONE_MATCH],
        responses={200: outputs.HouseRatings, 304: UNCHANGED},
    )
    def get(self, request: Request, mode: str) -> HttpResponse:
        """Return the levels of house players by their ratings, which no person's depend on."""
        if mode not in RATED_MODES:
            raise NotFound
        body = outputs.house_ratings(selectors.house_ratings(mode=mode))
        return without_secrets(tagged_answer(request, body))


def _person(handle: str) -> User:
    """Return the person with a handle; raises NotFound."""
    user = user_by_handle(handle=handle)
    if user is None or not user.is_present:
        raise NotFound
    return user
