"""Sow, harvest, stockpile: what each needs, and what each does (RULES.md sections 4 and 5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from illimat_core.actions import Harvest, Play, Sow, Stockpile, malformed
from illimat_core.cards import (
    FACES,
    FOOLS,
    ORDER,
    SEASON_OF,
    VALUES,
    Card,
    FieldId,
    Luminary,
    Season,
    Seat,
    clockwise,
    season_at,
    summer_when,
)
from illimat_core.draft import Draft
from illimat_core.errors import RuleError
from illimat_core.events import (
    CardsHarvested,
    CardSown,
    FieldCleared,
    HiddenCardsTurnedUp,
    IllimatTurned,
    StockpileMade,
)
from illimat_core.hooks import Act, Table
from illimat_core.state import Item, find_item
from illimat_core.sums import Splitter, kind_of, kind_of_card, split_cards

RESTRICTS: Final[dict[str, Act]] = {"Winter": "harvest", "Spring": "stockpile", "Autumn": "sow"}
"""What a season does not allow (R-SEASON-1)."""
_DONE: Final[dict[Act, str]] = {"sow": "sown", "harvest": "harvested", "stockpile": "stockpiled"}
_HAND: Final = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """A play found to be legal: the items it takes, its value, the orientation it turns to."""

    items: tuple[Item, ...]
    value: int
    summer: FieldId | None


def act_of(play: Play) -> Act:
    """Which of the three actions a play is."""
    return (
        "sow" if isinstance(play, Sow) else "harvest" if isinstance(play, Harvest) else "stockpile"
    )


def cards_of(play: Play) -> tuple[Card, ...]:
    """The hand cards a play puts down."""
    return play.played if isinstance(play, Harvest) else (play.card,)


def check(table: Table, seat: Seat, play: Play, by: Luminary | None = None) -> Plan:
    """Find a play legal, or raise ``RuleError`` for the first rule it breaks (section 15, 2 to 5).

    ``by`` is the luminary whose leave it is played under, if it is not the turn's own play.
    """
    cards = cards_of(play)
    several(table, seat, play)
    summer = turned_to(table, play)
    items = _items(table, play)
    in_hand(table, seat, cards)
    allowed(table, seat, act_of(play), play.field, by)
    if isinstance(play, Harvest):
        return Plan(items, _check_harvest(table, seat, play, items), summer)
    if isinstance(play, Stockpile):
        check_stockpile(table, seat, play.card, play.value, items)
        return Plan(items, play.value, summer)
    return Plan((), 0, summer)


def most_cards(table: Table, seat: Seat, field: FieldId) -> int:
    """How many hand cards one harvest into a field may play: 1, unless something joins them."""
    rules = table.rules_in(field)
    joined = rules.joins.most if rules and rules.joins else 1
    return max(joined, _HAND if _full_harvest(table, seat) else 1)


def _full_harvest(table: Table, seat: Seat) -> bool:
    """Whether all four may go as one (R-VAR-FULL-HARVEST)."""
    return table.state.options.full_harvest and len(table.state.players[seat].hand) == _HAND


def several(table: Table, seat: Seat, play: Play) -> None:
    """Refuse several cards where nothing lets several be played at once."""
    if (
        isinstance(play, Harvest)
        and len(play.played) > 1
        and most_cards(table, seat, play.field) == 1
    ):
        raise RuleError("R-TURN-1", f"Into {play.field} one card is played at a time.")


def turned_to(table: Table, play: Play) -> FieldId | None:
    """The field that is in Summer after a play, None where it turns nothing (R-SEASON-2, 3, 5).

    Raises ``RuleError`` with R-ACT-1 where ``season``, ``season_card`` or ``value`` is missing or
    out of place.
    """
    cards = cards_of(play)
    if isinstance(play, Harvest):
        _check_value_given(play, cards)
    card = _setting_card(play, turning_cards(table, play.field, cards))
    season = season_of(table, card) if card else None
    if card and season is None:
        if play.season is None:
            raise malformed(f"{card} turns the Illimat to a season of your choice: give season.")
        season = play.season
    elif play.season is not None:
        raise malformed("season is given only where the play turns the Illimat by a free Star.")
    return summer_when(play.field, season) if season else None


def turning_cards(table: Table, field: FieldId, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of the played cards that could set the season."""
    if table.seasons_locked:
        return ()
    rules = table.rules_in(field)
    if rules and rules.turns_for_any_card:
        return tuple(cards)
    return tuple(card for card in cards if card in FACES)


