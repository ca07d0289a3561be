"""Invitations to leagues, and offers to become an organiser, which the person accepts.

Each function is one transaction. A function that invites locks the people concerned, then the
league, so an invitation comes before a block or after it (`accounts.blocks`).
"""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.blocks import people_lock
from accounts.handles import has_handle
from accounts.models import User
from accounts.signals import person_blocked
from games.guards import find_declining, find_people
from games.refusals import NotAllowedError
from leagues.models import League, LeagueInvitation, Organiser
from leagues.notices.kinds.league_invitation import LEAGUE_INVITATION, VERSIONS
from leagues.refusals import SeasonError
from leagues.services import (
    check_not_closed,
    check_organiser,
    league_get,
    league_lock_to_change,
    leagues_open,
)
from notifications.sending.outbox import PersonNews, news_write_once
from quotas.records.games import INVITATIONS_A_DAY
from quotas.records.leagues import LEAGUE_CHANGES_A_DAY, LEAGUES
from quotas.services import check, spend

MOST_ORGANISERS: Final = 10
"""Organisers of a league, and people to whom that is offered."""
MOST_INVITED: Final = 1000
KEPT: Final = {
    LeagueInvitation.Role.PLAYER: timedelta(days=180),
    LeagueInvitation.Role.ORGANISER: timedelta(days=30),
}
"""How long after it was made an invitation is deleted."""
Role = LeagueInvitation.Role


def invitations_made(*, user: User, league_id: UUID) -> QuerySet[LeagueInvitation]:
    """Return the invitations to a league, and the offers to organise it, to an organiser.

    Those that were declined are among them, as the others are: otherwise the list would say who
    has blocked whom. Raises LeagueNotFoundError, NotAllowedError.
    """
    league = league_get(user=user, league_id=league_id)
    check_organiser(league.pk, user)
    return league.invitations.select_related("user")


@transaction.atomic
def league_invite(*, user: User, league_id: UUID, handle: str) -> League:
    """Invite somebody to see a league and to register, and tell them; again changes nothing.

    For somebody who has blocked `user`, the invitation is declined at once, and nobody is told.
    Raises ValidationError for an unknown handle and for somebody whom `user` has blocked,
    SeasonError `league_closed` and `too_many_invited`, and QuotaError above `invitations_a_day`.
    """
    league, found = _locked(user, league_id, handle)
    if not league.invitations.filter(user=found, role=Role.PLAYER).exists():
        if league.invitations.filter(role=Role.PLAYER).count() >= MOST_INVITED:
            refusal = gettext(
                "{limit} people are already invited to this league. Withdraw an invitation first."
            )
            raise SeasonError("too_many_invited", refusal.format(limit=MOST_INVITED))
        _invite(user, league, found, Role.PLAYER)
    return league


@transaction.atomic
def organiser_offer(*, user: User, league_id: UUID, handle: str) -> League:
    """Offer somebody to become an organiser, and tell them.

    Again, or to an organiser, it changes nothing. Raises what `league_invite` does, and SeasonError
    `too_many_organisers`.
    """
    league, found = _locked(user, league_id, handle)
    known = league.organisers.filter(user=found).exists()
    if not known and not league.invitations.filter(user=found, role=Role.ORGANISER).exists():
        offered = league.invitations.filter(role=Role.ORGANISER).count()
        if league.organisers.count() + offered >= MOST_ORGANISERS:
            refusal = ngettext(
                "A league has at most {limit} organiser.",
                "A league has at most {limit} organisers.",
                MOST_ORGANISERS,
            )
            raise SeasonError("too_many_organisers", refusal.format(limit=MOST_ORGANISERS))
        _invite(user, league, found, Role.ORGANISER)
    return league


@transaction.atomic
def organiser_accept(*, user: User, league_id: UUID) -> League:
    """Become an organiser to whom this was offered; again changes nothing.

    Raises LeagueNotFoundError, NotAllowedError without an offer, and QuotaError for a league too
    many.
    """
    league = league_get(user=user, league_id=league_id, lock=True)
    spend(str(user.pk), LEAGUE_CHANGES_A_DAY)
    if league.organisers.filter(user=user).exists():
        return league
    offers = league.invitations.filter(user=user, role=Role.ORGANISER, declined_at=None)
    if not offers.exists():
        raise NotAllowedError(gettext("Nobody offers you to organise this league."))
    check(LEAGUES, leagues_open(user=user).count())
    offers.delete()
    Organiser.objects.create(league=league, user=user)
    return league


@transaction.atomic
def invitation_decline(*, user: User, league_id: UUID, role: str) -> None:
    """Decline an invitation; without one, this changes nothing."""
    spend(str(user.pk), LEAGUE_CHANGES_A_DAY)
    found = LeagueInvitation.objects.filter(league=league_id, user=user, role=role)
    found.filter(declined_at=None).update(declined_at=timezone.now())


@transaction.atomic
def league_invitation_withdraw(*, user: User, league_id: UUID, handle: str) -> None:
    """Withdraw an invitation to a league; no invitation changes nothing."""
    league = league_lock_to_change(user, league_id)
    league.invitations.filter(has_handle(handle, "user"), role=Role.PLAYER).delete()


@receiver(person_blocked)
def invitations_end(*, user: User, blocked: User, **_: Any) -> None:
    """End the invitations between `user` and a person whom they have blocked, as if by hand."""
    LeagueInvitation.objects.filter(user=blocked, by=user).delete()
    theirs = LeagueInvitation.objects.filter(user=user, by=blocked, declined_at=None)
    theirs.update(declined_at=timezone.now())


def _locked(user: User, league_id: UUID, handle: str) -> tuple[League, User]:
    (found,) = find_people([handle], "handle")
    people_lock(user, found)
    league = league_lock_to_change(user, league_id)
    check_not_closed(league)
    return league, found


def _invite(user: User, league: League, invited: User, role: str) -> None:
    spend(str(user.pk), INVITATIONS_A_DAY)
    declines = bool(find_declining(user, [invited], "handle"))
    LeagueInvitation.objects.create(
        league=league,
        user=invited,
        role=role,
        by=user,
        declined_at=timezone.now() if declines else None,
    )
    if not declines:
        news = PersonNews(invited.pk, LEAGUE_INVITATION.key, VERSIONS[Role(role)])
        news_write_once(about=str(league.pk), news=news)
