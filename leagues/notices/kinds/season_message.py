"""An organiser wrote to all entrants of the season."""

from uuid import UUID

from django.utils.translation import gettext, gettext_lazy

from accounts.blocks import blocks_between
from leagues.isolation import begin, fill
from leagues.models import Entrant, SeasonMessage
from leagues.notices.kinds.season import SEASON, entrant_of, letter_about, names_in, season_of
from notifications.kinds.record import Kind
from notifications.letters import Letter
from notifications.models import Notice


def is_for_reader(notice: Notice) -> bool:
    """Return whether there still is such a message, for a person who takes part.

    A person who has blocked its author is not told of it.
    """
    message, entrant, reader = _message(notice), entrant_of(notice), notice.person
    if message is None or reader is None or entrant is None:
        return False
    if entrant.state == Entrant.State.WITHDRAWN:
        return False
    return not blocks_between(user=reader, others=[message.author_id]).own


def letter(notice: Notice) -> Letter:
    season, message = season_of(notice), _message(notice)
    author = message.author.handle if message else gettext("somebody")
    words = gettext(
        "{author}, who organises the league {league}, writes to all who take part in the season "
        "{season}:"
    )
    return letter_about(
        season,
        gettext("a message from {author}").format(author=author),
        begin(fill(words, author=author, **names_in(season))),
        quoted=message.text if message else "",
    )


def _message(notice: Notice) -> SeasonMessage | None:
    found = SeasonMessage.objects.filter(pk=notice.version, season=UUID(notice.about))
    return found.select_related("author").first()


SEASON_MESSAGE = Kind(
    key="season_message",
    label=gettext_lazy("a message from an organiser"),
    holds=is_for_reader,
    topic=SEASON,
    letter=letter,
)
