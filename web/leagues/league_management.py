"""The page of a league for its organisers: its name, its people and its end."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext

from leagues import services
from leagues.entering import league_invitations
from leagues.inputs.leagues import HandleSerializer, LeagueSerializer
from leagues.models import LeagueInvitation
from web.frame.acts import Act, Done
from web.frame.forms import FormField
from web.leagues.league_pages import OneLeaguePage, league_fields

INVITED: Final = 100  # listed
LONGEST_HANDLE: Final = 64
Role = LeagueInvitation.Role


class LeagueManagementPage(OneLeaguePage):
    """Looking after a league."""

    template = "web/league_organise.html"
    needs_log_in = True
    only_organisers = True

    def context(self) -> dict[str, Any]:
        made = league_invitations.invitations_made(user=self.person, league_id=self.league.pk)
        players = made.filter(role=Role.PLAYER).order_by("user__handle")
        return super().context() | {
            "organisers": self._organisers(),
            "offers": self._offered(),
            "invited": [each.user.handle for each in players[:INVITED]],
            "invited_count": players.count(),
        }

    def acts(self) -> Sequence[Act]:
        return [
            Act(
                "change",
                gettext("Name and access"),
                gettext("Save"),
                lambda members: self._do(services.league_change, **members),
                league_fields(self.league),
                LeagueSerializer,
                told=gettext("The league has been changed."),
            ),
            *self._about_players(),
            *self._about_organisers(),
            Act(
                "close",
                gettext("Close the league for good"),
                gettext("Close the league"),
                lambda _: self._do(services.league_close),
                intro=gettext(
                    "A closed league has no more seasons and invitations, and leaves the list. "
                    "People who could read it still can. All its seasons must be over. This cannot "
                    "be undone."
                ),
                told=gettext("The league is closed."),
                offered=self.league.closed_at is None,
                folded=True,
                final=True,
            ),
        ]

    def _about_players(self) -> Sequence[Act]:
        return [
            Act(
                "invite",
                gettext("Invite somebody"),
                gettext("Invite"),
                lambda members: self._do(league_invitations.league_invite, **members),
                [_handle()],
                HandleSerializer,
                intro=gettext(
                    "They can see the league and register, no matter who else may. They are told, "
                    "and can decline."
                ),
                told=gettext("They are invited."),
                offered=self.league.closed_at is None,
            ),
            Act(
                "withdraw-invitation",
                gettext("Withdraw an invitation"),
                gettext("Withdraw the invitation"),
                lambda members: self._do(league_invitations.league_invitation_withdraw, **members),
                [_handle()],
                HandleSerializer,
                intro=gettext("People who have registered for a season stay registered."),
                told=gettext("The invitation is withdrawn."),
                folded=True,
            ),
        ]

    def _about_organisers(self) -> Sequence[Act]:
        own = self.person.handle
        return [
            Act(
                "offer",
                gettext("Ask somebody to organise"),
                gettext("Ask them"),
                lambda members: self._do(league_invitations.organiser_offer, **members),
                [_handle()],
                HandleSerializer,
                intro=gettext(
                    "They get the same rights as you once they accept. To hand the league over, "
                    "ask your successor, and leave when they have accepted. They are told, and can "
                    "decline."
                ),
                told=gettext("They are asked. The league's page lets them accept or decline."),
                offered=self.league.closed_at is None,
            ),
            *(
                Act(
                    f"remove-{handle}",
                    gettext("Remove {handle}").format(handle=handle),
                    gettext("Remove {handle}").format(handle=handle),
                    partial(self._remove, handle),
                    intro=gettext("They lose their rights over this league, or the offer."),
                    told=gettext("They no longer organise this league."),
                    folded=True,
                    final=True,
                )
                for handle in [*self._organisers(), *self._offered()]
                if handle != own
            ),
            Act(
                "leave",
                gettext("Leave the organisers"),
                gettext("Give up my rights"),
                partial(self._remove, own),
                intro=gettext("You no longer organise this league. Others can ask you again."),
                told=gettext("You no longer organise this league."),
                folded=True,
                final=True,
            ),
        ]

    def _organisers(self) -> list[str]:
        found = self.league.organisers.order_by("pk")
        return list(found.values_list("user__handle", flat=True))

    def _offered(self) -> list[str]:
        made = league_invitations.invitations_made(user=self.person, league_id=self.league.pk)
        offers = made.filter(role=Role.ORGANISER).order_by("user__handle")
        return [each.user.handle for each in offers]

    def _remove(self, handle: str, _members: dict[str, Any]) -> Done | None:
        self._do(services.organiser_remove, handle=handle)
        return None if handle != self.person.handle else Done(reverse("leagues-page"))

    def _do(self, service: Any, **members: Any) -> None:
        service(user=self.person, league_id=self.league.pk, **members)


def _handle() -> FormField:
    return FormField("handle", gettext("Handle"), most=LONGEST_HANDLE, needed=True)
