"""Reasons as sentences, and the names of groups, in the active language."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext

from leagues.contest.errors import LeagueError
from leagues.contest.reasons import REASONS, Reason
from leagues.contest.standings.records import GroupKey
from leagues.isolation import Isolated, begin, fill
from leagues.season.people import Name

ENTRANTS: Final = ("other", "first", "second")
AMOUNTS: Final = ("points", "least", "most", "value", "less")
FEWEST_DIGITS: Final = 2
MOST_DIGITS: Final = 12


def entrants_in(reasons: Iterable[Reason]) -> Iterator[str]:
    for reason in reasons:
        yield from (str(reason.arguments[key]) for key in ENTRANTS if key in reason.arguments)


def text_of(error: LeagueError) -> str:
    return gettext(error.message).format(**error.arguments)


def sentence(reason: Reason, names: Mapping[str, Name]) -> Isolated:
    """Return a reason as a sentence; `names` are those of the entrants in it."""
    given: dict[str, object] = dict(reason.arguments)
    given |= {key: names[str(given[key])].shown for key in ENTRANTS if key in given}
    amounts = {key: Fraction(str(given[key])) for key in AMOUNTS if key in given}
    given |= dict(zip(amounts, _apart(*amounts.values()), strict=True))
    return begin(fill(gettext(REASONS[reason.key]), **given))


def format_number(value: Fraction | int, digits: int = FEWEST_DIGITS) -> str:
    """Return a number with at most that many decimals, as the active language writes it."""
    rounded = f"{float(value):.{digits}f}"
    shown = number_format(rounded.rstrip("0").rstrip("."), use_l10n=True)
    return str(shown).replace("-", "\N{MINUS SIGN}")


def group_name(group: GroupKey, groups: Sequence[GroupKey]) -> str:
    """Return what a group among all groups is called; empty for the only one."""
    division, number = group
    if len(groups) == 1:
        return ""
    if sum(each[0] == division for each in groups) == 1:
        return gettext("Division {division}").format(division=division + 1)
    if all(each[0] == division for each in groups):
        return gettext("Group {group}").format(group=number + 1)
    return gettext("Division {division}, group {group}").format(
        division=division + 1, group=number + 1
    )


def _apart(*values: Fraction) -> list[str]:
    """Return numbers with as many decimals as it takes to tell them apart."""
    for digits in range(FEWEST_DIGITS, MOST_DIGITS):
        shown = [format_number(value, digits) for value in values]
        if len({*shown}) == len({*values}):
            return shown
    return [str(value) for value in values]
