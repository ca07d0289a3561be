"""What byes, tie-breaks and sizes of tables count in the standings of a season, in words."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext, gettext_lazy

from leagues.contest.standings.presets import TIES
from leagues.contest.standings.records import TWO
from leagues.rules import SeasonRules, table_sizes, worth
from leagues.season.wording import format_number

TIE_BREAKS: Final = {
    "between": gettext_lazy("the points that they took from each other"),
    "share": gettext_lazy("their share of the winners' scores"),
    "wins": gettext_lazy("their wins"),
    "opposition": gettext_lazy("the points of those whom they met"),
}


def tie_breaks(ties: str) -> list[str]:
    """Return what decides after points under a preset of `TIES`, the most important first."""
    return [str(TIE_BREAKS[each]) for each in TIES[ties] if each in TIE_BREAKS]


def byes_in_words(rules: SeasonRules) -> Iterator[str]:
    """Yield what rounds without a game are worth, in sentences; nothing if there are none."""
    if "bye" in rules.idle:
        return
    points = format_number(worth(rules).bye)
    yield gettext("A bye, which is a round without a game, gives points: {points}.").format(
        points=points
    )
    if rules.by_round and rules.at_table == TWO:
        yield gettext("An entrant whose opponent drops out gets no less than that.")


def sizes_in_words(rules: SeasonRules) -> str:
    """Return what the sizes of tables decide; empty if all have the same."""
    if len(table_sizes(rules)) == 1:
        return ""
    return gettext(
        "If tables of three and four are mixed, their size decides nothing: the first places of "
        "both are level, and so are the last. The place at the table decides before points. "
        "Between people who are level after tables of different sizes, only a lot decides."
    )
