"""Seasons: what they and luminaries allow in each field, and how a play turns the Illimat."""

from collections.abc import Sequence
from typing import Final

from illimat_core.cards import FACES, SEASON_OF, SEASONS, Card, FieldId, Season, season_at
from illimat_core.errors import RuleError
from illimat_core.rules.hooks import Act, Tabletop

RESTRICTS: Final[dict[Season, Act]] = {
    "Winter": "harvest",
    "Spring": "stockpile",
    "Autumn": "sow",
}
"""The act that each season forbids (R-SEASON-1)."""


def check_open(table: Tabletop, act: Act, field: FieldId) -> None:
    """Refuse an act that a luminary or the season forbids in a field (R-SEASON-1).

    A luminary that overrides all others (R-LUM-ISLAND) is checked before the season, the others
    after it.
    """
    forces = table.in_force()
    lonely = bool(forces) and forces[0][1].overrides_all
    if lonely:
        check_not_forbidden(table, act, field)
    season = season_at(field, table.state.summer)
    if RESTRICTS.get(season) == act and not any(
        rules.lifts_season and rules.lifts_season(table, at, act, field) for at, rules in forces
    ):
        raise RuleError("R-SEASON-1", f"season.{act}", field=field, season=season)
    if forces and not lonely:
        check_not_forbidden(table, act, field)


def check_not_forbidden(table: Tabletop, act: Act, field: FieldId) -> None:
    """Refuse an act that a luminary in force forbids in a field, in the name of its rule."""
    for at, rules in table.in_force():
        if rules.forbids and (why := rules.forbids(table, at, act, field)):
            raise RuleError(rules.rule, why.key, **why.arguments)


def is_open(table: Tabletop, act: Act, field: FieldId) -> bool:
    try:
        check_open(table, act, field)
    except RuleError:
        return False
    return True


def turning_cards(table: Tabletop, field: FieldId, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the played cards that could set the field's season (R-SEASON-2, R-SEASON-5).

    Pass only played cards: no other card that comes into a field turns the Illimat (R-SEASON-4).
    """
    if table.seasons_locked:
        return ()
    rules = table.rules_in(field)
    if rules and rules.turns_for_any_card:
        return tuple(cards)
    return tuple([card for card in cards if card in FACES])


def season_of(table: Tabletop, card: Card) -> Season | None:
    """Return the season of a card; None for a Star whose season is free (R-SEASON-3)."""
    return SEASON_OF[card] or table.state.stars_as


def seasons_to_name(table: Tabletop, setter: Card | None) -> tuple[Season | None, ...]:
    """Return the values of ``season`` where a card turns the Illimat: all four for a free Star."""
    return SEASONS if setter and season_of(table, setter) is None else (None,)