def season_of(table: Table, card: Card) -> Season | None:
    """The season a card stands for; None for a Star whose season is free."""
    return SEASON_OF[card] or table.state.stars_as


def _check_value_given(play: Harvest, cards: tuple[Card, ...]) -> None:
    with_fool = not FOOLS.isdisjoint(cards)
    if with_fool and play.value is None:
        raise malformed("A Fool is played: give value, what the harvest counts.")
    if not with_fool and play.value is not None:
        raise malformed("value is given only where a Fool is played.")


def _setting_card(play: Play, setters: tuple[Card, ...]) -> Card | None:
    named = play.season_card if isinstance(play, Harvest) else None
    if len(setters) > 1:
        if named not in setters:
            raise malformed(
                f"Give season_card, the one that sets the season: {', '.join(setters)}."
            )
        return named
    if named is not None:
        raise malformed(
            "season_card is given only where several played cards could set the season."
        )
    return setters[0] if setters else None


def reach(table: Table, field: FieldId) -> tuple[FieldId, ...]:
    """The other fields that a harvest into a field may take from (Boat, Universe)."""
    rules = table.rules_in(field)
    return rules.reaches(table, field) if rules and rules.reaches else ()


def _items(table: Table, play: Play) -> tuple[Item, ...]:
    if isinstance(play, Sow):
        return ()
    others = reach(table, play.field) if isinstance(play, Harvest) else ()
    return find_items(table, play.take, (play.field, *others))


def find_items(table: Table, names: Sequence[Card], fields: Sequence[FieldId]) -> tuple[Item, ...]:
    """The items that cards name, each in one of the fields; R-ACT-1 or R-CARD-4 otherwise."""
    found: list[Item] = []
    missing: Card | None = None
    for name in names:
        item = next((i for f in fields if (i := find_item(table.state.field(f), name))), None)
        if item is None:
            missing = missing or name
        elif item in found:
            raise malformed(f"take: the item of {name} is named twice.")
        else:
            found.append(item)
    if missing:
        raise RuleError("R-CARD-4", f"{missing} does not lie in {fields[0]}.")
    return tuple(found)


def in_hand(table: Table, seat: Seat, cards: Sequence[Card]) -> None:
    """Refuse cards that are not in a seat's hand."""
    hand = table.state.players[seat].hand
    for card in cards:
        if card not in hand:
            raise RuleError("R-CARD-4", f"{card} is not in your hand.")


def allowed(table: Table, seat: Seat, act: Act, field: FieldId, by: Luminary | None = None) -> None:
    """Refuse an act that the Island, the season, the Drought or No Repeats forbids in a field."""
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
    if table.state.options.no_repeats and repeats(table, seat, field, by):
        raise RuleError("R-VAR-NO-REPEATS", f"You harvested in {field} on your previous turn.")


def repeats(table: Table, seat: Seat, field: FieldId, by: Luminary | None) -> bool:
    """Whether No Repeats forbids a field now; it is lifted where nothing else is legal."""
    barred = table.state.players[seat].harvested_in
    if field not in barred:
        return False
    if by is not None:
        return True
    confined = next((at for at, rules in table.in_force() if rules.overrides_all), None)
    # Elsewhere a sow is always open: at most one field is in Autumn, and two are barred (R-TURN-5).
    return confined is None


