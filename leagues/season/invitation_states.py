"""Which invitations to leagues are open, and which were accepted."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from leagues.models import EntrantPlayer, LeagueInvitation

Role = LeagueInvitation.Role


def invitations_of(*, user: User) -> QuerySet[LeagueInvitation]:
    """Return the open invitations of `user`, the newest first.

    A person who has registered for a season has accepted the invitation to its league.
    """
    found = LeagueInvitation.objects.filter(user=user, declined_at=None).exclude(accepted())
    return found.select_related("league", "by").order_by("-id")


def invitations_expired(role: str) -> QuerySet[LeagueInvitation]:
    """Return the invitations of a role that expire with time.

    Those of people who take part in the league stay, since they may register again.
    """
    return LeagueInvitation.objects.filter(role=role).exclude(accepted())


def accepted() -> Q:
    """Return which invitations to play were accepted by registering for a season."""
    entered = EntrantPlayer.objects.filter(season__league=OuterRef("league"), user=OuterRef("user"))
    return Q(Exists(entered), role=Role.PLAYER)
