"""Before the start, the person is asked to confirm that they will play."""

from django.utils.translation import gettext, gettext_lazy

from leagues.isolation import fill
from leagues.models import Entrant, Season
from leagues.notices.kinds.season import SEASON, entrant_of, letter_about, names_in, season_of, when
from notifications.kinds.record import Kind
from notifications.letters import Letter
from notifications.models import Notice

States = Entrant.State


def is_to_confirm(notice: Notice) -> bool:
    """Return whether the person has entered, or waits, and is to confirm, but has not yet."""
    entrant, season = entrant_of(notice), season_of(notice)
    waits = season.state == Season.State.REGISTRATION and season.asked_at is not None
    entered = entrant is not None and entrant.state in {States.REGISTERED, States.WAITING}
    return waits and entered and not (entrant and entrant.confirmed)


def letter(notice: Notice) -> Letter:
    season, entrant = season_of(notice), entrant_of(notice)
    if entrant is not None and entrant.state == States.WAITING:
        first = gettext(
            "You are waiting for a place in the season {season} of the league {league}. It starts "
            "on {start}. Please confirm by then that you will play: places of people who do not "
            "confirm go to those on the waiting list who do."
        )
    else:
        first = gettext(
            "The season {season} of the league {league} starts on {start}. Please confirm by then "
            "that you will play. Otherwise it starts without you, and somebody from the waiting "
            "list gets your place."
        )
    return letter_about(
        season,
        gettext("will you play?"),
        fill(first, start=when(season.starts_at, notice), **names_in(season)),
        gettext("If you cannot play, please withdraw."),
        action=gettext("Confirm or withdraw"),
        because=gettext("You get this mail because you have entered this season."),
    )


SEASON_ATTENDANCE = Kind(
    key="season_attendance",
    label=gettext_lazy("a season asks whether you will play"),
    holds=is_to_confirm,
    topic=SEASON,
    letter=letter,
    needed=True,
)
