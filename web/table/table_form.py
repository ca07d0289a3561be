"""The form for a new table: its fields, and what the API would be sent for what is filled in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext
from msgspec import UNSET
from rest_framework.exceptions import ValidationError

from api.members import members_in, members_of
from games.inputs.tables import TableSerializer
from games.language import detail_of, translate_marked
from games.making.invitations import MOST_INVITED
from games.terms import AWAY, OPTIONS, RULES, SEATS, WHO_PLAYS, TableTerms
from illimat_core.errors import OptionsError
from illimat_core.modes import DEFAULT_MODE, MODES
from illimat_core.options import Options
from web.frame.forms import BoundFormField, FormField, SerializerForm, field_of
from web.frame.keyed_forms import entropy_in
from web.table import own_time
from web.table import table_offers as offers
from web.table.own_time import own_time_fields
from web.table.table_offers import OWN, TableChoice

LONGEST: Final = 200  # characters that are taken from a field, and values of several choices
HOUSE: Final = ("house1", "house2", "house3")
USUAL: Final = Options()
USUAL_PLAYERS: Final = "2"
OPPONENTS: Final = ("1", "2", "3")


class FieldGroup(NamedTuple):
    """Fields under a heading; `folded` groups are opened by those who want them."""

    title: str
    fields: Sequence[BoundFormField]
    folded: bool
    open: bool


class TableForm(SerializerForm):
    """The form as somebody sent it, or as an address fills it in; what is missing is as usual."""

    def __init__(self, filled: QueryDict, *, sent: bool = False) -> None:
        fields, data = list(table_fields()), QueryDict(mutable=True)
        self._usual = {each.name: each.shown() for each in fields}
        for each in fields:
            given = [text[:LONGEST] for text in filled.getlist(each.name)[:LONGEST]]
            if not sent and given:
                each.initial = given if each.kind == "many" else given[-1]
            data.setlist(each.name, given or [self._usual[each.name]])

        def body(typed: dict[str, Any]) -> dict[str, Any]:
            return _request(typed) | entropy_in(filled)

        super().__init__("", fields, TableSerializer, data=data if sent else None, prepare=body)

    @property
    def groups(self) -> list[FieldGroup]:
        """The fields by their headings: first what everybody decides, then what few change."""
        shown = _unfolded()
        return [
            FieldGroup(part.title, part.fields, part.title not in shown, self._is_open(part.fields))
            for part in self.parts
        ]

    def _is_open(self, fields: Sequence[BoundFormField]) -> bool:
        return any(each.errors or each.text != self._usual[each.name] for each in fields)


def practice_form(filled: QueryDict) -> SerializerForm:
    many = OPPONENTS.index(filled["opponents"]) if filled.get("opponents") in OPPONENTS else 0
    mode = "standard" if "luminaries" in filled else "beginner"
    house = [filled.get("level", "")[:32]] * (many + 1)
    options = {"mode": mode, "players": many + 2}
    body = {"options": options, "house": house, **entropy_in(filled)}
    return SerializerForm("practice", [], TableSerializer, data=filled, prepare=lambda _: body)


def table_fields() -> Iterator[FormField]:
    yield field_of(members_of(TableTerms)["clock"], "radio", list(offers.clocks()), "")
    yield from own_time_fields("clock_", "clock", "radio")
    part = gettext("Which game")
    modes, sets = list(offers.modes()), list(offers.luminary_sets())
    yield _option("mode", "radio", modes, DEFAULT_MODE, part)
    yield _option("players", "radio_number", offers.players(), USUAL_PLAYERS, part)
    yield _option("luminaries", "radio", sets, USUAL.luminaries, part)
    yield own_luminaries("luminary")
    yield from _fields_under(WHO_PLAYS)
    part = gettext("How long")
    yield _option("target_score", "number", [], USUAL.target_score, part)
    yield _option("rounds", "number", [], USUAL.rounds, part)
    yield from _fields_under(SEATS)
    yield from _fields_under(AWAY)
    part = gettext("Other rules")
    for name, values in RULES.items():
        if len(values) > 1:
            yield _option(name, "radio", offers.values_of(name), getattr(USUAL, name), part)
        else:
            yield _option(
                name, "tick", [("yes", translate_marked(OPTIONS[name].label))], None, part
            )


def own_luminaries(name: str) -> FormField:
    """Return the field of luminaries that are no set."""
    return FormField(
        name,
        translate_marked(OPTIONS["luminaries"].label),
        "many",
        gettext("Four at least. They count if you choose “Your own choice” above."),
        offers.luminaries(),
    ).placed(gettext("Your own choice of luminaries"))


def _unfolded() -> set[str]:
    """Return the headings of the groups that everybody decides on."""
    return {gettext("How much time"), gettext("Which game"), translate_marked(WHO_PLAYS)}


def _fields_under(heading: str) -> Iterator[FormField]:
    for member in members_in(TableTerms, heading):
        choices, value = offers.choices_of(member.about), member.usual
        kinds = {int: "radio_number" if choices else "number", bool: "radio_flag"}
        kind = kinds.get(member.type, "radio" if choices else "text")
        field = field_of(member, kind, choices, None if value is UNSET else value)
        yield from _house(field) if member.name == "house" else [field]


def _house(first: FormField) -> Iterator[FormField]:
    """Yield a field for each seat that the house may take; the first one shows what is wrong."""
    levels = [TableChoice("", gettext("A person")), *offers.levels()]
    label, told = str(first.label), str(first.help_text)
    for name in HOUSE:
        about, paths = (told, ["house"]) if name == HOUSE[0] else ("", [])
        yield FormField(name, label, "choice", about, levels, "").placed(first.part, paths)


def _option(name: str, kind: str, choices: Sequence[Any], value: Any, part: str) -> FormField:
    paths = [f"options.{name}", *(["options"] if name == "mode" else [])]
    return option_field(name, name, kind, choices, value).placed(part, paths)


def option_field(
    option: str, name: str, kind: str, choices: Sequence[Any], value: Any = None
) -> FormField:
    label, about, _ = OPTIONS[option]
    return FormField(name, translate_marked(label), kind, translate_marked(about), choices, value)


def own_set(chosen: Sequence[str]) -> list[str]:
    """Return the luminaries that were chosen, each once; raises ValidationError for none."""
    if not chosen:
        few = OptionsError("luminaries", "options.few_luminaries")
        raise ValidationError({"options": {few.member: [detail_of(few)]}})
    return list(dict.fromkeys(chosen))


def _request(filled: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of the API's request for a table; the API's checks are still due.

    Raises ValidationError for hours that are no number.
    """
    body = {name: filled[name] for name in members_of(TableTerms) if name in filled}
    body["options"] = _options(filled)
    if house := [filled[name] for name in HOUSE if name in filled]:
        body["house"] = house
    if "invited" in filled:
        body["invited"] = re.findall(r"[^\s,;@]+", filled["invited"])[: MOST_INVITED + 1]
    if filled.get("clock") == OWN:
        hours = {name: filled.get(f"clock_{name}", "") for name in own_time.LENGTHS}
        body["clock"] = own_time.control_of(filled.get("clock_kind", ""), hours)
    return body


def _options(filled: Mapping[str, Any]) -> dict[str, Any]:
    given = {
        name: filled[name]
        for name in ("mode", "luminaries", "target_score", "rounds")
        if name in filled
    }
    rules = MODES.get(filled.get("mode", ""))
    if rules and len(rules.players) > 1 and "players" in filled:
        given["players"] = filled["players"]
    if given.get("luminaries") == OWN:
        given["luminaries"] = own_set(filled.get("luminary", []))
    for name, values in RULES.items():
        if len(values) > 1 and name in filled:
            given[name] = filled[name]
        elif filled.get(name) == "yes":
            (given[name],) = values
    return given
