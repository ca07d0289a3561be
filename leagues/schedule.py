"""The schedule of a season: its rounds, their dates, and how far they have got."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Q

from leagues.declared import moved_rounds, rules_of
from leagues.models import Bye, Fixture, Season
from leagues.rules import SeasonRules, round_length


class Round(NamedTuple):
    """A round: when it begins at the latest, when it ends, its games, how many are over, and byes.

    Without `paired`, who plays whom is not known yet.
    """

    number: int
    starts_at: datetime | None
    ends_at: datetime | None
    paired: bool
    games: int
    over: int
    byes: int


def rounds_of(season: Season) -> list[Round]:
    """Return the rounds of a season, those to come too, in two queries.

    Unless rounds have dates, all are played from the season's start to its end.
    """
    rules = rules_of(season)
    counted = Fixture.objects.filter(season=season).values("round")
    games = {
        each["round"]: (each["games"], each["over"])
        for each in counted.annotate(
            games=Count("pk"), over=Count("pk", filter=Q(settled=True))
        ).order_by("round")
    }
    rests = Bye.objects.filter(season=season).values_list("round")
    byes = dict(rests.annotate(Count("pk")).order_by("round"))
    start = season.started_at or season.starts_at
    numbers = range(1, max([rules.rounds if rules.by_round else 1, *games]) + 1)
    dates = _dates_of(season, rules, len(numbers))
    found = []
    for number in numbers:
        begins = dates[number - 1] if dates else start
        ends = dates[number] if number < len(dates) else season.ends_at
        paired, over = games.get(number, (0, 0))
        found.append(
            Round(number, begins, ends, number in games, paired, over, byes.get(number, 0))
        )
    return found


def dates_of_rounds(season: Season) -> list[datetime]:
    """Return when the rounds of a season begin at the latest; nothing if they have no dates."""
    rules = rules_of(season)
    return _dates_of(season, rules, rules.rounds if rules.by_round else _last_paired(season))


def rounds_come(season: Season, rules: SeasonRules, now: datetime) -> int | None:
    """Return the last round whose date has come; None if all that are paired are played at once."""
    if rules.by_round or not rules.days_per_round or season.started_at is None:
        return None
    dates = dates_of_rounds(season)
    return sum(each <= now for each in dates) if dates else None


def _last_paired(season: Season) -> int:
    return Fixture.objects.filter(season=season).aggregate(last=Max("round"))["last"] or 1


def _dates_of(season: Season, rules: SeasonRules, rounds: int) -> list[datetime]:
    """Return when so many rounds begin; nothing if they have no dates."""
    start = season.started_at or season.starts_at
    if not rules.days_per_round or start is None or season.ends_at is None:
        return []
    length = round_length(rules, season.ends_at - start, rounds)
    return moved_rounds(season) or [start + number * length for number in range(rounds)]
