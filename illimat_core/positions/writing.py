"""Writing a complete state as a position (ACTIONS.md section 3)."""

from typing import Any

import msgspec

from illimat_core.cards import FIELDS, Card, FieldId, in_deck_order
from illimat_core.positions.middle import middle_of
from illimat_core.state import Item, State
from illimat_core.views import ItemView, Middle, Position


def write(state: State) -> dict[str, Any]:
    """Return the position of a state: every member, hidden ones too, as JSON values."""
    position = Position(**public_members(state), **all_members(state))
    written: dict[str, Any] = msgspec.to_builtins(position, str_keys=True)
    return written


def public_members(state: State) -> dict[str, Any]:
    """Return the members of a position that everyone sees (R-VIEW-1)."""
    players = list(enumerate(state.players))
    okuses: dict[int | str, int] = {"board": len(state.board)}
    return {
        "options": state.options,
        "dealer": state.dealer,
        "turn": state.turn.seat,
        "round": state.round,
        "summer": state.summer,
        "okuses": okuses | {seat: len(p.okuses) for seat, p in players},
        "claimed": {seat: list(p.claimed) for seat, p in players},
        "scores": {seat: p.score for seat, p in players},
        "astronomer": state.stars_as,
        "harvested_last_turn": {seat: list(p.harvested_in) for seat, p in players},
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
        "round_points": None if state.round_points is None else dict(enumerate(state.round_points)),
    }


def all_members(state: State) -> dict[str, Any]:
    """Return the private members of a position, with everything shown."""
    players = list(enumerate(state.players))
    middle = middle_of(state)
    return {
        "hands": {seat: hand(state, seat) for seat, _ in players},
        "fields": {at: [write_item(item) for item in state.field(at).items] for at in FIELDS},
        "draw": list(state.deck),
        "luminaries": _luminaries(state),
        "children": list(state.beneath),
        "reserve": list(state.reserve),
        "harvested": {seat: list(in_deck_order(p.harvested)) for seat, p in players},
        "private": {
            seat: {seen.card: sorted(seen.by) for seen in player.private}
            for seat, player in players
            if player.private
        },
        "pending": msgspec.UNSET if middle == Middle() else middle,
    }


def hand(state: State, seat: int) -> list[Card]:
    """Return a hand in deck order, or in the order of play if the mode has one."""
    cards = state.players[seat].hand
    return list(cards if state.options.mode_rules.in_order else in_deck_order(cards))


def write_item(item: Item, *, hidden: bool = True) -> Card | ItemView:
    """Return an item in its written form; with ``hidden`` false, hidden cards as their number."""
    if item.loose and not item.hidden:
        return item.name
    cards = " | ".join(" ".join(group) for group in item.groups)
    members: dict[str, Any] = {"card": item.name} if item.loose else {f"of_{item.value}": [cards]}
    if item.hidden:
        members["hidden"] = list(item.hidden) if hidden else len(item.hidden)
    return ItemView(**members)


def _luminaries(state: State) -> dict[FieldId, str]:
    return {
        at: field.luminary if field.face_up else f"({field.luminary})"
        for at, field in zip(FIELDS, state.fields, strict=True)
        if field.luminary is not None
    }
