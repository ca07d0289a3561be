"""The declared rules of a stored season."""

import msgspec

from leagues.models import Season
from leagues.rules import SeasonRules


def rules_of(season: Season) -> SeasonRules:
    """Return the rules that a season was declared with."""
    return msgspec.convert(season.rules, SeasonRules)
