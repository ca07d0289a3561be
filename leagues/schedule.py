"""The schedule of a season: its rounds, their dates, and how far they have got."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Q

from leagues.declared import rules_of
from leagues.models import Fixture, Season


class Round(NamedTuple):
    """A round: when it begins at the latest, when it ends, its games, and how many are over.

    Without `paired`, who plays whom is not known yet.
    """

    number: int
    starts_at: datetime | None
    ends_at: datetime | None
    paired: bool
    games: int
    over: int


def rounds_of(season: Season) -> list[Round]:
    """Return the rounds of a season, those to come too, in one query.

    Unless rounds are paired one after the other, all are played from the season's start to its end.
    """
    rules = rules_of(season)
    counted = Fixture.objects.filter(season=season).values("round")
    games = {
        each["round"]: (each["games"], each["over"])
        for each in counted.annotate(
            games=Count("pk"), over=Count("pk", filter=Q(settled=True))
        ).order_by("round")
    }
    start = season.started_at or season.starts_at
    numbers = range(1, max([rules.rounds if rules.by_round else 1, *games]) + 1)
    length = timedelta(days=rules.days_per_round) if rules.by_round else None
    found = []
    for number in numbers:
        begins, ends = start, season.ends_at
        if length is not None and start is not None:
            begins = start + (number - 1) * length
            ends = begins + length if number < numbers[-1] else ends
        paired, over = games.get(number, (0, 0))
        found.append(Round(number, begins, ends, number in games, paired, over))
    return found
