"""Seasons: what they and the luminaries let be done where, and how a play turns the Illimat."""

from collections.abc import Sequence
from typing import Final

from illimat_core.cards import FACES, SEASON_OF, SEASONS, Card, FieldId, Season, season_at
from illimat_core.errors import RuleError
from illimat_core.hooks import Act, Table

RESTRICTS: Final[dict[Season, Act]] = {
    "Winter": "harvest",
    "Spring": "stockpile",
    "Autumn": "sow",
}
"""What a season does not allow (R-SEASON-1)."""
_DONE: Final[dict[Act, str]] = {"sow": "sown", "harvest": "harvested", "stockpile": "stockpiled"}


def check_open(table: Table, act: Act, field: FieldId) -> None:
    """Refuse an act that a luminary or the season forbids in a field (R-SEASON-1).

    A luminary that overrides all others comes before the season, the others come after it.
    """
    forces = table.in_force()
    lonely = any(rules.overrides_all for _, rules in forces)
    if lonely:
        check_not_forbidden(table, act, field)
    season = season_at(field, table.state.summer)
    if RESTRICTS.get(season) == act and not any(
        rules.lifts_season and rules.lifts_season(table, at, act, field) for at, rules in forces
    ):
        raise RuleError("R-SEASON-1", f"{field} is in {season}: nothing can be {_DONE[act]} there.")
    if not lonely:
        check_not_forbidden(table, act, field)


def check_not_forbidden(table: Table, act: Act, field: FieldId) -> None:
    """Refuse an act that a luminary in force forbids in a field, in the name of its rule."""
    for at, rules in table.in_force():
        if rules.forbids and (why := rules.forbids(table, at, act, field)):
            raise RuleError(rules.rule, why)


def is_open(table: Table, act: Act, field: FieldId) -> bool:
    """Whether seasons and luminaries let anybody do it there."""
    try:
        check_open(table, act, field)
    except RuleError:
        return False
    return True


def turning_cards(table: Table, field: FieldId, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of the cards played into a field that could set its season (R-SEASON-2, R-SEASON-5).

    Only what is played is asked about: no other card that comes into a field turns the Illimat
    (R-SEASON-4).
    """
    if table.seasons_locked:
        return ()
    rules = table.rules_in(field)
    if rules and rules.turns_for_any_card:
        return tuple(cards)
    return tuple(card for card in cards if card in FACES)


def season_of(table: Table, card: Card) -> Season | None:
    """The season a card stands for; None for a Star whose season is free (R-SEASON-3)."""
    return SEASON_OF[card] or table.state.stars_as


def seasons_to_name(table: Table, setter: Card | None) -> tuple[Season | None, ...]:
    """What ``season`` may be where this card turns the Illimat: all four for a free Star."""
    return SEASONS if setter and season_of(table, setter) is None else (None,)
