"""Drawings of boards, parsed, and views worth drawing."""

from collections.abc import Iterator
from typing import Any, Final
from xml.etree import ElementTree

from illimat_core import load, observe
from illimat_core.cards import DECK, FIELDS, LUMINARIES
from illimat_core.views import Observation

SVG: Final = "{http://www.w3.org/2000/svg}"
LONGEST: Final = "Abcdefghij_klmnopqrs"


def view_of(position: dict[str, Any], viewer: int | None = 0) -> Observation:
    return observe(load(position), viewer)


def names_of(view: Observation) -> list[str]:
    return [f"player_{seat}" for seat in range(len(view.scores))]


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)  # noqa: S314 - our own


def groups(picture: str, attribute: str) -> Iterator[tuple[str, str, str]]:
    """Yield the value of an attribute of each element that has it, its role and its label."""
    for element in parsed(picture).iter():
        if attribute in element.attrib:
            found = element.attrib
            yield found[attribute], found.get("role", ""), found.get("aria-label", "")


def words_in(picture: str) -> list[str]:
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def crowded() -> dict[str, Any]:
    """Return a position with all cards on the board, at least 16 items in each field."""
    fields = {field: [*DECK[place::4]] for place, field in enumerate(FIELDS)}
    claimed = [name for name in LUMINARIES if name not in {"river", "union", "rake", "audience"}]
    return {
        "options": {"players": 4, "luminaries": "all"},
        "fields": fields,
        "hands": {},
        "luminaries": dict(zip(FIELDS, ("river", "union", "rake", "audience"), strict=True)),
        "audience_as": {"SE": "maiden"},
        "claimed": {"1": claimed},
        "okuses": {"board": 0, "2": 4},
    }


def with_eighteen_items() -> dict[str, Any]:
    """Return a position with 18 items in a field, locked stockpiles and eight cards in hand."""
    return {
        "options": {"players": 4, "luminaries": "all"},
        "fields": {
            "SW": [*DECK[:18]],
            "NW": [*DECK[18:35]],
            "NE": [*DECK[35:45], {"13": ["NWi 2St | QWi FSt"]}],
            "SE": [{"9": ["9Wi | 9St"]}],
        },
        "hands": {"0": ["3St", "4St", "5St", "6St", "7St", "8St", "10St", "NSt"], "1": ["KSt"]},
        "okuses": {"board": 4},
    }


CROWDED: Final = (crowded(), with_eighteen_items())
