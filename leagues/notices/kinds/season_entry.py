"""A person's entry has changed: they have a place, wait for one, or have been withdrawn."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext, gettext_lazy

from api.members import gettext_noop
from games.language import active_language, translate_marked
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
from leagues.notices.kinds.season import when as local
from leagues.season.people import names_of
from leagues.season.schedule import next_asked_at, rounds_of
from leagues.stream import events
from notifications.kinds.record import Kind
from notifications.letters import Letter
from notifications.models import Notice

States = Entrant.State
OPEN = (Season.State.REGISTRATION, Season.State.RUNNING)


class EntryNews(NamedTuple):
    """What the mail says: msgids, and sentences that follow; `state` is that of the entrant."""

    state: Entrant.State
    title: str
    first: str
    then: Callable[[Notice, Season, Entrant | None], str] = lambda *_: ""


def is_so_still(notice: Notice) -> bool:
    """Return whether the entrant is in the state of the news, in a season that is not over."""
    entrant = entrant_of(notice)
    if entrant is None:
        return False
    season = season_of(notice)
    return season.state in OPEN and entrant.state == _news_of(event_of(notice), season).state


def letter(notice: Notice) -> Letter:
    event, season, entrant = event_of(notice), season_of(notice), entrant_of(notice)
    news, names = _news_of(event, season), names_in(season)
    if isinstance(event, events.SubstituteNamed):
        names |= {"entrant": names_of([event.entrant])[str(event.entrant)].shown}
    first = fill(translate_marked(news.first), **names)
    then = news.then(notice, season, entrant)
    return letter_about(
        season, translate_marked(news.title), first, _partner(notice, entrant), then
    )


def _news_of(event: events.SeasonEvent, season: Season) -> EntryNews:
    match event:
        case events.EntrantRegistered(waits=False):
            return REGISTERED
        case events.EntrantRegistered():
            return WAITS_TO_SUBSTITUTE if season.state == Season.State.RUNNING else WAITS
        case _:
            return NEWS.get(type(event), WITHDRAWN)


def _dates(notice: Notice, season: Season, _entrant: Entrant | None = None) -> str:
    if season.state == Season.State.RUNNING:
        return gettext("You play from the next round.")
    words = gettext("It starts on {start} and ends on {end} at the latest.")
    return words.format(start=local(season.starts_at, notice), end=local(season.ends_at, notice))


def _asked(notice: Notice, season: Season, entrant: Entrant | None) -> str:
    """Return when the reader is to confirm that they will play; empty if they need not."""
    if season.state != Season.State.REGISTRATION or entrant is None or entrant.confirmed:
        return ""
    if season.asked_at is not None:
        return gettext("Please confirm by the start that you will play, on the page of the season.")
    asks = next_asked_at(season)
    if asks is None:
        return ""
    words = gettext("From {date} on, please confirm that you will play: you will get a mail.")
    return words.format(date=local(asks, notice))


def _rounds_to_come(notice: Notice, season: Season, _entrant: Entrant | None) -> str:
    """Return which later rounds a substitute also plays, and when they begin; empty if none."""
    rounds = [each for each in rounds_of(season) if not each.paired]
    if not rounds:
        return ""
    round_ = gettext("round {number} on {date} at the latest")
    shown = [
        round_.format(number=each.number, date=local(each.starts_at, notice)) for each in rounds
    ]
    words = gettext("You also play the rounds to come: {rounds}.")
    return words.format(rounds=active_language().form("and", shown))


def _partner(notice: Notice, entrant: Entrant | None) -> str:
    """Return with whom the reader plays; empty if alone, or no longer."""
    if entrant is None or entrant.state in {States.WITHDRAWN, States.HIATUS}:
        return ""
    own = notice.person.handle if notice.person else None
    others = [each for each in names_of([entrant.pk])[str(entrant.pk)].players if each != own]
    if not others:
        return ""
    shown = active_language().form("and", [each or gettext("somebody") for each in others])
    return gettext("Your partner is {partner}.").format(partner=shown)


def _dates_and_confirming(notice: Notice, season: Season, entrant: Entrant | None) -> str:
    return f"{_dates(notice, season)} {_asked(notice, season, entrant)}".strip()


def _after_withdrawal(_notice: Notice, season: Season, entrant: Entrant | None) -> str:
    if entrant is not None and entrant.keeps_claim:
        return gettext("You keep your place in a division.")
    running = season.state == Season.State.RUNNING
    return gettext("Games that have begun go on without you.") if running else ""


REGISTERED: Final = EntryNews(
    States.REGISTERED,
    gettext_noop("you are registered"),
    gettext_noop("You are registered for the season {season} of the league {league}."),
    _dates_and_confirming,
)
WAITS_TO_SUBSTITUTE: Final = EntryNews(
    States.WAITING,
    gettext_noop("you are on the waiting list"),
    gettext_noop(
        "You are on the waiting list of the season {season} of the league {league}. You take over "
        "the games of somebody who withdraws, as soon as you are the first on it. If somebody has "
        "withdrawn already and nobody plays for them, that can be within a minute."
    ),
)
WAITS: Final = EntryNews(
    States.WAITING,
    gettext_noop("you are on the waiting list"),
    gettext_noop(
        "The season {season} of the league {league} is full, so you are on the waiting list. If "
        "somebody withdraws before the start, the first person on the list gets the place. If "
        "somebody withdraws later, the first person takes over their games."
    ),
    _dates,
)
WITHDRAWN: Final = EntryNews(
    States.WITHDRAWN,
    gettext_noop("you no longer take part"),
    gettext_noop(
        "You no longer take part in the season {season} of the league {league}: an organiser "
        "withdrew you, or your partner withdrew."
    ),
    _after_withdrawal,
)
NEWS: Final[Mapping[type, EntryNews]] = {
    events.EntrantAdmitted: EntryNews(
        States.REGISTERED,
        gettext_noop("you have a place"),
        gettext_noop(
            "Somebody withdrew, so you now have a place in the season {season} of the league "
            "{league}."
        ),
        _dates_and_confirming,
    ),
    events.SubstituteNamed: EntryNews(
        States.SUBSTITUTE,
        gettext_noop("you are a substitute"),
        gettext_noop(
            "You now play in the season {season} of the league {league} as a substitute for "
            "{entrant}, and take over all of their games that are still open."
        ),
        _rounds_to_come,
    ),
    events.HiatusDeclared: EntryNews(
        States.HIATUS,
        gettext_noop("you miss this season"),
        gettext_noop(
            "You and your partner miss the season {season} of the league {league}, and keep your "
            "place in a division."
        ),
    ),
    events.EntrantAbsent: EntryNews(
        States.WITHDRAWN,
        gettext_noop("the season starts without you"),
        gettext_noop(
            "You did not confirm in time that you would play, so the season {season} of the league "
            "{league} starts without you."
        ),
        lambda *_: gettext(
            "You can still offer to substitute: then you take over the games of somebody who "
            "withdraws."
        ),
    ),
}
"""By the events that are always the same news; others withdrew the reader."""

SEASON_ENTRY = Kind(
    key="season_entry",
    label=gettext_lazy("your registration for a season"),
    holds=is_so_still,
    topic=SEASON,
    letter=letter,
)
