"""A first place, promotion, safety or relegation is certain, whatever the games to come bring."""

from datetime import timedelta

from django.utils.translation import gettext, gettext_lazy

from leagues.contest.divisions import Outcome
from leagues.isolation import fill
from leagues.models import Season
from leagues.notices.kinds.season import (
    SEASON,
    entrant_of,
    letter_about,
    names_in,
    season_of,
    takes_part,
)
from leagues.stream.stored_standings import certain_in, read
from notifications.kinds.record import Kind
from notifications.letters import Letter
from notifications.models import Notice


def is_certain_still(notice: Notice) -> bool:
    """Return whether something is certain for the person of which no newer notice tells."""
    if not takes_part(notice):
        return False
    newer = Notice.objects.filter(
        person=notice.person, kind=notice.kind, about=notice.about, pk__gt=notice.pk
    )
    return not newer.exists() and _outcome(notice, season_of(notice)) is not None


def letter(notice: Notice) -> Letter:
    season = season_of(notice)
    division, names = _division(notice, season), names_in(season)
    match _outcome(notice, season):
        case Outcome.FIRST:
            title = gettext("the first place is certain")
            words = gettext(
                "In the season {season} of the league {league}, nobody can take the first place in "
                "the standings from you any more, unless you withdraw."
            )
        case Outcome.PROMOTED:
            title = gettext("promotion is certain")
            words = gettext(
                "Your promotion to division {division} is certain in the season {season} of the "
                "league {league}, unless you withdraw."
            )
            division -= 1
        case Outcome.RELEGATED:
            title = gettext("relegation is certain")
            words = gettext(
                "In the season {season} of the league {league}, your relegation to division "
                "{division} can no longer be avoided."
            )
            division += 1
        case _:
            title = gettext("you are safe from relegation")
            words = gettext(
                "In the season {season} of the league {league}, you are safe from relegation from "
                "division {division}, unless you withdraw."
            )
    return letter_about(season, title, fill(words, division=division, **names))


def _outcome(notice: Notice, season: Season) -> Outcome | None:
    entrant = entrant_of(notice)
    return certain_in(season).get(str(entrant.pk)) if entrant else None


def _division(notice: Notice, season: Season) -> int:
    """Return the person's division, counted from 1."""
    entrant = entrant_of(notice)
    own = str(entrant.pk) if entrant else ""
    found = (
        division
        for division, rows in read(season).items()
        if any(row.entrant == own for row in rows)
    )
    return next(found, 0) + 1


SEASON_CERTAIN = Kind(
    key="season_certain",
    label=gettext_lazy("the first place, promotion, safety or relegation is certain"),
    holds=is_certain_still,
    topic=SEASON,
    letter=letter,
    delay=timedelta(minutes=5),  # the season may end meanwhile, which tells the same
)
