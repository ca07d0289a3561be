"""The person is invited to a league, or is asked to organise it."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from leagues.isolation import begin, fill
from leagues.models import League, LeagueInvitation, Season
from leagues.notices.kinds.season import page_of, when
from leagues.season.invitation_states import invitations_of
from notifications.kinds.record import Kind
from notifications.letters import Letter, LetterEntry, Topic
from notifications.models import Notice

Role = LeagueInvitation.Role
VERSIONS: Final = {Role.PLAYER: 0, Role.ORGANISER: 1}
"""The versions of what is told of a league; each once to a person, however often they are asked."""
MOST: Final = 5  # seasons that a message lists


def _page_of(league_id: str) -> str:
    return f"{settings.BASE_URL}{reverse('league-page', args=[league_id])}"


LEAGUE: Final = Topic(name="league", url=_page_of)


def is_open(notice: Notice) -> bool:
    """Return whether the invitation is neither declined nor accepted nor withdrawn."""
    return _invitation(notice) is not None


def letter(notice: Notice) -> Letter:
    invitation = _invitation(notice)
    if invitation is None:
        raise ValueError(f"The invitation of notice {notice.pk} is gone.")
    league = invitation.league
    who = invitation.by.handle if invitation.by else gettext("somebody")
    if invitation.role == Role.ORGANISER:
        title = gettext("you are asked to organise a league")
        first = gettext("{who} asks you to organise the league {league}.")
        then = gettext(
            "Organisers have equal rights: they declare seasons, start them, correct results and "
            "answer questions. You only become one if you accept."
        )
        entries: list[LetterEntry] = []
    else:
        title = gettext("you are invited to a league")
        first = gettext("{who} invites you to the league {league}.")
        then = gettext(
            "Register for a season to accept, or decline on the page of the league. You will be "
            "told when registration for a season opens."
        )
        entries = list(_seasons(league, notice))
    return Letter(
        subject=fill(gettext("Illimat in {league}: {about}"), league=league.name, about=title),
        title=title,
        company=fill("{league}", league=league.name),
        paragraphs=[begin(fill(first, who=who, league=league.name)), then],
        entries=entries,
        url=_page_of(notice.about),
        action=gettext("Accept or decline"),
        because=gettext("You get this mail because you are invited to this league."),
    )


def _seasons(league: League, notice: Notice) -> Iterator[LetterEntry]:
    seasons = league.seasons.filter(state=Season.State.REGISTRATION).order_by("number")
    words = gettext("Registration is open until {start}: {season}")
    for season in seasons[:MOST]:
        told = fill(words, start=when(season.starts_at, notice), season=season.name)
        yield LetterEntry(told, page_of(str(season.pk)))


def _invitation(notice: Notice) -> LeagueInvitation | None:
    if notice.person is None:
        return None
    found = invitations_of(user=notice.person).filter(league=UUID(notice.about))
    role = next(role for role, version in VERSIONS.items() if version == notice.version)
    return found.filter(role=role).first()


LEAGUE_INVITATION = Kind(
    key="league_invitation",
    label=gettext_lazy("an invitation to a league"),
    holds=is_open,
    topic=LEAGUE,
    letter=letter,
)
