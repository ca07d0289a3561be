"""Greedy choices: the best harvest now; without one, sowing the card that is missed least.

The beginner plays this way, and so do all seats in the worlds of a search, because it is fast.
"""

from illimat_core.actions import Action, Harvest, Sow
from illimat_core.cards import FIELDS, VALUES, Card, FieldId, Season, Seat
from illimat_core.editions import edition_of
from illimat_core.players.dice import Dice
from illimat_core.players.evaluation import CLAIM, CLEAR
from illimat_core.players.gains import WORTH, Gain, gains_of
from illimat_core.players.random import choose as choose_any
from illimat_core.rules.enumeration import permits
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.payments import single_cards
from illimat_core.rules.seasons import season_of, turning_cards
from illimat_core.state import State


def choose(state: State, seat: Seat | None, dice: Dice) -> Action:
    """Choose the best harvest, else a sow; any legal action if something else is asked."""
    if seat is None or state.pending or state.turn.played:
        return choose_any(state, seat, dice)
    table = Tabletop(state, edition_of(state))
    cards = single_cards(table, seat)
    best = _best_harvest(table, seat, cards)
    if best:
        card, at, value, gain = best
        return Harvest(
            card=card,
            field=at,
            take=gain.take,
            value=value if len(VALUES[card]) > 1 else None,
            season=_season(table, at, card, dice),
        )
    # Every seat may sow somewhere (R-TURN-5).
    fields = [at for at in dice.shuffle(FIELDS) if permits(table, seat, "sow", at)]
    missed = {card: WORTH[card] + _hope(table, card) for card in cards}
    card = min(dice.shuffle(cards), key=missed.__getitem__)
    return Sow(card=card, field=fields[0], season=_season(table, fields[0], card, dice))


def _best_harvest(
    table: Tabletop, seat: Seat, cards: tuple[Card, ...]
) -> tuple[Card, FieldId, int, Gain] | None:
    state, fresh = table.state, table.state.turn.fresh
    single = state.options.harvest == "single_set"
    best, most = None, 0.0
    for at, field in zip(FIELDS, state.fields, strict=True):
        if not field.items or not permits(table, seat, "harvest", at):
            continue
        items = field.items
        if fresh:
            items = tuple([item for item in items if item.name not in fresh])
        gains = gains_of(items, single_set=single)
        bonus = CLEAR * bool(state.board) + CLAIM * field.face_up
        bonus *= len(items) == len(field.items)
        for card in cards:
            for value in VALUES[card]:
                for gain in (gains.best.get(value), gains.all.get(value)):
                    if gain is None:
                        continue
                    points = gain.points + WORTH[card] + bonus * gain.clears
                    if points > most:
                        best, most = (card, at, value, gain), points
    return best


def _hope(table: Tabletop, card: Card) -> float:
    """Return the most that the card could harvest in any season."""
    found = 0.0
    for field in table.state.fields:
        best = gains_of(field.items).best
        for value in VALUES[card]:
            if value in best:
                found = max(found, best[value].points)
    return found


def _season(table: Tabletop, at: FieldId, card: Card, dice: Dice) -> Season | None:
    if not turning_cards(table, at, (card,)) or season_of(table, card) is not None:
        return None
    return dice.pick(("Spring", "Summer", "Autumn", "Winter"))
