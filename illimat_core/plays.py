"""Sow, harvest, stockpile: what each needs, and what each does (RULES.md sections 4 and 5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from illimat_core.actions import Harvest, Play, Sow, Stockpile, malformed
from illimat_core.cards import (
    FOOLS,
    REPEATER,
    Card,
    FieldId,
    Luminary,
    Season,
    Seat,
    clockwise,
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
from illimat_core.harvesting import check_harvest
from illimat_core.hooks import Act, Table
from illimat_core.no_repeats import bars
from illimat_core.payments import passive_for, sizes
from illimat_core.seasons import check_open, season_of, turning_cards
from illimat_core.state import Item, find_item, grouped
from illimat_core.sums import Splitter, kind_of, kind_of_card, split_cards
from illimat_core.takes import check_within_reach


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


def check(
    table: Table,
    seat: Seat,
    play: Play,
    by: Luminary | None = None,
    own_check: Callable[[], None] = lambda: None,
) -> Plan:
    """Find a play legal, or raise ``RuleError`` for the first rule it breaks (section 15, 2 to 5).

    ``by`` is the luminary whose leave it is played under, if it is not the turn's own play, and
    ``own_check`` what that luminary refuses of itself.
    """
    cards = cards_of(play)
    if len(cards) > 1:
        check_several(table, seat, act_of(play), play.field)
    summer = turned_to(table, play)
    items = _items(table, play)
    in_hand(table, seat, cards)
    in_order(table, seat, cards)
    own_check()
    allowed(table, seat, act_of(play), play.field, by)
    _check_reach(table, play, items)
    if isinstance(play, Harvest):
        return Plan(items, check_harvest(table, seat, play, items), summer)
    if isinstance(play, Stockpile):
        check_stockpile(table, seat, play.card, play.value, items)
        return Plan(items, play.value, summer)
    return Plan((), 0, summer)


def check_several(table: Table, seat: Seat, act: Act, field: FieldId) -> None:
    """Refuse several cards where nothing lets several be played at once (section 15, 2)."""
    if act != "harvest" or sizes(table, seat, field) == (1,):
        raise RuleError("R-TURN-1", f"Into {field} one card is played at a time.")


def turned_to(table: Table, play: Play) -> FieldId | None:
    """The field that is in Summer after a play, None where it turns nothing (R-SEASON-2, 3, 5).

    Raises ``RuleError`` with R-ACT-1 where ``season``, ``season_card`` or ``value`` is missing or
    out of place.
    """
    cards = cards_of(play)
    if isinstance(play, Harvest):
        _check_value_given(play, cards)
    card = _setting_card(play, turning_cards(table, play.field, cards))
    season = season_set(table, card, play.season)
    return summer_when(play.field, season) if season else None


def season_set(table: Table, card: Card | None, named: Season | None) -> Season | None:
    """The season that a card sets, None without one; R-ACT-1 unless a free one is named."""
    season = season_of(table, card) if card else None
    if card and season is None:
        if named is None:
            raise malformed(f"{card} turns the Illimat to a season of your choice: give season.")
        return named
    if named is not None:
        raise malformed("season is given only where the play turns the Illimat by a free Star.")
    return season


def _check_reach(table: Table, play: Play, items: Sequence[Item]) -> None:
    """Refuse items of another field from which a luminary lets nobody harvest (R-LUM-BOAT)."""
    for other in table.reach(play.field):
        if any(item in table.state.field(other).items for item in items):
            check_within_reach(table, play.field, other)


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


def _items(table: Table, play: Play) -> tuple[Item, ...]:
    if isinstance(play, Sow):
        return ()
    others = table.reach(play.field) if isinstance(play, Harvest) else ()
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
        where = f"in {fields[0]}" if len(fields) == 1 else "there"
        raise RuleError("R-CARD-4", f"{missing} does not lie {where}.")
    return tuple(found)


def in_hand(table: Table, seat: Seat, cards: Sequence[Card]) -> None:
    """Refuse cards that are not in a seat's hand."""
    hand = table.state.players[seat].hand
    for card in cards:
        if card not in hand:
            raise RuleError("R-CARD-4", f"{card} is not in your hand.")


