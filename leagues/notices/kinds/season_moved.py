"""The dates of the season have moved: which, from when to when, and why."""

from collections.abc import Iterator

from django.utils.translation import gettext, gettext_lazy

from leagues.isolation import fill
from leagues.models import OVER, Entrant, Season
from leagues.notices.kinds.season import (
    SEASON,
    entrant_of,
    event_of,
    letter_about,
    names_in,
    season_of,
    when,
)
from leagues.notices.kinds.season_over import because_of, is_still_concerned
from leagues.season.schedule import next_asked_at
from leagues.stream.events import DatesMoved, first_moved
from notifications.kinds.record import Kind
from notifications.letters import Letter
from notifications.models import Notice


def is_concerned_before_end(notice: Notice) -> bool:
    """Return whether the season is not over, and the person takes part in it or organises it."""
    return season_of(notice).state not in OVER and is_still_concerned(notice)


def letter(notice: Notice) -> Letter:
    season, event = season_of(notice), event_of(notice)
    moved = event if isinstance(event, DatesMoved) else None
    first = gettext("Dates of the season {season} of the league {league} have moved.")
    return letter_about(
        season,
        gettext("dates have moved"),
        fill(first, **names_in(season)),
        *(_dates(moved, notice) if moved else ()),
        *_following(season, entrant_of(notice)),
        gettext("The organiser's reasons:") if moved and moved.reason else "",
        quoted=moved.reason if moved else "",
        because=because_of(notice),
    )


def _dates(moved: DatesMoved, notice: Notice) -> Iterator[str]:
    before, after = moved.before, moved.after
    for words, old, new in (
        (gettext("It starts on {new} instead of {old}."), before.starts_at, after.starts_at),
        (
            gettext("It ends on {new} at the latest instead of {old}."),
            before.ends_at,
            after.ends_at,
        ),
    ):
        if old != new:
            yield words.format(old=when(old, notice), new=when(new, notice))
    if (number := first_moved(moved)) is not None:
        words = gettext(
            "Round {number} begins on {new} at the latest instead of {old}, and the rounds after "
            "it as much later."
        )
        if number == len(after.rounds):
            words = gettext("Round {number} begins on {new} at the latest instead of {old}.")
        old, new = before.rounds[number - 1], after.rounds[number - 1]
        yield words.format(number=number, old=when(old, notice), new=when(new, notice))


def _following(season: Season, entrant: Entrant | None) -> Iterator[str]:
    """Yield what follows for an entrant, or somebody who waits, if the season has not started."""
    if season.state != Season.State.REGISTRATION or entrant is None:
        return
    if entrant.state == Entrant.State.HIATUS:
        return
    if next_asked_at(season):
        yield gettext(
            "If you have confirmed that you will play, that no longer counts: you will be asked "
            "again before the start."
        )
    yield gettext(
        "If you cannot play then, please withdraw. You keep your place in a division, as if you "
        "had declared that you miss the season."
    )


SEASON_MOVED = Kind(
    key="season_moved",
    label=gettext_lazy("the dates of a season have moved"),
    holds=is_concerned_before_end,
    topic=SEASON,
    letter=letter,
    needed=True,
)