def values_of(cards: Sequence[Card]) -> tuple[int, ...]:
    """All sums that cards can make, a Fool counting 1 or 14."""
    return tuple(sorted({sum(each) for each in product(*(VALUES[card] for card in cards))}))


def _check_harvest(table: Table, seat: Seat, play: Harvest, items: tuple[Item, ...]) -> int:
    cards = play.played
    _check_number(table, seat, play)
    values = values_of(cards)
    value = play.value if play.value is not None else values[0]
    if value not in values:
        raise RuleError("R-HARV-2", f"{' and '.join(cards)} cannot count {value}.")
    if not items:
        raise RuleError("R-HARV-1", "A harvest takes at least one group.")
    _check_sums(table, play, items, value)
    for item in items:
        if item.name in table.state.turn.fresh:
            raise RuleError("R-HARV-5", f"The stockpile of {item.name} was made this turn.")
    if table.state.options.harvest == "single_set" and not one_group(items, value):
        raise RuleError("R-VAR-SINGLE-SET", "Only one group may be taken in a harvest.")
    _check_luminary_conditions(table, play, items, value)
    return value


def _check_number(table: Table, seat: Seat, play: Harvest) -> None:
    count = len(play.played)
    rules = table.rules_in(play.field)
    joins = rules.joins if rules else None
    if (
        count == 1
        or (count == _HAND and _full_harvest(table, seat))
        or (joins and count <= joins.most)
    ):
        return
    if joins and rules:
        raise RuleError(f"R-LUM-{rules.luminary.upper()}", f"At most {joins.most} cards go as one.")
    raise RuleError("R-TURN-1", "Full Harvest plays all four cards, or one.")


def _check_sums(table: Table, play: Harvest, items: tuple[Item, ...], value: int) -> None:
    for item in items:
        if item.multiple and item.value != value:
            raise RuleError("R-HARV-3", f"The stockpile of {item.name} is locked at {item.value}.")
    rules = table.rules_in(play.field)
    parts = (
        by_field(table, items)
        if reach(table, play.field) and not (rules and rules.mixes_fields)
        else [items]
    )
    splitter = Splitter(value)
    for part in parts:
        if not splitter.splits([kind_of(item) for item in part if not item.multiple]):
            raise RuleError("R-HARV-1", f"These cannot be split into groups that sum to {value}.")


def by_field(table: Table, items: Sequence[Item]) -> list[list[Item]]:
    """Items sorted out by the field they lie in."""
    return [part for f in table.state.fields if (part := [i for i in items if i in f.items])]


def one_group(items: Sequence[Item], value: int) -> bool:
    """Whether all the items together can be a single group of the value (R-VAR-SINGLE-SET)."""
    if len(items) == 1:
        return True
    kinds = [kind_of(item) for item in items]
    fools = kinds.count(0)
    return not any(i.multiple for i in items) and any(
        sum(kinds) + fools + 13 * high == value for high in range(fools + 1)
    )


def _check_luminary_conditions(
    table: Table, play: Harvest, items: tuple[Item, ...], value: int
) -> None:
    rules = table.rules_in(play.field)
    if rules is None:
        return
    own = [item for item in items if item in table.state.field(play.field).items]
    name = f"R-LUM-{rules.luminary.upper()}"
    if rules.reaches and not own:
        raise RuleError(name, f"At least one item must be of {play.field}.")
    if rules.mixes_fields and table.state.options.universe_reach == "one":
        if len(by_field(table, [item for item in items if item not in own])) > 1:
            raise RuleError(name, "Only one other field may be reached.")
    if rules.joins and rules.joins.check and len(play.played) > 1:
        rules.joins.check(table, play.field, items, value)