def in_order(table: Table, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Refuse cards out of the order in which a mode has them played (R-MODE-SOLITAIRE)."""
    hand, mode = table.state.players[seat].hand, table.state.options.mode_rules
    if mode.in_order and set(cards) != set(hand[: len(cards)]):
        raise RuleError(mode.rule, f"The next card to be played is {hand[0]}.")


def allowed(table: Table, seat: Seat, act: Act, field: FieldId, by: Luminary | None = None) -> None:
    """Refuse an act that a luminary, the season or No Repeats forbids in a field."""
    check_open(table, act, field)
    if bars(table, seat, field, by):
        raise RuleError("R-VAR-NO-REPEATS", f"You harvested in {field} on your previous turn.")


def check_stockpile(
    table: Table, seat: Seat, card: Card, value: int, items: tuple[Item, ...]
) -> None:
    """Refuse a stockpile that R-STOCK does not allow; the passive card is looked at last.

    All that counts is that card and items split: a group may be of items alone (R-STOCK-4).
    """
    if not items:
        raise RuleError("R-STOCK-2", "A card alone is no stockpile: combine it with an item.")
    for item in items:
        if item.multiple and item.value != value:
            raise RuleError("R-STOCK-3", f"The stockpile of {item.name} is locked at {item.value}.")
    kinds = [kind_of(item) for item in items if not item.multiple]
    if not Splitter(value, table.budget).splits([*kinds, kind_of_card(card)]):
        raise RuleError("R-STOCK-2", f"These cannot be split into groups that sum to {value}.")
    if passive_for(table, seat, card, value) is None:
        raise RuleError("R-STOCK-1", f"After playing {card} you must hold a card of value {value}.")


def perform(draft: Draft, seat: Seat, play: Play, plan: Plan, by: Luminary | None = None) -> None:
    """Make a play that was found legal, and turn the Illimat where it does."""
    if isinstance(play, Sow):
        sow(draft, seat, play.card, play.field, by)
    elif isinstance(play, Harvest):
        harvest(draft, seat, play, plan, by)
    else:
        make_stockpile(draft, seat, play, plan, by)
    turn_illimat(draft, plan.summer)


def turn_illimat(draft: Draft, summer: FieldId | None) -> None:
    """Turn the Illimat, if it is to be turned and does not stand so already."""
    if summer is not None and summer != draft.state.summer:
        draft.emit(IllimatTurned(summer=summer))


def sow(draft: Draft, seat: Seat, card: Card, field: FieldId, by: Luminary | None = None) -> None:
    """Put a card into a field as a loose card (R-SOW-1), with a hidden one beneath if one hides it.

    A freebooter who sows into an empty field may draw one more (R-VAR-FREEBOOTER).
    """
    hides = by in {None, REPEATER} and any(
        rules.hides and rules.hides(draft, at, field) for at, rules in draft.in_force()
    )
    hidden = draft.state.deck[:1] if hides else ()
    state = draft.state
    draws = not state.options.automaton_at(seat)
    earns = state.options.freebooter and by is None and not state.turn.bonus and draws
    draft.emit(
        CardSown(
            seat=seat,
            card=card,
            field=field,
            by=by,
            bonus=int(earns and not state.field(field).items),
            hides=len(hidden),
            hidden=hidden,
        )
    )


def harvest(
    draft: Draft, seat: Seat, play: Harvest, plan: Plan, by: Luminary | None = None
) -> None:
    """Take the items; hidden cards come up, and fields emptied thereby are cleared (R-HARV-4).

    Nothing else that takes the last item of a field clears it (R-CLEAR-6).
    """
    taken = {
        field: [item for item in draft.state.field(field).items if item in plan.items]
        for field in clockwise(play.field)
    }
    fields = [field for field, items in taken.items() if items]
    hidden = {at: tuple(c for item in items for c in item.hidden) for at, items in taken.items()}
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
    """Combine a card with items of a field (R-STOCK-2).

    From now on nothing but the value counts (R-STOCK-5).
    """
    noted = draft.state.options.passive_card == "on_request"
    draft.emit(
        StockpileMade(
            seat=seat,
            card=play.card,
            field=play.field,
            value=play.value,
            take=tuple(item.name for item in plan.items),
            groups=grouped(split_cards(plan.items, play.value, (play.card,))),
            by=by,
            passive=passive_for(draft, seat, play.card, play.value) if noted else None,
        )
    )
