"""The form for a new table, filled in: what the API would be sent for it, and what is shown."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.http import QueryDict

from games.invitations import MOST_INVITED
from illimat_core.modes import MODES
from notifications.terms import RULES
from web import own_time
from web.labels import Named, labels_of, with_labels
from web.table_fields import GROUPS, HOUSE, Field, Group
from web.table_offers import OWN, Offer

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LONGEST: Final = 200  # characters that are taken from a field
NUMBER: Final = re.compile("[0-9]{1,9}")
FIELDS: Final = [field for group in GROUPS for field in group.fields]
DEFAULTS: Final = {field.name: field.default for field in FIELDS}
PATHS: Final = {path for field in FIELDS for path in field.paths}


class Shown(NamedTuple):
    """A field with what was chosen or typed, and what is wrong with it."""

    field: Field
    offers: Sequence[tuple[Offer, bool]]
    value: str
    errors: Sequence[str]


class ShownGroup(NamedTuple):
    """A group with its fields as they are shown."""

    title: "StrOrPromise"
    fields: Sequence[Shown]
    folded: bool
    open: bool


class TableForm:
    """What was filled in, or the defaults of what was not."""

    def __init__(self, filled: QueryDict) -> None:
        self._filled = filled

    def body(self) -> dict[str, Any]:
        """Return the body of the API's request for this table; the API's checks are still due.

        Raises ValidationError for hours that are no number.
        """
        given: dict[str, Any] = {
            "options": self._options(),
            "seating": self._one("seating"),
            "start": self._one("start"),
            "leavers": self._one("leavers"),
            "excuses": self._number("excuses"),
            "min_reliability": self._number("min_reliability"),
            "pauses": self._one("pauses") == "yes",
            "visibility": self._one("visibility"),
            "rated": {"yes": True, "no": False}.get(self._one("rated"), ""),
            "seat": self._number("seat"),
            "house": [level for name in HOUSE if (level := self._one(name))],
            "invited": re.findall(r"[^\s,;@]+", self._one("invited"))[: MOST_INVITED + 1],
            "clock": self._clock(),
        }
        return {name: value for name, value in given.items() if value not in ("", [])}

    def said(self, sentence: str) -> str:
        """Return a sentence of the API's refusal with the labels of this form."""
        fields = (
            Named(each.paths, each.label, [offer[:2] for offer in each.offers()]) for each in FIELDS
        )
        return with_labels(sentence, labels_of(fields))

    def shown(self, at: Mapping[str, str]) -> list[ShownGroup]:
        """Return the groups as filled in, with the sentences `at` the members at fault."""
        return [self._group(group, at) for group in GROUPS]

    def elsewhere(self, at: Mapping[str, str]) -> list[str]:
        """Return the sentences about members that no field is for."""
        return [words for path, words in at.items() if not any(_is_at(f, path) for f in FIELDS)]

    def _options(self) -> dict[str, Any]:
        mode, luminaries = self._one("mode"), self._one("luminaries")
        rules = MODES.get(mode)
        own = list(dict.fromkeys(self._many("luminary")))
        given: dict[str, Any] = {
            "mode": mode,
            "players": self._number("players") if rules and len(rules.players) > 1 else "",
            "luminaries": own if luminaries == OWN else luminaries,
            "target_score": self._number("target_score"),
            "rounds": self._number("rounds"),
        }
        for name in dict.fromkeys(option for option, _ in RULES):
            values = [value for option, value in RULES if option == name]
            if len(values) > 1:
                given[name] = self._one(name)
            elif self._one(name) == "yes":
                (given[name],) = values
        return {name: value for name, value in given.items() if value != ""}

    def _clock(self) -> Any:
        clock = self._one("clock")
        if clock != OWN:
            return clock
        hours = {name: self._number(f"clock_{name}") for name in own_time.LENGTHS}
        return own_time.control_of(self._one("clock_kind"), hours)

    def _number(self, name: str) -> int | str:
        """Return a number, or what else was typed: the API's checks refuse it."""
        text = self._one(name).strip()
        return int(text) if NUMBER.fullmatch(text) else text

    def _one(self, name: str) -> str:
        return str(self._filled.get(name, DEFAULTS[name]))[:LONGEST]

    def _many(self, name: str) -> list[str]:
        return [each[:LONGEST] for each in self._filled.getlist(name)][:LONGEST]

    def _group(self, group: Group, at: Mapping[str, str]) -> ShownGroup:
        fields = [self._field(field, at) for field in group.fields]
        changed = any(self._is_changed(field) for field in group.fields)
        faulty = any(each.errors for each in fields)
        return ShownGroup(group.title, fields, group.folded, changed or faulty)

    def _field(self, field: Field, at: Mapping[str, str]) -> Shown:
        value = self._one(field.name)
        chosen = self._many(field.name) if field.kind == "many" else [value]
        offered = [(offer, offer.value in chosen) for offer in field.offers()]
        errors = [words for path, words in at.items() if _is_at(field, path)]
        is_first = field.name not in HOUSE[1:]  # they share their member of the request
        return Shown(field, offered, value, errors if is_first else [])

    def _is_changed(self, field: Field) -> bool:
        if field.kind == "many":
            return bool(self._many(field.name))
        return self._one(field.name) != field.default


def _is_at(field: Field, path: str) -> bool:
    """Return whether a field is for a member, or for the list or record that it is in."""
    while path and path not in PATHS:
        path = path.rpartition("/")[0]
    return path in field.paths
