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
    """Refuse an act that the Island, the season or the Drought forbids in a field."""
    forces = table.in_force()
    for at, rules in forces:
        if rules.overrides_all and at != field:
            raise RuleError("R-LUM-ISLAND", f"The Island lies in {at}: only there may you act.")
    season = season_at(field, table.state.summer)
    if RESTRICTS.get(season) == act and not any(
        rules.lifts_season and rules.lifts_season(table, at, act, field) for at, rules in forces
    ):
        raise RuleError("R-SEASON-1", f"{field} is in {season}: nothing can be {_DONE[act]} there.")
    for at, rules in forces:
        if rules.forbids and rules.forbids(table, at, act, field):
            raise RuleError("R-LUM-DROUGHT", f"{field} is in drought: nothing can be harvested.")


def is_open(table: Table, act: Act, field: FieldId) -> bool:
    """Whether seasons and luminaries let anybody do it there."""
    try:
        check_open(table, act, field)
    except RuleError:
        return False
    return True


def turning_cards(table: Table, field: FieldId, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of the cards played into a field that could set its season (R-SEASON-2, R-SEASON-5)."""
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
