"""The views for leagues, their organisers and their invitations."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from accounts.models import User
from api.answers import IF_NONE_MATCH, UNCHANGED, json_answer, tagged_answer, without_secrets
from api.inputs import EmptySerializer, read_input
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from leagues import inviting, models, organising
from leagues.inputs.leagues import (
    HandleSerializer,
    LeagueChangeSerializer,
    LeagueSerializer,
    LeaguesQuerySerializer,
)
from leagues.invited import invitations_of
from leagues.outputs import leagues as outputs

CREATED = 201
NO_CONTENT = 204


@extend_schema(tags=["leagues"])
class LeaguesView(ApiView):
    """The list of leagues, and the creation of leagues."""

    @extend_schema(
        operation_id="leagues_list",
        summary="Find leagues",
        parameters=[LeaguesQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.LeaguePage, 304: UNCHANGED},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return public leagues, the newest first; or those that concern you."""
        filters = read_input(LeaguesQuerySerializer, request.query_params)
        user = requester(request)
        own = filters.get("mine")
        found = organising.leagues_of(user=user) if own else organising.leagues_public()
        page = page_of(request, self, found, organising.NEWEST_FIRST)
        body = outputs.LeaguePage(outputs.leagues(user, page.rows), page.next)
        return without_secrets(tagged_answer(request, body))

    @extend_schema(
        operation_id="league_create",
        summary="Create a league",
        request=LeagueSerializer,
        responses={CREATED: outputs.League},
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a league, and become its organiser."""
        members = read_input(LeagueSerializer, request.data)
        user = requester(request)
        league = organising.league_create(user=user, **members)
        return json_answer(_shown(user, league), CREATED)


@extend_schema(tags=["leagues"])
class LeagueView(ApiView):
    """One league."""

    @extend_schema(
        operation_id="league_get",
        summary="Look at a league",
        parameters=[IF_NONE_MATCH],
        responses={200: outputs.League, 304: UNCHANGED},
    )
    def get(self, request: Request, league_id: UUID) -> HttpResponse:
        """Return the league; whoever has its address may see it, unless it is for the invited."""
        user = requester(request)
        league = organising.league_get(user=user, league_id=league_id)
        return without_secrets(tagged_answer(request, _shown(user, league)))

    @extend_schema(
        operation_id="league_change",
        summary="Change a league",
        request=LeagueChangeSerializer,
        responses=outputs.League,
    )
    def patch(self, request: Request, league_id: UUID) -> HttpResponse:
        """Change the name, the description or the access of your league."""
        members = read_input(LeagueChangeSerializer, request.data)
        user = requester(request)
        league = organising.league_change(user=user, league_id=league_id, **members)
        return json_answer(_shown(user, league))


@extend_schema(tags=["leagues"])
class CloseLeagueView(ApiView):
    """The end of a league."""

    @extend_schema(
        operation_id="league_close",
        summary="Close a league",
        request=EmptySerializer,
        responses=outputs.League,
    )
    def post(self, request: Request, league_id: UUID) -> HttpResponse:
        """Close your league, all of whose seasons are over, for good; it stays readable."""
        read_input(EmptySerializer, request.data)
        user = requester(request)
        return json_answer(_shown(user, organising.league_close(user=user, league_id=league_id)))


@extend_schema(tags=["leagues"])
class OrganisersView(ApiView):
    """The organisers of a league."""

    @extend_schema(
        operation_id="organiser_offer",
        summary="Offer somebody to become an organiser",
        request=HandleSerializer,
        responses=outputs.League,
    )
    def post(self, request: Request, league_id: UUID) -> HttpResponse:
        """Offer the same rights over your league; to hand it over, leave once they accept."""
        members = read_input(HandleSerializer, request.data)
        user = requester(request)
        league = inviting.organiser_offer(user=user, league_id=league_id, **members)
        return json_answer(_shown(user, league))


@extend_schema(tags=["leagues"])
class OwnOfferView(ApiView):
    """One's own offer to become an organiser."""

    @extend_schema(
        operation_id="organiser_accept",
        summary="Become an organiser",
        request=EmptySerializer,
        responses=outputs.League,
    )
    def post(self, request: Request, league_id: UUID) -> HttpResponse:
        """Accept the offer to become an organiser; you may then leave again, unless alone."""
        read_input(EmptySerializer, request.data)
        user = requester(request)
        return json_answer(_shown(user, inviting.organiser_accept(user=user, league_id=league_id)))

    @extend_schema(
        operation_id="organiser_decline",
        summary="Decline to become an organiser",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, league_id: UUID) -> HttpResponse:
        """Decline the offer to become an organiser; without one, nothing changes."""
        role = models.LeagueInvitation.Role.ORGANISER
        inviting.invitation_decline(user=requester(request), league_id=league_id, role=role)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["leagues"])
