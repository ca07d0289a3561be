"""The declared rules of a stored season, and the dates of rounds that were moved since."""

from datetime import datetime

import msgspec

from illimat_core.options import MAX_ROUNDS
from illimat_core.records import converter
from leagues.models import Season
from leagues.rules import SeasonRules

_convert = converter(SeasonRules)


def rules_of(season: Season) -> SeasonRules:
    """Return the rules that a season was declared with.

    Once, seasons could declare games of more rounds than there are: these end after the last
    round (R-END-2), and can begin only if they say so.
    """
    rules = _convert(season.rules)
    if (rules.options.get("rounds") or 0) <= MAX_ROUNDS:
        return rules
    return msgspec.structs.replace(rules, options=rules.options | {"rounds": MAX_ROUNDS})


def moved_rounds(season: Season) -> list[datetime]:
    """Return when rounds begin, once dates have moved while the season runs; nothing before."""
    return [datetime.fromisoformat(each) for each in season.round_dates or ()]
