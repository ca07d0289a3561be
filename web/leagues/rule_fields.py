"""The fields of a season that is to be declared: its name, its dates, and all its rules."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, get_origin

from django.utils.text import capfirst
from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError

from api.members import DeclaredMember, members_in, members_of
from games.clocks.controls import PRESETS, preset_of
from games.language import active_language, translate_marked
from games.terms import OPTIONS, RULES, time_in_words
from illimat_core import Options
from illimat_core.modes import MODES
from leagues.contest.standings.presets import TIES
from leagues.models import Season
from leagues.rules import GAME, PARTS, TIME, SeasonRules
from leagues.spelling import NAME_LENGTH
from web.frame.forms import FormField, field_of
from web.leagues.scoring_words import tie_breaks
from web.table import own_time
from web.table.own_time import own_time_fields
from web.table.table_form import option_field, own_luminaries, own_set
from web.table.table_offers import OWN, values_of

KINDS: Final = {int: "number", bool: "flag", datetime: "moment", tuple: "numbers"}
"""Kinds of fields by the types of members; others are choices."""
USUAL: Final = Options()
KEPT: Final = "kept"
"""Stands for a declared clock that a form cannot have; it stays unchanged."""
OWN_CLOCK: Final = "own_clock"
OWN_SET: Final = "own_luminaries"
"""Members of the rules in a form alone, which replace a clock or set that is `OWN`."""


def season_fields(season: Season, rules: SeasonRules) -> list[FormField]:
    first = [
        FormField(
            "name",
            gettext("Name"),
            value=season.name,
            most=NAME_LENGTH,
            needed=True,
            help=gettext("Such as “Spring”. It is kept for ever, so name nobody."),
        ),
        FormField(
            "registration_opens_at",
            gettext("Registration opens"),
            "moment",
            gettext(
                "Empty: when you open it. Until then only organisers see the season and can change "
                "its rules; afterwards nobody can."
            ),
            value=season.registration_opens_at,
        ),
        FormField(
            "starts_at",
            gettext("The season starts"),
            "moment",
            gettext("By itself. You can start it sooner, once you have seen the plan."),
            value=season.starts_at,
            needed=True,
        ),
        FormField(
            "ends_at",
            gettext("The season ends"),
            "moment",
            gettext("At the latest. Games that are still open are ended, as you choose below."),
            value=season.ends_at,
            needed=True,
        ),
    ]
    return [
        *(field.placed(gettext("Name and dates")) for field in first),
        *fill_rule_fields(rules),
    ]


def fill_rule_fields(rules: SeasonRules) -> list[FormField]:
    return [_filled(each, rules) for each in rule_fields()]


def rule_fields() -> Iterator[FormField]:
    for part in PARTS:
        for member in members_in(SeasonRules, part):
            yield from _options() if member.name == "options" else [_field_of(member)]
        if part == GAME:
            yield own_luminaries(OWN_SET)
        elif part == TIME:
            yield from own_time_fields(f"{OWN_CLOCK}.", "rules.clock", "choice")


def _field_of(member: DeclaredMember) -> FormField:
    kind, choices = KINDS.get(get_origin(member.type) or member.type, "choice"), []
    if kind != "flag" and (choices := _choices_of(member)) and kind == "number":
        kind = "number_choice"
    return field_of(member, kind, choices)


def _choices_of(member: DeclaredMember) -> list[tuple[str, str]]:
    match member.name:
        case "clock":
            clocks = [(each.name, time_in_words(each.control)) for each in PRESETS]
            return [*clocks, (OWN, gettext("Another time"))]
        case "ties":
            return [(name, capfirst(", ".join(tie_breaks(name)))) for name in TIES]
        case name:
            return [(value, words_of(name, value)) for value in member.about.words]


def words_of(member: str, value: str) -> str:
    """Return what a value of a member means, in the active language."""
    return translate_marked(members_of(SeasonRules)[member].about.words[value])


def _options() -> Iterator[FormField]:
    say = active_language().say
    modes = [(name, say(MODES[name].title)) for name in MODES if MODES[name].players[-1] > 1]
    sets = [(name, translate_marked(words)) for name, words in OPTIONS["luminaries"].words.items()]
    sets.append((OWN, gettext("Your own choice")))
    kinds = {"mode": ("choice", modes), "luminaries": ("choice", sets)}
    kinds |= dict.fromkeys(("rounds", "target_score"), ("number", []))
    for name, values in RULES.items():
        if len(values) > 1:
            kinds[name] = "choice", [(each.value, str(each.title)) for each in values_of(name)]
        elif True in values:
            kinds[name] = "flag", []
        else:
            kinds[name] = (
                "tick",
                [(value, translate_marked(words)) for value, words in values.items()],
            )
    for name, (kind, choices) in kinds.items():
        yield option_field(name, f"options.{name}", kind, choices).placed(translate_marked(GAME))


def _filled(field: FormField, rules: SeasonRules) -> FormField:
    value, choices = _value(field, rules), field.choices
    if value == KEPT:
        choices = [*choices, (KEPT, gettext("As declared before"))]
    if field.kind == "tick" and value != choices[0][0]:
        value = None
    field.name, field.initial, field.choices = f"rules.{field.name}", value, choices
    return field


def _value(field: FormField, rules: SeasonRules) -> Any:
    head, _, inside = field.name.partition(".")
    luminaries = rules.options.get("luminaries", USUAL.luminaries) or "none"
    preset, in_hours = preset_of(rules.clock), own_time.is_in_hours(rules.clock)
    match head, inside:
        case "clock", _:
            return preset or (OWN if in_hours else KEPT)
        case "own_clock", _:
            shown = own_time.form_values_of(rules.clock) if in_hours and not preset else {}
            return shown.get(inside)
        case "own_luminaries", _:
            return None if isinstance(luminaries, str) else luminaries
        case "options", "luminaries":
            return luminaries if isinstance(luminaries, str) else OWN
        case "options", _:
            return rules.options.get(inside, getattr(USUAL, inside))
        case _:
            return getattr(rules, head)


def with_own(body: dict[str, Any], rules: SeasonRules) -> dict[str, Any]:
    """Return a body with what was chosen instead of a preset or a set.

    `rules` are those that the form was filled with: they say what is `KEPT`. Raises
    ValidationError.
    """
    wanted = body["rules"]
    clock, luminaries = wanted.pop(OWN_CLOCK), wanted.pop(OWN_SET, [])
    try:
        if wanted.get("clock") == OWN:
            wanted["clock"] = own_time.control_of(clock.get("kind", ""), clock)
        elif wanted.get("clock") == KEPT:
            wanted["clock"] = rules.clock.given
        if wanted["options"].get("luminaries") == OWN:
            wanted["options"]["luminaries"] = own_set(luminaries)
    except ValidationError as error:
        raise ValidationError({"rules": error.detail}) from None
    return body
