"""Who would change the division by the standings of now, and how many do, for their page."""

from typing import Final, NamedTuple

from django.utils.translation import ngettext

from leagues.contest.standings.records import GroupKey
from leagues.models import Entrant, Season
from leagues.reading.overview import standings
from leagues.season.declared_rules import rules_of


class Cuts(NamedTuple):
    """Who changes the division if the standings stay: those up to place `up`, and after `down`.

    The places are those among who were paired, without substitutes.
    """

    up: int = 0
    down: int | None = None


NO_CUTS: Final = Cuts()


def cuts_of(season: Season, group: GroupKey, groups: list[GroupKey]) -> Cuts:
    """Return who goes up and down by the standings of a group, if it is the whole division's.

    As long as a place is shared by some who would and some who would not, none of them does, and
    before a game counts, nobody at all.
    """
    up, down = _numbers(season, group, groups)
    if not (up or down) or sum(each.division == group.division for each in groups) > 1:
        return NO_CUTS
    rows = standings(season, **group._asdict())
    if not rows.filter(row__games__gt=0).exists():
        return NO_CUTS
    paired = rows.filter(entrant__division__isnull=False)
    number, place = paired.count(), "row__paired__place"
    fit = paired.exclude(entrant__state=Entrant.State.WITHDRAWN).values_list(place, flat=True)
    falling = paired.filter(**{f"{place}__gt": number - down}).values_list(place, flat=True)
    return Cuts(
        next(iter(fit[up : up + 1]), number + 1) - 1 if up else 0,
        next((first - 1 for first in falling[:1]), None) if down else None,
    )


def describe_division_changes(season: Season, group: GroupKey, groups: list[GroupKey]) -> str:
    """Return how many leave the division of a group, in sentences; empty for nobody."""
    up, down = _numbers(season, group, groups)
    rise = ngettext(
        "{number} goes up from this division.", "{number} go up from this division.", up
    )
    fall = ngettext(
        "{number} goes down from this division.", "{number} go down from this division.", down
    )
    told = [words.format(number=number) for words, number in ((rise, up), (fall, down)) if number]
    return " ".join(told)


def _numbers(season: Season, group: GroupKey, groups: list[GroupKey]) -> tuple[int, int]:
    """Return how many go up and down from the division of a group."""
    if season.state == Season.State.CALLED_OFF:
        return 0, 0
    rules, last = rules_of(season), max(each.division for each in groups)
    return (
        rules.promoted if group.division > 0 else 0,
        rules.relegated if group.division < last else 0,
    )
