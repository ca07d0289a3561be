"""Something has become of the person's entry: a place, the waiting list, a withdrawal."""

from django.utils.translation import gettext, gettext_lazy

from games.language import active_language
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
from leagues.season.schedule import asks_next, rounds_of
from leagues.stream import events
from notifications.kinds.record import Kind
from notifications.letters import Letter
from notifications.models import Notice

States = Entrant.State
OPEN = (Season.State.REGISTRATION, Season.State.RUNNING)


def is_so_still(notice: Notice) -> bool:
    """Return whether the entry is what it became, in a season that is not over."""
    entrant = entrant_of(notice)
    if entrant is None or season_of(notice).state not in OPEN:
        return False
    return entrant.state == _state_after(event_of(notice))


def letter(notice: Notice) -> Letter:
    """Return what became of the entry, and what follows."""
    event, season, entrant = event_of(notice), season_of(notice), entrant_of(notice)
    names, running = names_in(season), season.state == Season.State.RUNNING
    match event:
        case events.EntrantRegistered(waits=False):
            title = gettext("you are registered")
            first = gettext("You are registered for the season {season} of the league {league}.")
            then = f"{_dates(season, notice)} {_asked(season, entrant, notice)}".strip()
        case events.EntrantRegistered() if running:
            title = gettext("you are on the waiting list")
            first = gettext(
                "You are on the waiting list of the season {season} of the league {league}. You "
                "take over the games of somebody who withdraws, as soon as you are the first on "
                "it. If somebody has withdrawn already and nobody plays for them, that can be "
                "within a minute."
            )
            then = ""
        case events.EntrantRegistered():
            title = gettext("you are on the waiting list")
            first = gettext(
                "The season {season} of the league {league} is full, so you are on the waiting "
                "list. If somebody withdraws before the start, the first person on the list gets "
                "the place. If somebody withdraws later, the first person takes over their games."
            )
            then = _dates(season, notice)
        case events.EntrantAdmitted():
            title = gettext("you have a place")
            first = gettext(
                "Somebody withdrew, so you now have a place in the season {season} of the league "
                "{league}."
            )
            then = f"{_dates(season, notice)} {_asked(season, entrant, notice)}".strip()
        case events.SubstituteNamed():
            title = gettext("you are a substitute")
            first = gettext(
                "You now play in the season {season} of the league {league} as a substitute for "
                "{entrant}, and take over all of their games that are still open."
            )
            then = _rounds_to_come(season, notice)
            names |= {"entrant": names_of([event.entrant])[str(event.entrant)].shown}
        case events.HiatusDeclared():
            title = gettext("you miss this season")
            first = gettext(
                "You and your partner miss the season {season} of the league {league}, and keep "
                "your place in a division."
            )
            then = ""
        case events.EntrantAbsent():
            title = gettext("the season starts without you")
            first = gettext(
                "You did not confirm in time that you would play, so the season {season} of the "
                "league {league} starts without you."
            )
            then = gettext(
                "You can still offer to substitute: then you take over the games of somebody who "
                "withdraws."
            )
        case _:
            title = gettext("you no longer take part")
            first = gettext(
                "You no longer take part in the season {season} of the league {league}: an "
                "organiser withdrew you, or your partner withdrew."
            )
            then = gettext("Games that have begun go on without you.") if running else ""
            if entrant is not None and entrant.keeps_claim:
                then = gettext("You keep your place in a division.")
    return letter_about(season, title, fill(first, **names), _partner(notice, entrant), then)


def _state_after(event: events.SeasonEvent) -> Entrant.State:
    match event:
        case events.EntrantRegistered(waits=True):
            return States.WAITING
        case events.EntrantRegistered() | events.EntrantAdmitted():
            return States.REGISTERED
        case events.SubstituteNamed():
            return States.SUBSTITUTE
        case events.HiatusDeclared():
            return States.HIATUS
        case _:
            return States.WITHDRAWN


def _dates(season: Season, notice: Notice) -> str:
    if season.state == Season.State.RUNNING:
        return gettext("You play from the next round.")
    words = gettext("It starts on {start} and ends on {end} at the latest.")
    return words.format(start=local(season.starts_at, notice), end=local(season.ends_at, notice))


def _asked(season: Season, entrant: Entrant | None, notice: Notice) -> str:
    """Return when the reader is to confirm that they will play; empty if they need not."""
    if season.state != Season.State.REGISTRATION or entrant is None or entrant.confirmed:
        return ""
    if season.asked_at is not None:
        return gettext("Please confirm by the start that you will play, on the page of the season.")
    asks = asks_next(season)
    if asks is None:
        return ""
    words = gettext("From {date} on, please confirm that you will play: you will get a mail.")
    return words.format(date=local(asks, notice))


def _rounds_to_come(season: Season, notice: Notice) -> str:
    """Return which rounds a substitute plays besides, and when they begin; empty if none."""
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


SEASON_ENTRY = Kind(
    key="season_entry",
    label=gettext_lazy("your registration for a season"),
    holds=is_so_still,
    topic=SEASON,
    letter=letter,
)
