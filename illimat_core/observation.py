"""The view of a game, built member by member from what its viewer may see (RULES.md section 14)."""

from typing import Any, Final

from illimat_core.cards import DEALER, FIELDS, LUMINARIES, Card, FieldId, Seat, in_deck_order
from illimat_core.decider import awaited_kind
from illimat_core.decisions import Kind
from illimat_core.editions import CURRENT, edition_of
from illimat_core.messages import ENGLISH, Language
from illimat_core.positions.writing import all_members, hand, public_members, write_item
from illimat_core.rules.hooks import ACTS, Act, Tabletop
from illimat_core.rules.seasons import is_open
from illimat_core.state import Field, Player, State
from illimat_core.views import Decision, Observation

PROMPTS: Final[dict[Kind, str]] = {"turn": "turn.prompt", "after_play": "after_play.prompt"}
"""The messages that ask a seat to act while no decision is open."""


def observe(
    state: State, viewer: Seat | None, *, opened: bool = False, language: Language = ENGLISH
) -> Observation:
    """Return what a viewer sees, with hidden cards as counts or ``"?"``.

    ``viewer`` is a seat, or None for a spectator. The draw pile, the reserve and all that lies face
    down or hidden is shown to nobody (R-VIEW-4). ``opened`` shows everything, for games that are
    over. Prompts are in ``language``.
    """
    shown = all_members(state) if opened or state.over else _members_seen(state, viewer)
    asked = decisions(state, language)
    return Observation(**public_members(state), **shown, decisions=asked)


def decisions(state: State, language: Language = ENGLISH) -> list[Decision]:
    """Return the open decisions: an entry for each seat, with its kind and a prompt."""
    if state.over or state.chance_awaited:
        return []
    kind = awaited_kind(state)
    prompt = PROMPTS.get(kind) or edition_of(state).decisions[kind].prompt
    return [Decision(seat, kind, language.say(prompt)) for seat in state.awaited if seat != DEALER]


def forbidden_acts(view: Observation) -> dict[FieldId, list[Act]]:
    """Return what seasons and luminaries forbid in each field of a view, by the rules (R-SEASON-1).

    Only luminaries that lie face up count.
    """
    state = State(
        options=view.options,
        edition=CURRENT.name,
        players=(),
        summer=view.summer,
        fields=tuple(_face_up(view, field) for field in FIELDS),  # type: ignore[arg-type]
    )
    table = Tabletop(state, CURRENT)
    return {field: [act for act in ACTS if not is_open(table, act, field)] for field in FIELDS}


def _members_seen(state: State, viewer: Seat | None) -> dict[str, Any]:
    """Return the private members of a position, as far as the viewer may see them."""
    players = list(enumerate(state.players))
    return {
        "hands": {
            seat: hand(state, seat) if _sees_hand(state, viewer, seat) else len(player.hand)
            for seat, player in players
        },
        "fields": {
            at: [write_item(item, hidden=False) for item in state.field(at).items] for at in FIELDS
        },
        "draw": len(state.deck),
        "luminaries": {
            at: _luminary(field)
            for at, field in zip(FIELDS, state.fields, strict=True)
            if field.luminary is not None
        },
        "children": len(state.beneath),
        "reserve": len(state.reserve),
        "harvested": {seat: _harvested(player, viewer) for seat, player in players},
        "private": {
            seat: {seen.card: sorted(seen.by) for seen in player.private if viewer in seen.by}
            for seat, player in players
            if any(viewer in seen.by for seen in player.private)
        },
    }


def _sees_hand(state: State, viewer: Seat | None, seat: Seat) -> bool:
    """Return whether a viewer sees a hand: the owner does, and all do if it is open (R-VIEW-2)."""
    return viewer == seat or state.options.mode_rules.open_hand


def _luminary(field: Field) -> str:
    return str(field.luminary) if field.face_up else "?"


def _harvested(player: Player, viewer: Seat | None) -> list[Card | str]:
    unseen = {seen.card for seen in player.private if viewer not in seen.by}
    seen = in_deck_order(card for card in player.harvested if card not in unseen)
    return [*seen, *["?"] * (len(player.harvested) - len(seen))]


def _face_up(view: Observation, field: FieldId) -> Field:
    there = view.luminaries.get(field, "")
    found = next((name for name in LUMINARIES if name == there), None)
    return Field(luminary=found, face_up=found is not None, acts_as=view.audience_as.get(field))
