"""Warnings to organisers about the rules that they declare."""

from django.utils.translation import gettext

from leagues.rules import SeasonRules


def warnings_of(rules: SeasonRules) -> list[str]:
    """Return warnings for the organisers of a season, as sentences in the active language.

    How many games will still be open at its end is estimated (`leagues.season.estimates`).
    """
    if rules.leavers != "forfeit":
        return []
    return [
        gettext(
            "The hand of a player who leaves goes out of play. So if somebody withdraws, a "
            "substitute cannot take over the games that have begun."
        )
    ]
