"""Registration for a season opens in a league in which the person has played, or is invited."""

from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from accounts.blocks import blocks_between
from accounts.models import User
from leagues.isolation import fill
from leagues.models import EntrantPlayer, EventAuthor, LeagueInvitation, Season
from leagues.notices.kinds.season import SEASON, letter_about, names_in, season_of, when
from notifications.kinds.record import Kind
from notifications.letters import Letter
from notifications.models import Notice

LAST: Final = 2  # seasons whose people are told of the next
State = Season.State


def readers_of(season: Season, only: User | None = None) -> list[int]:
    """Return the ids of those who are told, in order: entrants of the last seasons, and invited.

    Seasons that were called off do not count, and people who declined the invitation are left out.
    """
    before = season.league.seasons.filter(number__lt=season.number)
    played = before.exclude(state__in=(State.DRAFT, State.CALLED_OFF)).order_by("-number")[:LAST]
    players = EntrantPlayer.objects.filter(season__in=[each.pk for each in played])
    invitations = season.league.invitations.filter(role=LeagueInvitation.Role.PLAYER)
    about = Q(user=only) if only else Q(user__isnull=False)
    readers = set(players.filter(about).values_list("user", flat=True))
    for person, declined in invitations.filter(about).values_list("user", "declined_at"):
        (readers.discard if declined else readers.add)(person)
    return sorted(readers)


def may_enter(notice: Notice) -> bool:
    """Return whether registration is open, and the reader is still to be told and has not entered.

    A person who has blocked the organiser who opened it is not told.
    """
    season, reader = season_of(notice), notice.person
    if reader is None or season.state != State.REGISTRATION or not readers_of(season, reader):
        return False
    if EntrantPlayer.objects.filter(season=season, user=reader).exists():
        return False
    authors = EventAuthor.objects.filter(season=UUID(notice.about), sequence=notice.version)
    author = list(authors.values_list("user", flat=True))
    return not blocks_between(user=reader, others=author).own


def letter(notice: Notice) -> Letter:
    season = season_of(notice)
    first = gettext("Registration for the season {season} of the league {league} is open.")
    until = gettext(
        "You can register until {start}, when the season starts. It ends on {end} at the latest."
    )
    dates = {"start": when(season.starts_at, notice), "end": when(season.ends_at, notice)}
    return letter_about(
        season,
        gettext("registration is open"),
        fill(first, **names_in(season)),
        until.format(**dates) if season.starts_at and season.ends_at else "",
        because=gettext(
            "You get this mail because you have played in this league, or are invited to it."
        ),
    )


SEASON_OPENS = Kind(
    key="season_opens",
    label=gettext_lazy("registration for a season opens"),
    holds=may_enter,
    topic=SEASON,
    letter=letter,
)
