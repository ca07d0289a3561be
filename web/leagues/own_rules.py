"""Rules of a season that are no preset and no set, in the fields of the form for a new table."""

from typing import Any, Final

from leagues.rules import SeasonRules
from web import own_time
from web.table_offers import OWN

KEPT: Final = "kept"
"""Stands for a declared clock that a form cannot have; it stays as it is."""
OWN_CLOCK: Final = "own_clock"
OWN_SET: Final = "own_luminaries"
"""Members of the rules in a form alone, which replace a clock or set that is `OWN`."""


def with_own(body: dict[str, Any], rules: SeasonRules) -> dict[str, Any]:
    """Return a body with what was chosen instead of a preset or a set.

    `rules` are those that the form was filled with: they say what is `KEPT`.
    """
    wanted = body["rules"]
    clock, luminaries = wanted.pop(OWN_CLOCK), wanted.pop(OWN_SET, [])
    if wanted.get("clock") == OWN:
        wanted["clock"] = own_time.control_of(clock.get("kind", ""), clock)
    elif wanted.get("clock") == KEPT:
        wanted["clock"] = rules.clock.given
    if wanted["options"].get("luminaries") == OWN:
        wanted["options"]["luminaries"] = luminaries
    return body
