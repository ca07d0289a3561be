"""The views for ratings and leaderboards."""

from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.api.views import find_person
from accounts.log_in.authentication import requester
from api.operations import Members, operation
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from ratings import outputs, selectors
from ratings.inputs import ChangesQuerySerializer
from ratings.results import RATED_MODES


class RatingsView(ApiView, tag="players"):
    """A person's ratings."""

    @operation("player_ratings_get", "How strong is this player?", tagged=True, secretless=True)
    def get(self, _request: Request, handle: str) -> outputs.Ratings:
        """Return a person's rating at each mode in which they finished a rated game."""
        user = find_person(handle)
        return outputs.ratings(user, selectors.ratings_of(user=user))


class RatingHistoryView(ApiView, tag="players"):
    """The history of a person's rating."""

    @operation(
        "player_ratings_history_list", "How did it change?", ChangesQuerySerializer, tagged=True
    )
    def get(self, request: Request, handle: str, members: Members) -> outputs.RatingChangePage:
        """Return what each rated game did to a person's rating at a mode, the latest first."""
        user = find_person(handle)
        found = selectors.changes_of(user=user, mode=members["mode"])
        page = page_of(request, self, found, selectors.NEWEST_FIRST)
        own = requester(request).pk == user.pk
        results = [outputs.change(seat, own=own) for seat in page.rows]
        return outputs.RatingChangePage(results=results, next=page.next)


class LeaderboardView(ApiView, tag="players"):
    """The leaderboard of a mode."""

    @operation(
        "leaderboard_get", "Who is strongest?", PageQuerySerializer, tagged=True, secretless=True
    )
    def get(self, request: Request, mode: str) -> outputs.Leaderboard:
        """Return the people with the best ratings at a mode, the best first.

        Provisional ratings are left out, and people who chose not to be listed. Only the best 1,000
        are looked through.
        """
        if mode not in RATED_MODES:
            raise NotFound
        listed = selectors.leaders(mode=mode)
        page = page_of(request, self, listed, selectors.BEST_FIRST)
        places = selectors.places_of(page.rows, mode=mode)
        results = [outputs.leader(*each) for each in zip(places, page.rows, strict=True)]
        return outputs.Leaderboard(results=results, next=page.next)


class HouseRatingsView(ApiView, tag="players"):
    """The ratings of house players."""

    @operation("house_ratings_get", "How strong is the house?", tagged=True, secretless=True)
    def get(self, _request: Request, mode: str) -> outputs.HouseRatings:
        """Return the levels of house players by their ratings, which no person's depend on."""
        if mode not in RATED_MODES:
            raise NotFound
        return outputs.house_ratings(selectors.house_ratings(mode=mode))
