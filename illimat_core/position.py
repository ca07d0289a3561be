"""Positions: a whole state in the words of ACTIONS.md section 3, written out and loaded again."""

from typing import Any

import msgspec

from illimat_core.cards import FIELDS, Card, FieldId, in_deck_order
from illimat_core.middle import Middle, middle_of
from illimat_core.state import Item, State


def write(state: State) -> dict[str, Any]:
    """The position of a state: every member, hidden ones too, as JSON values."""
    players = list(enumerate(state.players))
    harvested = {str(seat): list(in_deck_order(p.harvested)) for seat, p in players}
    written = public_members(state) | {
        "hands": {str(seat): hand(state, seat) for seat, _ in players},
        "fields": {at: [write_item(item) for item in state.field(at).items] for at in FIELDS},
        "draw": list(state.deck),
        "luminaries": _luminaries(state),
        "children": list(state.beneath),
        "reserve": list(state.reserve),
        "harvested": harvested,
        "private": {
            str(seat): {seen.card: sorted(seen.by) for seen in player.private}
            for seat, player in players
            if player.private
        },
    }
    middle = middle_of(state)
    if middle != Middle():
        written["pending"] = msgspec.to_builtins(middle, str_keys=True)
    return written


def public_members(state: State) -> dict[str, Any]:
    """The members that everyone sees (R-VIEW-1)."""
    players = list(enumerate(state.players))
    okuses: dict[str, int] = {"board": len(state.board)}
    return {
        "options": msgspec.to_builtins(state.options),
        "dealer": state.dealer,
        "turn": state.turn.seat,
        "round": state.round,
        "summer": state.summer,
        "okuses": okuses | {str(seat): len(p.okuses) for seat, p in players},
        "claimed": {str(seat): list(p.claimed) for seat, p in players},
        "scores": {str(seat): p.score for seat, p in players},
        "astronomer": state.stars_as,
        "harvested_last_turn": {str(seat): list(p.harvested_in) for seat, p in players},
        "forfeited": [seat for seat, p in players if p.gone],
        "fields_next": state.fields_next,
        "audience_as": {
            at: field.acts_as
            for at, field in zip(FIELDS, state.fields, strict=True)
            if field.acts_as
        },
        "audience_was": state.was_audience,
        "over": state.over,
        "winner": None if state.winners is None else list(state.winners),
        "round_points": None
        if state.round_points is None
        else {str(seat): points for seat, points in enumerate(state.round_points)},
    }


def hand(state: State, seat: int) -> list[Card]:
    """A hand in deck order, or in the order of play where a mode has one."""
    cards = state.players[seat].hand
    return list(cards if state.options.mode_rules.in_order else in_deck_order(cards))


def write_item(item: Item, *, hidden: bool = True) -> Any:
    """An item in its written form; with ``hidden`` false, hidden cards as their number."""
    beneath: Any = list(item.hidden) if hidden else len(item.hidden)
    if item.loose:
        return {"card": item.name, "hidden": beneath} if item.hidden else item.name
    cards = " | ".join(" ".join(group) for group in item.groups)
    return {str(item.value): [cards]} | ({"hidden": beneath} if item.hidden else {})


def _luminaries(state: State) -> dict[FieldId, str]:
    return {
        at: field.luminary if field.face_up else f"({field.luminary})"
        for at, field in zip(FIELDS, state.fields, strict=True)
        if field.luminary is not None
    }
