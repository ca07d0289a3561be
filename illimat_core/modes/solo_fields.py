"""Solo against the Fields: what they do with the card turned up for them (R-MODE-SOLO-FIELDS)."""

from illimat_core.actions import Harvest, NameSeason
from illimat_core.cards import DEALER, ORDER, Card, FieldId, Seat, clockwise, summer_when
from illimat_core.decisions import Pending, Step
from illimat_core.draft import Draft, step
from illimat_core.events import FieldsMovedOn, HandDiscarded, HandDrawn
from illimat_core.hooks import DecisionRules, Table
from illimat_core.payments import values_of
from illimat_core.playable import permits
from illimat_core.plays import Plan, find_items, harvest, sow, turn_illimat
from illimat_core.seasons import season_of, turning_cards
from illimat_core.state import Item
from illimat_core.takes import harvest_takes
from illimat_core.turn import SOLE_OPPONENT


def fields_play(draft: Draft, _: Step) -> None:
    """Turn up the top card: harvest as much as possible, else sow, else discard it."""
    state, at = draft.state, draft.state.fields_next
    card = state.deck[0]
    draft.emit(HandDrawn(seat=SOLE_OPPONENT, count=1, cards=(card,)))
    draft.next(step("clear_fields"), step("pass_the_turn"))
    setters = turning_cards(draft, at, (card,))
    take = largest_take(draft, at, card) if permits(draft, SOLE_OPPONENT, "harvest", at) else None
    if take:
        value, items = take
        play = Harvest(card=card, field=at, take=tuple(item.name for item in items))
        harvest(draft, SOLE_OPPONENT, play, Plan(items, value, None))
    elif permits(draft, SOLE_OPPONENT, "sow", at):
        sow(draft, SOLE_OPPONENT, card, at)
    else:
        setters = ()
        draft.emit(HandDiscarded(seat=SOLE_OPPONENT, count=1, cards=(card,)))
    draft.emit(FieldsMovedOn(field=clockwise(at)[1]))
    if setters:
        season = season_of(draft, card)
        if season is None:
            draft.ask("fields_season", DEALER, at=at)
        else:
            turn_illimat(draft, summer_when(at, season))


def largest_take(table: Table, at: FieldId, card: Card) -> tuple[int, tuple[Item, ...]] | None:
    """The most cards a card can harvest: its value and the items; the first in deck order."""
    found = []
    for value in values_of((card,)):
        for take in harvest_takes(table, SOLE_OPPONENT, at, value):
            items = find_items(table, take, (at, *table.reach(at)))
            count = sum(len(item.cards) for item in items)
            found.append((-count, [ORDER[name] for name in take], value, items))
    if not found:
        return None
    _, _, value, items = min(found, key=lambda entry: entry[:3])
    return value, items


def check_season(_: Table, __: Pending, ___: Seat, ____: NameSeason) -> None:
    """Any season may come by chance."""


def a_season_comes_by_chance(draft: Draft, pending: Pending, _: Seat, action: NameSeason) -> None:
    assert pending.at is not None
    turn_illimat(draft, summer_when(pending.at, action.season))


SEASON = DecisionRules(
    accepts=("name_season",), check=check_season, answer=a_season_comes_by_chance
)
