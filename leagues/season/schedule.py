"""The schedule of a season: its rounds, their dates, and how far they have got."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, Max, Min, Q

from api import database_time
from leagues.models import Bye, Fixture, Season
from leagues.rules import SeasonRules, round_length
from leagues.season.declared_rules import moved_rounds, rules_of

FAIR: Final = timedelta(hours=12)
"""Those who were not asked this long before the start, as the server was away, need not confirm."""


class Round(NamedTuple):
    """A round: when it begins at the latest, when it ends, its games, how many are over, and byes.

    Without `paired`, who plays whom is not known yet. `began_at` is when its first game began, and
    `over_at` when its last one ended, if all are over.
    """

    number: int
    starts_at: datetime | None
    ends_at: datetime | None
    paired: bool
    games: int
    over: int
    byes: int
    began_at: datetime | None
    over_at: datetime | None


def is_past_end(season: Season) -> bool:
    """Return whether the time has come at which open games are adjudicated."""
    return season.ends_at is not None and season.ends_at <= database_time.now()


def ends_games(season: Season) -> bool:
    """Return whether open games end now: the time has come, or the season was called off."""
    return season.state == Season.State.CALLED_OFF or is_past_end(season)


def rounds_of(season: Season, **of_group: int) -> list[Round]:
    """Return the rounds of a season, those to come too, in two queries.

    Unless rounds have dates, all are played from the season's start to its end. With a `division`
    and a `group`, from 0, games and byes are theirs.
    """
    rules = rules_of(season)
    counted = Fixture.objects.filter(season=season, **of_group).values_list("round")
    played = {
        number: counts
        for number, *counts in counted.annotate(
            games=Count("pk"),
            over=Count("pk", filter=Q(settled=True)),
            began_at=Min("game__started_at"),
            over_at=Max("game__ended_at"),
        ).order_by("round")
    }
    rests = Bye.objects.filter(season=season, **of_group).values_list("round")
    byes = dict(rests.annotate(Count("pk")).order_by("round"))
    start = season.started_at or season.starts_at
    numbers = range(1, max([1, rules.rounds, *played]) + 1)
    dates = _dates_of(season, rules, len(numbers))
    found = []
    for number in numbers:
        begins = dates[number - 1] if dates else start
        ends = dates[number] if number < len(dates) else season.ends_at
        games, over, began_at, over_at = played.get(number, (0, 0, None, None))
        found.append(
            Round(
                number=number,
                starts_at=begins,
                ends_at=ends,
                paired=number in played,
                games=games,
                over=over,
                byes=byes.get(number, 0),
                began_at=began_at,
                over_at=over_at if over == games else None,
            )
        )
    return found


def dates_of_rounds(season: Season) -> list[datetime]:
    """Return when the rounds of a season begin at the latest; nothing if they have no dates."""
    rules = rules_of(season)
    return _dates_of(season, rules, rules.rounds or _last_paired(season))


def last_round_come(season: Season, rules: SeasonRules, now: datetime) -> int | None:
    """Return the last round whose date has come; None if all that are paired are played at once."""
    if rules.by_round or not rules.days_per_round or season.started_at is None:
        return None
    dates = dates_of_rounds(season)
    return sum(each <= now for each in dates) if dates else None


def next_asked_at(season: Season) -> datetime | None:
    """Return when entrants are next asked whether they will play; None if they are not any more.

    If that should have been before registration opens or, since dates moved, before now, it is
    then.
    """
    if season.state not in {Season.State.DRAFT, Season.State.REGISTRATION} or not season.asks_at:
        return None
    opens = season.registration_opens_at if season.state == Season.State.DRAFT else None
    now = database_time.now()
    asks = max(season.asks_at, opens or now, now)
    return asks if is_in_time(season, asks) else None


def is_in_time(season: Season, now: datetime) -> bool:
    """Return whether it is not too late to ask who has entered."""
    least = FAIR if season.asked_at is None else timedelta()
    return season.starts_at is not None and now < season.starts_at - least


def _last_paired(season: Season) -> int:
    return Fixture.objects.filter(season=season).aggregate(last=Max("round"))["last"] or 1


def _dates_of(season: Season, rules: SeasonRules, rounds: int) -> list[datetime]:
    """Return when that number of rounds begin; nothing if they have no dates."""
    start = season.started_at or season.starts_at
    if not rules.days_per_round or start is None or season.ends_at is None:
        return []
    length = round_length(rules, season.ends_at - start, rounds)
    return moved_rounds(season) or [start + number * length for number in range(rounds)]
