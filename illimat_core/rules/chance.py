"""Chance as a seat: its questions and its answers.

The core never draws anything. It asks the DEALER, whose answer is checked like any other and
recorded in the resulting events. ``answer`` draws such an answer from a source.
"""

from msgspec import UNSET, UnsetType

from illimat_core.actions import Action, NameSeason
from illimat_core.cards import FIELDS, SEASONS, Card, FieldId, Luminary, Seat
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.sources import Source
from illimat_core.state import State


class Deal(Action, frozen=True, kw_only=True, tag="deal"):
    """A round's shuffled deck and luminaries, top first, and the first dealer if asked for.

    The roots are commitments to these orders, if there are any.
    """

    deck: tuple[Card, ...]
    luminaries: tuple[Luminary, ...] = ()
    dealer: Seat | None = None
    deck_root: str | UnsetType = UNSET
    luminaries_root: str | UnsetType = UNSET


class Reshuffle(Action, frozen=True, kw_only=True, tag="reshuffle"):
    """The draw pile in a new order, top first, and the commitment to it, if there is one."""

    deck: tuple[Card, ...]
    deck_root: str | UnsetType = UNSET


class Steal(Action, frozen=True, kw_only=True, tag="steal"):
    """One card of each opponent's hand, clockwise from the player who claimed the Rusalka."""

    cards: tuple[Card, ...]


def answer(table: Tabletop, source: Source) -> Action:
    """Draw under labels that name the version of the state, so that no draw repeats another."""
    pending = table.state.pending
    assert pending is not None
    by_chance = table.edition.decisions[pending.kind].by_chance
    assert by_chance is not None, f"{pending.kind} is not for chance to answer"
    return by_chance(table, source, f"{pending.kind}/{table.state.version}")


def any_season(_: Tabletop, source: Source, label: str) -> NameSeason:
    return NameSeason(season=source.pick(label, SEASONS))


def luminaries_to_deal(state: State) -> tuple[Luminary, ...]:
    """Return the luminaries a round is dealt from: all, or those unused (R-VAR-PERSISTENT)."""
    return state.reserve if set_goes_on(state) else state.options.luminary_set


def set_goes_on(state: State) -> bool:
    """Return whether the set of luminaries goes on in the next round (R-VAR-PERSISTENT)."""
    return bool(
        state.options.luminaries_persist and state.round and (state.reserve or fields_kept(state))
    )


def fields_kept(state: State) -> tuple[FieldId, ...]:
    """Return the fields whose luminary, still face down, stays for the next round."""
    if not state.options.luminaries_persist or not state.round:
        return ()
    return tuple(
        at
        for at, field in zip(FIELDS, state.fields, strict=True)
        if field.luminary is not None and not field.face_up
    )
