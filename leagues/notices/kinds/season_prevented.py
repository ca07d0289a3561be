"""A season that the person organises could not start by itself."""

from django.utils.translation import gettext, gettext_lazy

from leagues.isolation import fill, join
from leagues.models import Season
from leagues.notices.kinds.season import SEASON, event_of, letter_about, names_in, season_of, when
from leagues.services import is_organiser
from leagues.stream.events import StartPrevented
from notifications.kinds.record import Kind
from notifications.letters import Letter
from notifications.models import Notice


def is_prevented_still(notice: Notice) -> bool:
    """Return whether the season has not started since, and the person still organises it."""
    season = season_of(notice)
    waits = season.state == Season.State.REGISTRATION and season.prevented is not None
    return waits and is_organiser(season.league_id, notice.person)


def letter(notice: Notice) -> Letter:
    season, event = season_of(notice), event_of(notice)
    why = (
        gettext(event.message).format(**event.arguments)
        if isinstance(event, StartPrevented)
        else ""
    )
    first = gettext("The season {season} of the league {league} could not start by itself:")
    then = gettext(
        "You can start it later, move its dates, or call it off. If it has not started by {end}, "
        "the server calls it off."
    )
    return letter_about(
        season,
        gettext("the season could not start"),
        join(" ", [fill(first, **names_in(season)), why]),
        then.format(end=when(season.ends_at, notice)),
        because=gettext("You get this mail because you organise this league."),
    )


SEASON_PREVENTED = Kind(
    key="season_prevented",
    label=gettext_lazy("a season that you organise cannot start"),
    holds=is_prevented_still,
    topic=SEASON,
    letter=letter,
    needed=True,
)
