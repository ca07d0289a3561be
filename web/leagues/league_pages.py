"""The pages of leagues: the list, a league, and creating one."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from leagues import services
from leagues.entering import league_invitations
from leagues.entering.declarations import call_off_reasons
from leagues.inputs.leagues import LONGEST_ABOUT, LeagueSerializer
from leagues.models import League, LeagueInvitation, Season
from leagues.refusals import LeagueNotFoundError
from leagues.season.invitation_states import invitations_of
from leagues.spelling import NAME_LENGTH
from web.frame.acts import Act, ActPage, Done
from web.frame.forms import FormField
from web.frame.queries import number_in
from web.leagues.season import describe_season

LISTED: Final = 30  # leagues on a page
LAST: Final = 30  # page
SEASONS: Final = 50
INVITATIONS: Final = 20
Role = LeagueInvitation.Role


class LeaguesPage(ActPage):
    """The public leagues, one's own, and one's invitations to leagues."""

    template = "web/leagues.html"
    invitations: Sequence[LeagueInvitation]

    def look(self, ids: Mapping[str, Any]) -> None:  # noqa: ARG002 - as all pages
        self.invitations = []
        if self.user is not None:
            self.invitations = list(invitations_of(user=self.user)[:INVITATIONS])

    def context(self) -> dict[str, Any]:
        number = min(max(number_in(self.request, "page"), 1), LAST)
        found = self._newest(services.leagues_public())
        listed = list(found[LISTED * (number - 1) : LISTED * number + 1])
        own = services.leagues_of(user=self.user) if self.user else League.objects.none()
        return {
            "own": self._newest(own)[:LISTED],
            "invitations": self.invitations,
            "listed": listed[:LISTED],
            "number": number,
            "next": number + 1 if len(listed) > LISTED and number < LAST else None,
        }

    def acts(self) -> Sequence[Act]:
        return [
            Act(
                f"decline-{each.pk}",
                "",
                gettext("Decline"),
                partial(self._decline, each),
                told=gettext("You have declined the invitation."),
            )
            for each in self.invitations
        ]

    def _decline(self, invitation: LeagueInvitation, _members: dict[str, Any]) -> None:
        league_invitations.invitation_decline(
            user=self.person, league_id=invitation.league_id, role=invitation.role
        )

    @staticmethod
    def _newest(leagues: QuerySet[League]) -> QuerySet[League]:
        return leagues.order_by(*services.NEWEST_FIRST)


class NewLeaguePage(ActPage):
    """Creating a league."""

    template = "web/league_new.html"
    needs_log_in = True

    def acts(self) -> Sequence[Act]:
        return [
            Act(
                "create",
                "",
                gettext("Create the league"),
                self._create,
                league_fields(),
                LeagueSerializer,
                told=gettext("The league has been created. You are its organiser."),
            )
        ]

    def _create(self, members: dict[str, Any]) -> Done:
        league = services.league_create(user=self.person, **members)
        return Done(reverse("league-page", args=[league.pk]))


class OneLeaguePage(ActPage):
    """The base of pages about a league."""

    league: League
    organised: bool
    only_organisers: ClassVar[bool] = False

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find the league; pages for organisers only hide from others."""
        self.league = services.league_get(user=self.user, league_id=ids["league_id"])
        self.organised = services.is_organiser(self.league.pk, self.user)
        if self.only_organisers and not self.organised:
            raise LeagueNotFoundError

    def context(self) -> dict[str, Any]:
        return {"league": self.league, "organised": self.organised}


class LeagueDetailPage(OneLeaguePage):
    """A league and its seasons, the last first; drafts only to its organisers."""

    template = "web/league.html"

    def context(self) -> dict[str, Any]:
        seasons = self.league.seasons.order_by("-number")
        if not self.organised:
            seasons = seasons.exclude(state=Season.State.DRAFT)
        listed = list(seasons[:SEASONS])
        reasons = call_off_reasons(listed)
        shown = [
            (each, describe_season(each, self.zone.key), reasons.get(each.pk, ""))
            for each in listed
        ]
        handles = self.league.organisers.values_list("user__handle", flat=True).order_by("pk")
        return super().context() | {"seasons": shown, "organisers": list(handles)}

    def acts(self) -> Sequence[Act]:
        if self.user is None:
            return []
        offered, invited = (self._has(role) for role in (Role.ORGANISER, Role.PLAYER))
        about: dict[str, Any] = {"user": self.user, "league_id": self.league.pk}
        return [
            Act(
                "accept-offer",
                gettext("You are asked to organise this league"),
                gettext("Become an organiser"),
                lambda _: league_invitations.organiser_accept(**about),
                intro=gettext(
                    "Organisers have equal rights: they declare seasons, start them, correct "
                    "results and answer questions. You may leave again, unless you are the last."
                ),
                told=gettext("You now organise this league."),
                offered=offered,
            ),
            Act(
                "decline-offer",
                gettext("Decline to organise"),
                gettext("Decline the offer"),
                lambda _: league_invitations.invitation_decline(role=Role.ORGANISER, **about),
                told=gettext("You have declined the offer."),
                offered=offered,
                folded=True,
            ),
            Act(
                "decline-invitation",
                gettext("Decline the invitation"),
                gettext("Decline the invitation"),
                self._decline,
                told=gettext("You have declined the invitation."),
                offered=invited,
                folded=True,
            ),
        ]

    def _has(self, role: str) -> bool:
        open_ones = invitations_of(user=self.person)
        return open_ones.filter(league=self.league, role=role).exists()

    def _decline(self, _members: dict[str, Any]) -> Done:
        league_invitations.invitation_decline(
            user=self.person, league_id=self.league.pk, role=Role.PLAYER
        )
        return Done(reverse("leagues-page"))


def league_fields(league: League | None = None) -> list[FormField]:
    return [
        FormField(
            "name",
            gettext("Name"),
            help=gettext("If this league is public, no other public league may have this name."),
            value=league and league.name,
            most=NAME_LENGTH,
            needed=True,
        ),
        FormField(
            "about",
            gettext("What it is about"),
            "lines",
            gettext("Who it is for, how often it plays, and which customs it has."),
            value=league and league.about,
            most=LONGEST_ABOUT,
        ),
        FormField(
            "access",
            gettext("Who may see it and register"),
            "choice",
            choices=[
                (League.Access.PUBLIC, gettext("Everybody: it is in the list of leagues")),
                (League.Access.LINK, gettext("Everybody who has its address")),
                (League.Access.INVITATION, gettext("People who are invited")),
            ],
            value=league.access if league else League.Access.PUBLIC,
        ),
    ]
