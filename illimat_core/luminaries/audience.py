"""The Audience: everybody sows secretly into its field at once (R-LUM-AUDIENCE).

With the option ``spectator`` somebody who watches names the luminary that it acts as instead; with
no answer chance does.
"""

from collections.abc import Iterator
from itertools import combinations

from illimat_core.actions import FaceDown, NameLuminary, Pass
from illimat_core.cards import DEALER, LUMINARIES, FieldId, Luminary, Seat, in_deck_order
from illimat_core.chance import Source
from illimat_core.decisions import Pending, Step
from illimat_core.draft import Draft, step
from illimat_core.errors import RuleError
from illimat_core.events import ChoiceMade, ChosenCardsSown, LuminaryNamed
from illimat_core.hooks import DecisionRules, Description, Rules, Table
from illimat_core.menu_entries import MenuTemplate
from illimat_core.plays import in_hand
from illimat_core.state import State


def on_reveal(draft: Draft, at: FieldId) -> None:
    if draft.state.options.audience == "sow":
        every_player_chooses_cards(draft, at)
    elif nameable(draft.state):
        draft.ask("audience_spectator", None, at=at)


def every_player_chooses_cards(draft: Draft, at: FieldId) -> None:
    state = draft.state
    holding = [seat for seat in state.seats_from(state.turn.seat) if state.players[seat].hand]
    draft.next(step("show_the_chosen", at))
    draft.ask("audience", *holding, at=at)


def wanted(table: Table, seat: Seat) -> int:
    """One card, two in a two-player game; as many as they hold, if fewer."""
    return min(2 if table.state.options.players == 2 else 1, len(table.state.players[seat].hand))


def choices(table: Table, _: Pending, seat: Seat) -> Iterator[FaceDown]:
    hand = in_deck_order(table.state.players[seat].hand)
    for cards in combinations(hand, wanted(table, seat)):
        yield FaceDown(cards=cards)


def choices_in_a_menu(table: Table, _: Pending, seat: Seat) -> MenuTemplate:
    hand, count = in_deck_order(table.state.players[seat].hand), wanted(table, seat)
    return MenuTemplate(type="face_down", cards=list(hand), least=count, most=count)


def check_choice(table: Table, _: Pending, seat: Seat, action: FaceDown) -> None:
    in_hand(table, seat, action.cards)
    count = wanted(table, seat)
    if len(action.cards) != count:
        raise RuleError("R-LUM-AUDIENCE", f"Choose exactly {count} of your cards.")


def set_them_aside(draft: Draft, _: Pending, seat: Seat, action: FaceDown) -> None:
    draft.emit(ChoiceMade(seat=seat, cards=action.cards))


def show_the_chosen(draft: Draft, now: Step) -> None:
    """All at once, by seat from you, never by who chose first."""
    state, at = draft.state, now.at
    assert at is not None
    seats = state.seats_from(state.turn.seat)
    sown = tuple((s, cards) for s in seats if (cards := state.players[s].chosen) is not None)
    if sown:
        draft.emit(ChosenCardsSown(field=at, sown=sown))


def nameable(state: State) -> list[Luminary]:
    """The luminaries face down on the board or in the reserve, as one list that tells nothing."""
    down = {field.luminary for field in state.fields if not field.face_up}
    return [name for name in LUMINARIES if name in down or name in state.reserve]


def names(table: Table, _: Pending, __: Seat) -> Iterator[NameLuminary]:
    for name in nameable(table.state):
        yield NameLuminary(luminary=name)


def check_name(table: Table, _: Pending, __: Seat, action: NameLuminary) -> None:
    if action.luminary not in nameable(table.state):
        raise RuleError("R-LUM-AUDIENCE", f"{action.luminary} is neither face down nor in reserve.")


def act_as_it(draft: Draft, pending: Pending, seat: Seat, action: NameLuminary) -> None:
    at = pending.at
    assert at is not None
    draft.emit(LuminaryNamed(field=at, luminary=action.luminary, seat=seat))
    draft.next(step("take_effect", at))


def check_answer(table: Table, pending: Pending, seat: Seat, action: NameLuminary | Pass) -> None:
    if isinstance(action, NameLuminary):
        check_name(table, pending, seat, action)


def spectator_answers(
    draft: Draft, pending: Pending, seat: Seat, action: NameLuminary | Pass
) -> None:
    if isinstance(action, NameLuminary):
        act_as_it(draft, pending, seat, action)
    else:
        draft.ask("absent_spectator", DEALER, at=pending.at)


def spectator_options(table: Table, pending: Pending, seat: Seat) -> Iterator[NameLuminary | Pass]:
    yield Pass()
    yield from names(table, pending, seat)


def a_name_by_chance(table: Table, source: Source, label: str) -> NameLuminary:
    return NameLuminary(luminary=source.pick(label, nameable(table.state)))


def can_be_named(table: Table) -> bool:
    return bool(nameable(table.state))


RULES = Rules(
    luminary="audience",
    description=Description(
        on_reveal=(
            "All players secretly choose a hand card, two each in a two-player game, to be "
            "sown into its field at once; with the option audience = spectator, a spectator "
            "names the luminary that it acts as."
        ),
    ),
    on_reveal=on_reveal,
)
CHOICE = DecisionRules(
    asked="together",
    needs_field=True,
    prompt="The Audience: choose what you sow face down into its field.",
    accepts=("face_down",),
    check=check_choice,
    answer=set_them_aside,
    options=choices,
    template=choices_in_a_menu,
)
SPECTATOR = DecisionRules(
    asked="spectator",
    needs_field=True,
    answerable=can_be_named,
    opening="Whoever watches is asked to name a luminary.",
    prompt="The Audience: somebody who watches names the luminary it acts as.",
    accepts=("name_luminary", "pass"),
    check=check_answer,
    answer=spectator_answers,
    options=spectator_options,
)
CHANCE = DecisionRules(
    asked="chance",
    by_chance=a_name_by_chance,
    needs_field=True,
    answerable=can_be_named,
    accepts=("name_luminary",),
    check=check_name,
    answer=act_as_it,
)
