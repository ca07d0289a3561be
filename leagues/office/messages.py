"""Messages of the organisers to all who take part in a season."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.blocks import blocks_between
from accounts.models import User
from games.refusals import NotAllowedError
from leagues.models import Entrant, EntrantPlayer, Season, SeasonMessage
from leagues.notices.kinds.season_message import SEASON_MESSAGE
from leagues.refusals import SeasonError
from leagues.season.lookup import season_get, season_lock_to_change
from leagues.services import is_organiser
from notifications.sending.outbox import PersonNews, news_write
from quotas.records.leagues import LEAGUE_MESSAGES_A_DAY, SEASON_MESSAGES_A_DAY
from quotas.services import spend

KEPT: Final = timedelta(days=180)


@transaction.atomic
def message_send(*, user: User, season_id: UUID, text: str) -> SeasonMessage:
    """Write to all who take part in a season, wait for a place or miss it, as an organiser.

    People who have blocked `user` are not told, but can read it. Raises LeagueNotFoundError,
    NotAllowedError for anybody else, SeasonError `season_archived`, and QuotaError above
    `season_messages_a_day` of a person and `league_messages_a_day` of a league.
    """
    season = season_lock_to_change(user, season_id)
    if season.archived_at is not None:
        raise SeasonError("season_archived", gettext("The season is archived."))
    spend(str(user.pk), SEASON_MESSAGES_A_DAY)
    spend(f"league {season.league_id}", LEAGUE_MESSAGES_A_DAY)
    message = SeasonMessage.objects.create(season=season, author=user, text=text)
    others = _people(season).exclude(user=user).order_by("pk")
    people = list(others.values_list("user", flat=True))
    blocking = blocks_between(user=user, others=people).by
    told = [person for person in people if person not in blocking]
    news = [PersonNews(person, SEASON_MESSAGE.key, message.pk) for person in told]
    news_write(about=str(season.pk), news=news)
    return message


def messages_of(*, user: User, season_id: UUID) -> QuerySet[SeasonMessage]:
    """Return the messages of a season to somebody who takes part in it, or organises it.

    Raises LeagueNotFoundError, and NotAllowedError for anybody else.
    """
    season = season_get(user=user, season_id=season_id)
    if not (is_organiser(season.league_id, user) or _people(season).filter(user=user).exists()):
        refusal = gettext("Only people who take part in the season can read its messages.")
        raise NotAllowedError(refusal)
    return season.messages.select_related("author")


def _people(season: Season) -> QuerySet[EntrantPlayer]:
    """Return the people of a season who have not withdrawn."""
    players = EntrantPlayer.objects.filter(season=season, user__isnull=False)
    return players.exclude(entrant__state=Entrant.State.WITHDRAWN)