def check_stockpile(
    table: Table, seat: Seat, card: Card, value: int, items: tuple[Item, ...]
) -> None:
    """Refuse a stockpile that R-STOCK does not allow; the passive card is looked at last."""
    if not items:
        raise RuleError("R-STOCK-2", "A card alone is no stockpile: combine it with an item.")
    for item in items:
        if item.multiple and item.value != value:
            raise RuleError("R-STOCK-3", f"The stockpile of {item.name} is locked at {item.value}.")
    kinds = [kind_of(item) for item in items if not item.multiple]
    if not Splitter(value).splits([*kinds, kind_of_card(card)]):
        raise RuleError("R-STOCK-2", f"These cannot be split into groups that sum to {value}.")
    if passive_for(table, seat, card, value) is None:
        raise RuleError("R-STOCK-1", f"After playing {card} you must hold a card of value {value}.")


def passive_for(table: Table, seat: Seat, card: Card, value: int) -> Card | None:
    """The card that serves a stockpile: of its value, another than the one played.

    The first in deck order; in solitaire's open hand only a later one may serve.
    """
    hand = table.state.players[seat].hand
    if table.state.options.mode == "solitaire" and card in hand:
        hand = hand[hand.index(card) + 1 :]
    serving = (other for other in hand if other != card and value in VALUES[other])
    return min(serving, key=ORDER.__getitem__, default=None)


def perform(draft: Draft, seat: Seat, play: Play, plan: Plan, by: Luminary | None = None) -> None:
    """Make a play that was found legal, and turn the Illimat where it does."""
    if isinstance(play, Sow):
        sow(draft, seat, play.card, play.field, by)
    elif isinstance(play, Harvest):
        _harvest(draft, seat, play, plan, by)
    else:
        make_stockpile(draft, seat, play, plan, by)
    turn_illimat(draft, plan.summer)


def turn_illimat(draft: Draft, summer: FieldId | None) -> None:
    """Turn the Illimat, if it is to be turned and does not stand so already."""
    if summer is not None and summer != draft.state.summer:
        draft.emit(IllimatTurned(summer=summer))


def sow(draft: Draft, seat: Seat, card: Card, field: FieldId, by: Luminary | None = None) -> None:
    """Put a card into a field; where the Soldiers lie, with a hidden one beneath it."""
    hides = by in {None, "echo"} and any(
        rules.hides and rules.hides(draft, at, field) for at, rules in draft.in_force()
    )
    hidden = draft.state.deck[:1] if hides else ()
    fallow = by is None and not draft.state.field(field).items
    draft.emit(
        CardSown(
            seat=seat,
            card=card,
            field=field,
            by=by,
            bonus=int(draft.state.options.freebooter and fallow),
            hides=len(hidden),
            hidden=hidden,
        )
    )


def _harvest(draft: Draft, seat: Seat, play: Harvest, plan: Plan, by: Luminary | None) -> None:
    fields = [
        f for f in clockwise(play.field) if any(i in draft.state.field(f).items for i in plan.items)
    ]
    draft.emit(
        CardsHarvested(
            seat=seat,
            cards=play.played,
            field=play.field,
            value=plan.value,
            take=tuple(item.name for item in plan.items),
            taken=tuple(card for item in plan.items for card in item.cards),
            reach=tuple(f for f in fields if f != play.field),
            by=by,
        )
    )
    for field, cards in hidden.items():
        if cards:
            draft.emit(HiddenCardsTurnedUp(field=field, cards=cards))
    for field in fields:
        if not draft.state.field(field).items:
            draft.emit(FieldCleared(seat=seat, field=field))


def make_stockpile(
    draft: Draft, seat: Seat, play: Stockpile, plan: Plan, by: Luminary | None = None
) -> None:
    """Combine a card with items of a field (R-STOCK-2)."""
    noted = draft.state.options.passive_card == "on_request"
    draft.emit(
        StockpileMade(
            seat=seat,
            card=play.card,
            field=play.field,
            value=play.value,
            take=tuple(item.name for item in plan.items),
            groups=split_cards(plan.items, play.value, (play.card,)),
            by=by,
            passive=passive_for(draft, seat, play.card, play.value) if noted else None,
        )
    )
