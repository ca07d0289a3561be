"""The declared rules of a stored season, and the dates of rounds that were moved since."""

from datetime import datetime

import msgspec

from leagues.models import Season
from leagues.rules import SeasonRules


def rules_of(season: Season) -> SeasonRules:
    """Return the rules that a season was declared with."""
    return msgspec.convert(season.rules, SeasonRules)


def moved_rounds(season: Season) -> list[datetime]:
    """Return when rounds begin, once dates have moved while the season runs; nothing before."""
    return [datetime.fromisoformat(each) for each in season.round_dates or ()]
