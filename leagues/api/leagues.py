"""The views for leagues, their organisers and their invitations."""

from uuid import UUID

from rest_framework.request import Request

from accounts.log_in.authentication import requester
from accounts.models import User
from api.operations import CREATED, Members, operation
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from leagues import models, services
from leagues.entering import league_invitations
from leagues.inputs.leagues import (
    HandleSerializer,
    LeagueChangeSerializer,
    LeagueSerializer,
    LeaguesQuerySerializer,
)
from leagues.outputs import leagues as outputs
from leagues.season.invitation_states import invitations_of


class LeaguesView(ApiView, tag="leagues"):
    """The list of leagues, and the creation of leagues."""

    @operation("leagues_list", "Find leagues", LeaguesQuerySerializer, tagged=True, secretless=True)
    def get(self, request: Request, members: Members) -> outputs.LeaguePage:
        """Return public leagues, the newest first; or those that concern you."""
        user = requester(request)
        own = members.get("mine")
        found = services.leagues_of(user=user) if own else services.leagues_public()
        page = page_of(request, self, found, services.NEWEST_FIRST)
        return outputs.LeaguePage(outputs.leagues(user, page.rows), page.next)

    @operation("league_create", "Create a league", LeagueSerializer, status=CREATED)
    def post(self, request: Request, members: Members) -> outputs.League:
        """Create a league, and become its organiser."""
        user = requester(request)
        return _league_output(user, services.league_create(user=user, **members))


class LeagueView(ApiView, tag="leagues"):
    """One league."""

    @operation("league_get", "Look at a league", tagged=True, secretless=True)
    def get(self, request: Request, league_id: UUID) -> outputs.League:
        """Return the league; anyone with its address may see it, unless it is for the invited."""
        user = requester(request)
        return _league_output(user, services.league_get(user=user, league_id=league_id))

    @operation("league_change", "Change a league", LeagueChangeSerializer)
    def patch(self, request: Request, league_id: UUID, members: Members) -> outputs.League:
        """Change the name, the description or the access of your league."""
        user = requester(request)
        return _league_output(
            user, services.league_change(user=user, league_id=league_id, **members)
        )


class CloseLeagueView(ApiView, tag="leagues"):
    """The end of a league."""

    @operation("league_close", "Close a league")
    def post(self, request: Request, league_id: UUID) -> outputs.League:
        """Close your league, all of whose seasons are over, for good; it stays readable."""
        user = requester(request)
        return _league_output(user, services.league_close(user=user, league_id=league_id))


class OrganisersView(ApiView, tag="leagues"):
    """The organisers of a league."""

    @operation("organiser_offer", "Offer somebody to become an organiser", HandleSerializer)
    def post(self, request: Request, league_id: UUID, members: Members) -> outputs.League:
        """Offer the same rights over your league; to hand it over, leave once they accept."""
        user = requester(request)
        return _league_output(
            user, league_invitations.organiser_offer(user=user, league_id=league_id, **members)
        )


class OwnOfferView(ApiView, tag="leagues"):
    """One's own offer to become an organiser."""

    @operation("organiser_accept", "Become an organiser")
    def post(self, request: Request, league_id: UUID) -> outputs.League:
        """Accept the offer to become an organiser; you may then leave again, unless alone."""
        user = requester(request)
        return _league_output(
            user, league_invitations.organiser_accept(user=user, league_id=league_id)
        )

    @operation("organiser_decline", "Decline to become an organiser")
    def delete(self, request: Request, league_id: UUID) -> None:
        """Decline the offer to become an organiser; without one, nothing changes."""
        role = models.LeagueInvitation.Role.ORGANISER
        league_invitations.invitation_decline(
            user=requester(request), league_id=league_id, role=role
        )


class OrganiserView(ApiView, tag="leagues"):
    """An organiser of a league."""

    @operation("organiser_remove", "Remove an organiser")
    def delete(self, request: Request, league_id: UUID, handle: str) -> None:
        """Take somebody's rights over your league or withdraw the offer, or give up your own."""
        services.organiser_remove(user=requester(request), league_id=league_id, handle=handle)


class LeagueInvitationsView(ApiView, tag="leagues"):
    """The invitations to a league."""

    @operation(
        "league_invitations_list",
        "Who is invited to a league",
        PageQuerySerializer,
        tagged=True,
        secretless=True,
    )
    def get(self, request: Request, league_id: UUID) -> outputs.LeagueInviteePage:
        """Return whom you and other organisers have invited, the newest first."""
        found = league_invitations.invitations_made(user=requester(request), league_id=league_id)
        page = page_of(request, self, found, ("-id",))
        return outputs.LeagueInviteePage(outputs.invitees(page.rows), page.next)

    @operation("league_invite", "Invite somebody to a league", HandleSerializer)
    def post(self, request: Request, league_id: UUID, members: Members) -> outputs.League:
        """Let somebody see your league and register for its seasons; again changes nothing."""
        user = requester(request)
        return _league_output(
            user, league_invitations.league_invite(user=user, league_id=league_id, **members)
        )


class LeagueInvitationView(ApiView, tag="leagues"):
    """An invitation to a league."""

    @operation("league_invitation_withdraw", "Withdraw an invitation to a league")
    def delete(self, request: Request, league_id: UUID, handle: str) -> None:
        """Withdraw an invitation; people who have registered stay registered."""
        league_invitations.league_invitation_withdraw(
            user=requester(request), league_id=league_id, handle=handle
        )


class OwnLeagueInvitationView(ApiView, tag="leagues"):
    """One's own invitation to a league."""

    @operation("league_invitation_decline", "Decline an invitation to a league")
    def delete(self, request: Request, league_id: UUID) -> None:
        """Decline an invitation; if you have registered, you stay registered."""
        role = models.LeagueInvitation.Role.PLAYER
        league_invitations.invitation_decline(
            user=requester(request), league_id=league_id, role=role
        )


class MyLeagueInvitationsView(ApiView, tag="leagues"):
    """The invitations to leagues that the requester may accept."""

    @operation(
        "me_league_invitations_list",
        "Your invitations to leagues",
        PageQuerySerializer,
        tagged=True,
        secretless=True,
    )
    def get(self, request: Request) -> outputs.LeagueInvitationPage:
        """Return your open invitations, the newest first: neither declined nor accepted."""
        found = invitations_of(user=requester(request))
        page = page_of(request, self, found, ("-id",))
        return outputs.LeagueInvitationPage(outputs.invitations(page.rows), page.next)


def _league_output(user: User, league: models.League) -> outputs.League:
    (shown,) = outputs.leagues(user, [league])
    return shown
