"""The season is over: the person's place and what follows from it; or it was called off."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy

from leagues.contest.divisions import Outcome
from leagues.contest.standings.ranking import RankedRow
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
from leagues.season.people import names_of
from leagues.season.wording import format_number
from leagues.services import is_organiser
from leagues.stream import stored_standings
from leagues.stream.events import SeasonCalledOff
from notifications.kinds.record import Kind
from notifications.letters import Letter, LetterEntry
from notifications.models import Notice

SHOWN: Final = 10  # places


def is_still_concerned(notice: Notice) -> bool:
    """Return whether the person has not withdrawn, or organises the league."""
    entrant = entrant_of(notice)
    if entrant is not None and entrant.state != Entrant.State.WITHDRAWN:
        return True
    return is_organiser(season_of(notice).league_id, notice.person)


def letter(notice: Notice) -> Letter:
    season, event = season_of(notice), event_of(notice)
    names = names_in(season)
    if isinstance(event, SeasonCalledOff):
        words = gettext("The season {season} of the league {league} was called off.")
        return letter_about(
            season,
            gettext("the season was called off"),
            fill(words, **names),
            gettext("The organiser's reasons:") if event.reason else "",
            quoted=event.reason,
            because=because_of(notice),
        )
    first = fill(gettext("The season {season} of the league {league} is over."), **names)
    return letter_about(
        season,
        gettext("the season is over"),
        first,
        *_result(notice, season),
        entries=_places(notice, season),
    )


def because_of(notice: Notice) -> str:
    """Return why somebody who is no entrant gets this; empty for entrants."""
    if entrant_of(notice):
        return ""
    return gettext("You get this mail because you organise this league.")


def _own(notice: Notice, season: Season) -> tuple[int, Sequence[RankedRow], RankedRow | None]:
    """Return the person's division, counted from 1, its standings and their row."""
    entrant, found = entrant_of(notice), stored_standings.read(season)
    own = str(entrant.pk) if entrant else ""
    for division, rows in found.items():
        for row in rows:
            if row.entrant == own:
                return division + 1, rows, row
    return 1, (), None


def _result(notice: Notice, season: Season) -> list[str]:
    division, rows, own = _own(notice, season)
    if own is None:
        return []
    divided = len({group.division for group in stored_standings.groups_of(season)}) > 1
    place = gettext("You are in place {place} of {entrants}.")
    if divided:
        place = gettext("You are in place {place} of {entrants} in division {division}.")
    found = [place.format(place=own.place, entrants=len(rows), division=division)]
    match stored_standings.outcomes_of(season).get(own.entrant) if divided else None:
        case Outcome.PROMOTED:
            words = gettext("You are promoted to division {division}.")
            found.append(words.format(division=division - 1))
        case Outcome.RELEGATED:
            words = gettext("You are relegated to division {division}.")
            found.append(words.format(division=division + 1))
        case Outcome.SAFE:
            found.append(gettext("You stay in division {division}.").format(division=division))
        case _:
            pass
    return found


def _places(notice: Notice, season: Season) -> list[LetterEntry]:
    """Return the best of the person's division, and the person."""
    _, rows, own = _own(notice, season)
    shown = [row for row in rows if row.place <= SHOWN or row is own]
    names = names_of(row.entrant for row in shown)
    words = gettext("{place}. {name}: {points}")
    return [
        LetterEntry(
            fill(
                words,
                place=row.place,
                name=names[row.entrant].shown,
                points=format_number(row.points),
            )
        )
        for row in shown
    ]


SEASON_OVER = Kind(
    key="season_over",
    label=gettext_lazy("a season is over or called off"),
    holds=is_still_concerned,
    topic=SEASON,
    letter=letter,
)