class OrganiserView(ApiView):
    """An organiser of a league."""

    @extend_schema(
        operation_id="organiser_remove",
        summary="Remove an organiser",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, league_id: UUID, handle: str) -> HttpResponse:
        """Take somebody's rights over your league or withdraw the offer, or give up your own."""
        organising.organiser_remove(user=requester(request), league_id=league_id, handle=handle)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["leagues"])
class LeagueInvitationsView(ApiView):
    """The invitations to a league."""

    @extend_schema(
        operation_id="league_invitations_list",
        summary="Who is invited to a league",
        parameters=[PageQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.LeagueInviteePage, 304: UNCHANGED},
    )
    def get(self, request: Request, league_id: UUID) -> HttpResponse:
        """Return whom you and other organisers have invited, the newest first."""
        read_input(PageQuerySerializer, request.query_params)
        found = inviting.invitations_made(user=requester(request), league_id=league_id)
        page = page_of(request, self, found, ("-id",))
        body = outputs.LeagueInviteePage(outputs.invitees(page.rows), page.next)
        return without_secrets(tagged_answer(request, body))

    @extend_schema(
        operation_id="league_invite",
        summary="Invite somebody to a league",
        request=HandleSerializer,
        responses=outputs.League,
    )
    def post(self, request: Request, league_id: UUID) -> HttpResponse:
        """Let somebody see your league and register for its seasons; again changes nothing."""
        members = read_input(HandleSerializer, request.data)
        user = requester(request)
        league = inviting.league_invite(user=user, league_id=league_id, **members)
        return json_answer(_shown(user, league))


@extend_schema(tags=["leagues"])
class LeagueInvitationView(ApiView):
    """An invitation to a league."""

    @extend_schema(
        operation_id="league_invitation_withdraw",
        summary="Withdraw an invitation to a league",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, league_id: UUID, handle: str) -> HttpResponse:
        """Withdraw an invitation; whoever has registered stays."""
        inviting.league_invitation_withdraw(
            user=requester(request), league_id=league_id, handle=handle
        )
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["leagues"])
class OwnLeagueInvitationView(ApiView):
    """One's own invitation to a league."""

    @extend_schema(
        operation_id="league_invitation_decline",
        summary="Decline an invitation to a league",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, league_id: UUID) -> HttpResponse:
        """Decline an invitation; if you have registered, you stay registered."""
        role = models.LeagueInvitation.Role.PLAYER
        inviting.invitation_decline(user=requester(request), league_id=league_id, role=role)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["leagues"])
class MyLeagueInvitationsView(ApiView):
    """The invitations to leagues that the requester may accept."""

    @extend_schema(
        operation_id="me_league_invitations_list",
        summary="Your invitations to leagues",
        parameters=[PageQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.LeagueInvitationPage, 304: UNCHANGED},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return your open invitations, the newest first: neither declined nor accepted."""
        read_input(PageQuerySerializer, request.query_params)
        found = invitations_of(user=requester(request))
        page = page_of(request, self, found, ("-id",))
        body = outputs.LeagueInvitationPage(outputs.invitations(page.rows), page.next)
        return without_secrets(tagged_answer(request, body))


def _shown(user: User, league: models.League) -> outputs.League:
    (shown,) = outputs.leagues(user, [league])
    return shown
