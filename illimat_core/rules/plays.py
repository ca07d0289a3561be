"""Sow, harvest and stockpile: their checks and effects (RULES.md sections 4 and 5)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from illimat_core.actions import Harvest, Play, Sow, Stockpile, malformed
from illimat_core.cards import (
    FOOLS,
    REPEATER,
    VALUES,
    Card,
    FieldId,
    Luminary,
    Season,
    Seat,
    clockwise,
    summer_when,
)
from illimat_core.errors import RuleError
from illimat_core.events import (
    CardsHarvested,
    CardSown,
    FieldCleared,
    HiddenCardsTurnedUp,
    IllimatTurned,
    StockpileMade,
)
from illimat_core.rules.harvesting import check_harvest
from illimat_core.rules.hooks import Act, Draft, Tabletop
from illimat_core.rules.no_repeats import is_barred
from illimat_core.rules.payments import passive_for, payable_counts
from illimat_core.rules.seasons import check_open, season_of, turning_cards
from illimat_core.rules.sums import KINDS, Splitter, kind_of, split_cards
from illimat_core.rules.takes import check_within_reach
from illimat_core.state import Item, find_item, order_groups


class PlayOutcome(NamedTuple):
    """The outcome of a play: the items it takes, its value, and the field it turns Summer to."""

    items: tuple[Item, ...]
    value: int
    summer: FieldId | None


def act_of(play: Play) -> Act:
    return (
        "sow" if isinstance(play, Sow) else "harvest" if isinstance(play, Harvest) else "stockpile"
    )


def cards_of(play: Play) -> tuple[Card, ...]:
    return play.played if isinstance(play, Harvest) else (play.card,)


def check(
    table: Tabletop,
    seat: Seat,
    play: Play,
    by: Luminary | None = None,
    own_check: Callable[[], None] = lambda: None,
) -> PlayOutcome:
    """Check a play; raise ``RuleError`` for the first rule it breaks (section 15, steps 2 to 5).

    ``by`` is the luminary that allows the play, if it is not the turn's main play, and
    ``own_check`` that luminary's own check.
    """
    cards = cards_of(play)
    if len(cards) > 1:
        check_several(table, seat, act_of(play), play.field)
    planned = plan(table, play)
    check_in_hand(table, seat, cards)
    in_order(table, seat, cards)
    own_check()
    check_allowed(table, seat, act_of(play), play.field, by)
    _check_reach(table, play, planned.items)
    if isinstance(play, Harvest):
        check_harvest(table, seat, play, planned.items)
    elif isinstance(play, Stockpile):
        check_stockpile(table, seat, play.card, play.value, planned.items)
    return planned


def plan(table: Tabletop, play: Play) -> PlayOutcome:
    """Return the outcome of a play.

    Raises ``RuleError`` with R-ACT-1 or R-CARD-4 if the play does not determine one, and checks
    nothing else (section 15, steps 2 and 3).
    """
    summer = summer_after(table, play)
    if isinstance(play, Sow):
        return PlayOutcome((), 0, summer)
    value = play.value
    if value is None:
        value = sum([VALUES[card][0] for card in cards_of(play)])
    return PlayOutcome(_items(table, play), value, summer)


def check_several(table: Tabletop, seat: Seat, act: Act, field: FieldId) -> None:
    """Refuse several cards where only one may be played (section 15, step 2)."""
    if act != "harvest" or payable_counts(table, seat, field) == (1,):
        raise RuleError("R-TURN-1", "turn.one_card", field=field)


def summer_after(table: Tabletop, play: Play) -> FieldId | None:
    """Return the field in Summer after a play; None if nothing turns (R-SEASON-2, 3, 5).

    Raises ``RuleError`` with R-ACT-1 where ``season``, ``season_card`` or ``value`` is missing or
    out of place.
    """
    cards = cards_of(play)
    if isinstance(play, Harvest):
        _check_value_given(play, cards)
    card = _setting_card(play, turning_cards(table, play.field, cards))
    season = season_set(table, card, play.season)
    return summer_when(play.field, season) if season else None


def season_set(table: Tabletop, card: Card | None, named: Season | None) -> Season | None:
    """Return the season that a card sets, or None; refuse an unnamed free one by R-ACT-1."""
    season = season_of(table, card) if card else None
    if card and season is None:
        if named is None:
            raise malformed("action.season_missing", card=card)
        return named
    if named is not None:
        raise malformed("action.season_unwanted")
    return season


def _check_reach(table: Tabletop, play: Play, items: Sequence[Item]) -> None:
    """Refuse items of another field where a luminary forbids harvesting (R-LUM-BOAT)."""
    for other in table.reach(play.field):
        if any(item in table.state.field(other).items for item in items):
            check_within_reach(table, play.field, other)


def _check_value_given(play: Harvest, cards: tuple[Card, ...]) -> None:
    with_fool = not FOOLS.isdisjoint(cards)
    if with_fool and play.value is None:
        raise malformed("action.value_missing")
    if not with_fool and play.value is not None:
        raise malformed("action.value_unwanted")


def _setting_card(play: Play, setters: tuple[Card, ...]) -> Card | None:
    named = play.season_card if isinstance(play, Harvest) else None
    if len(setters) > 1:
        if named not in setters:
            raise malformed("action.season_card_missing", cards=setters)
        return named
    if named is not None:
        raise malformed("action.season_card_unwanted")
    return setters[0] if setters else None


def _items(table: Tabletop, play: Harvest | Stockpile) -> tuple[Item, ...]:
    others = table.reach(play.field) if isinstance(play, Harvest) else ()
    return find_items(table, play.take, (play.field, *others))


def find_items(
    table: Tabletop, names: Sequence[Card], fields: Sequence[FieldId]
) -> tuple[Item, ...]:
    """Return the items of the fields that cards name; otherwise refuse by R-ACT-1 or R-CARD-4."""
    found: list[Item] = []
    missing: Card | None = None
    for name in names:
        item = next((i for f in fields if (i := find_item(table.state.field(f), name))), None)
        if item is None:
            missing = missing or name
        elif item in found:
            raise malformed("action.item_twice", card=name)
        else:
            found.append(item)
    if missing:
        raise RuleError("R-CARD-4", "card.not_in", card=missing, fields=fields)
    return tuple(found)


def check_in_hand(table: Tabletop, seat: Seat, cards: Sequence[Card]) -> None:
    hand = table.state.players[seat].hand
    for card in cards:
        if card not in hand:
            raise RuleError("R-CARD-4", "card.not_in_hand", card=card)


def in_order(table: Tabletop, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Refuse cards out of the order in which a mode has them played (R-MODE-SOLITAIRE)."""
    hand, mode = table.state.players[seat].hand, table.state.options.mode_rules
    if mode.in_order and set(cards) != set(hand[: len(cards)]):
        raise RuleError(mode.rule, "turn.next_card", card=hand[0])


