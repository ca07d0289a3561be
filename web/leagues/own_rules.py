"""Rules of a season that are no preset and no set, in the fields of the form for a new table."""

from collections.abc import Iterator
from typing import Any, Final

from leagues.rules import SeasonRules
from web import own_time
from web.forms import Field
from web.table_fields import OWN_LUMINARIES, OWN_TIME
from web.table_offers import OWN

KEPT: Final = "kept"
"""Stands for a declared clock that a form cannot have; it stays as it is."""
OWN_CLOCK: Final = "own_clock"
OWN_SET: Final = "own_luminaries"
"""Members of the rules in a form alone, which replace a clock or set that is `OWN`."""


def own_luminaries() -> Iterator[Field]:
    """Yield the field of luminaries that are no set."""
    for field in OWN_LUMINARIES.fields:
        choices = [(each.value, str(each.title)) for each in field.offers()]
        yield Field(
            OWN_SET,
            str(field.label),
            "many",
            str(field.about),
            choices,
            part=str(OWN_LUMINARIES.title),
        )


def own_time_fields() -> Iterator[Field]:
    """Yield the fields of a time control; an error is at `paths`, in the body without `OWN`."""
    for field in OWN_TIME.fields:
        yield Field(
            f"{OWN_CLOCK}.{field.name.removeprefix('clock_')}",
            str(field.label),
            "choice" if field.kind == "one" else field.kind,
            str(field.about),
            [(each.value, str(each.title)) for each in field.offers()],
            part=str(OWN_TIME.title),
            paths=[f"rules.{path.replace('/', '.')}" for path in field.paths],
        )


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
