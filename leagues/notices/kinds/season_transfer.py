"""An organiser moves the person to another division, or asks them to agree to a lower one."""

from django.utils.translation import gettext, gettext_lazy

from leagues.isolation import fill
from leagues.models import Entrant, Season
from leagues.notices.kinds.season import (
    SEASON,
    entrant_of,
    event_of,
    letter_about,
    names_in,
    season_of,
)
from leagues.stream.events import EntrantMoved
from notifications.kinds.record import Kind
from notifications.letters import Letter
from notifications.models import Notice


def is_moved_still(notice: Notice) -> bool:
    """Return whether the entrant is moved as the event says, in a season that has not started."""
    entrant, event = entrant_of(notice), event_of(notice)
    if entrant is None or entrant.state != Entrant.State.REGISTERED:
        return False
    if not isinstance(event, EntrantMoved) or season_of(notice).state != Season.State.REGISTRATION:
        return False
    now = (entrant.moved_to, entrant.move_reason, entrant.move_agreed)
    return now == (event.division, event.reason, event.agreed)


def letter(notice: Notice) -> Letter:
    season, event = season_of(notice), event_of(notice)
    asked = False
    division, reason = 0, ""
    if isinstance(event, EntrantMoved) and event.division is not None:
        division, reason, asked = event.division + 1, event.reason, event.agreed is False
    if not division:
        title = gettext("you are not moved after all")
        words = gettext(
            "In the season {season} of the league {league}, you are not moved to another division "
            "after all: an organiser took it back, or your partner declined it."
        )
    elif asked:
        title = gettext("do you agree to a lower division?")
        words = gettext(
            "An organiser of the league {league} asks you to play in division {division} of the "
            "season {season}. It is lower than the one that you would play in now, so it is for "
            "you to decide: you only play there if you agree before the season starts."
        )
    else:
        title = gettext("you play in another division")
        words = gettext(
            "In the season {season} of the league {league}, you play in division {division}: an "
            "organiser has moved you there."
        )
    return letter_about(
        season,
        title,
        fill(words, division=division, **names_in(season)),
        gettext("The organiser's reasons:") if reason else "",
        quoted=reason,
        action=gettext("Agree or decline") if asked else "",
        because=gettext("You get this mail because you have entered this season."),
    )


SEASON_TRANSFER = Kind(
    key="season_transfer",
    label=gettext_lazy("an organiser moves you to another division"),
    holds=is_moved_still,
    topic=SEASON,
    letter=letter,
)