def check_allowed(
    table: Tabletop, seat: Seat, act: Act, field: FieldId, by: Luminary | None = None
) -> None:
    """Refuse an act that a luminary, the season or No Repeats forbids in a field."""
    check_open(table, act, field)
    if is_barred(table, seat, field, by):
        raise RuleError("R-VAR-NO-REPEATS", "no_repeats.harvested", field=field)


def check_stockpile(
    table: Tabletop, seat: Seat, card: Card, value: int, items: tuple[Item, ...]
) -> None:
    """Refuse a stockpile that R-STOCK does not allow, checking the passive card last.

    Card and items only have to split into groups: a group may be of items alone (R-STOCK-4).
    """
    if not items:
        raise RuleError("R-STOCK-2", "stockpile.alone")
    for item in items:
        if item.multiple and item.value != value:
            raise RuleError("R-STOCK-3", "stockpile.locked", card=item.name, value=item.value)
    kinds = [kind_of(item) for item in items if not item.multiple]
    if not Splitter(value, table.budget).splits([*kinds, KINDS[card]]):
        raise RuleError("R-STOCK-2", "sum.no_groups", value=value)
    if passive_for(table, seat, card, value) is None:
        raise RuleError("R-STOCK-1", "stockpile.no_passive", card=card, value=value)


def perform(
    draft: Draft, seat: Seat, play: Play, plan: PlayOutcome, by: Luminary | None = None
) -> None:
    """Make a play that was found legal; then the Illimat turns if it is to (R-SEASON-2)."""
    if isinstance(play, Sow):
        sow(draft, seat, play.card, play.field, by)
    elif isinstance(play, Harvest):
        harvest(draft, seat, play, plan, by)
    else:
        make_stockpile(draft, seat, play, plan, by)
    turn_illimat(draft, plan.summer)


def turn_illimat(draft: Draft, summer: FieldId | None) -> None:
    """Turn the Illimat so that ``summer`` is in Summer, unless it is None or already so."""
    if summer is not None and summer != draft.state.summer:
        draft.emit(IllimatTurned(summer=summer))


def sow(draft: Draft, seat: Seat, card: Card, field: FieldId, by: Luminary | None = None) -> None:
    """Put a card into a field as a loose card (R-SOW-1), over a hidden one if a luminary adds one.

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
    draft: Draft, seat: Seat, play: Harvest, plan: PlayOutcome, by: Luminary | None = None
) -> None:
    """Take the items; uncover hidden cards, and clear the fields this empties (R-HARV-4).

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
    draft: Draft, seat: Seat, play: Stockpile, plan: PlayOutcome, by: Luminary | None = None
) -> None:
    """Combine card and items (R-STOCK-2); from then on only their value matters (R-STOCK-5)."""
    noted = draft.state.options.passive_card == "on_request"
    draft.emit(
        StockpileMade(
            seat=seat,
            card=play.card,
            field=play.field,
            value=play.value,
            take=tuple(item.name for item in plan.items),
            groups=order_groups(split_cards(plan.items, play.value, (play.card,))),
            by=by,
            passive=passive_for(draft, seat, play.card, play.value) if noted else None,
        )
    )
