"""What the kinds about seasons share: the topic, and what a notice is about."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from leagues.isolation import fill
from leagues.models import Entrant, EntrantPlayer, Season, StoredSeasonEvent
from leagues.stream.events import SeasonEvent, decode
from notifications.content.wording import moment_in
from notifications.letters import Letter, LetterEntry, Topic
from notifications.models import Notice

States = Entrant.State
TAKING_PART: Final = (States.PLAYING, States.SUBSTITUTE)


def page_of(season_id: str) -> str:
    return f"{settings.BASE_URL}{reverse('season-page', args=[season_id])}"


SEASON: Final = Topic(name="season", url=page_of)


def season_of(notice: Notice) -> Season:
    return Season.objects.select_related("league").get(pk=notice.about)


def event_of(notice: Notice) -> SeasonEvent:
    stored = StoredSeasonEvent.objects.get(season=UUID(notice.about), sequence=notice.version)
    return decode(stored.type, stored.schema, stored.data)


def entrant_of(notice: Notice) -> Entrant | None:
    players = EntrantPlayer.objects.filter(season=UUID(notice.about), user=notice.person)
    player = players.select_related("entrant").first()
    return player.entrant if player else None


def takes_part(notice: Notice) -> bool:
    """Return whether the reader plays in the season, which is running."""
    entrant, running = entrant_of(notice), Season.State.RUNNING
    return bool(entrant and entrant.state in TAKING_PART) and season_of(notice).state == running


def when(moment: datetime | None, notice: Notice) -> str:
    """Return a moment in the reader's time zone."""
    zone = notice.person.time_zone if notice.person else settings.TIME_ZONE
    return moment_in(moment, zone) or "?"


def names_in(season: Season) -> dict[str, str]:
    """Return the names of a season and its league, for sentences."""
    return {"season": season.name, "league": season.league.name}


def letter_about(
    season: Season,
    title: str,
    *paragraphs: str,
    entries: Sequence[LetterEntry] = (),
    quoted: str = "",
    because: str = "",
    url: str = "",
    action: str = "",
) -> Letter:
    """Return a letter about a season; paragraphs that are empty are left out.

    It leads to the page of the season, or to `url` by a button named after the `action`.
    """
    names = names_in(season)
    return Letter(
        subject=fill(gettext("Illimat in {league}, {season}: {about}"), about=title, **names),
        title=title,
        company=fill("{league}, {season}", **names),
        paragraphs=[paragraph for paragraph in paragraphs if paragraph],
        quoted=[line for line in quoted.splitlines() if line.strip()],
        entries=entries,
        url=url or page_of(str(season.pk)),
        action=action or gettext("Open the season"),
        because=because or gettext("You get this mail because you take part in this season."),
    )
