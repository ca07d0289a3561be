"""The Audience: everybody sows secretly into its field at once (R-LUM-AUDIENCE).

With the option ``spectator``, a spectator names the luminary that it acts as instead, or chance
does if none answers.
"""

from collections.abc import Iterator
from itertools import combinations

from illimat_core.actions import FaceDown, NameLuminary, Pass
from illimat_core.cards import DEALER, LUMINARIES, FieldId, Luminary, Seat, in_deck_order
from illimat_core.decisions import Pending, Step, step
from illimat_core.errors import RuleError
from illimat_core.events import ChoiceMade, ChosenCardsSown, LuminaryNamed
from illimat_core.menu_entries import FaceDownTemplate
from illimat_core.messages import english
from illimat_core.rules.hooks import DecisionRules, Draft, LuminaryRules, Tabletop
from illimat_core.rules.plays import check_in_hand
from illimat_core.rules.sources import Source
from illimat_core.state import State

english(
    {
        "audience.name": "the Audience",
        "audience.short": "Everybody sows a secret card here at once.",
        "audience.on_reveal": (
            "All players secretly choose a hand card, two each in a two-player game, to be sown "
            "into its field at once; at tables that ask spectators instead, one of them names the "
            "luminary that it acts as."
        ),
        "audience.prompt": "The Audience: choose the cards that you sow into its field, face down.",
        "audience.spectator_opening": "A spectator is asked to name a luminary.",
        "audience.spectator_prompt": (
            "The Audience: a spectator names the luminary that it acts as."
        ),
        "audience.number": "Choose exactly {count:n cards} of your hand.",
        "audience.not_there": (
            "Name a luminary that is face down or in the reserve, not {luminary:luminary}."
        ),
    }
)


def on_reveal(draft: Draft, at: FieldId) -> None:
    if draft.state.options.audience == "sow":
        every_player_chooses_cards(draft, at)
    elif nameable_luminaries(draft.state):
        draft.ask("audience_spectator", None, at=at)


def every_player_chooses_cards(draft: Draft, at: FieldId) -> None:
    """Ask each player who holds a card, whichever it is (R-TURN-6)."""
    state = draft.state
    holding = [seat for seat in state.seats_from(state.turn.seat) if state.players[seat].hand]
    draft.next(step("show_the_chosen", at))
    draft.ask("audience", *holding, at=at)


def count_to_choose(table: Tabletop, seat: Seat) -> int:
    """Return the number of cards a seat chooses: one, or two in a game for two, if it has them."""
    return min(2 if table.state.options.players == 2 else 1, len(table.state.players[seat].hand))


def choices(table: Tabletop, _: Pending, seat: Seat) -> Iterator[FaceDown]:
    hand = in_deck_order(table.state.players[seat].hand)
    for cards in combinations(hand, count_to_choose(table, seat)):
        yield FaceDown(cards=cards)


def choices_in_a_menu(table: Tabletop, _: Pending, seat: Seat) -> FaceDownTemplate:
    hand, count = in_deck_order(table.state.players[seat].hand), count_to_choose(table, seat)
    return FaceDownTemplate(cards=list(hand), least=count, most=count)


def check_choice(table: Tabletop, _: Pending, seat: Seat, action: FaceDown) -> None:
    check_in_hand(table, seat, action.cards)
    count = count_to_choose(table, seat)
    if len(action.cards) != count:
        raise RuleError("R-LUM-AUDIENCE", "audience.number", count=count)


def set_them_aside(draft: Draft, _: Pending, seat: Seat, action: FaceDown) -> None:
    draft.emit(ChoiceMade(seat=seat, cards=action.cards))


def show_the_chosen(draft: Draft, now: Step) -> None:
    """Sow all chosen cards at once, clockwise from you, whatever the order of the choices."""
    state, at = draft.state, now.at
    assert at is not None
    seats = state.seats_from(state.turn.seat)
    sown = tuple((s, cards) for s in seats if (cards := state.players[s].chosen) is not None)
    if sown:
        draft.emit(ChosenCardsSown(field=at, sown=sown))


def nameable_luminaries(state: State) -> list[Luminary]:
    """Return the luminaries face down or in the reserve, in one list that mixes both."""
    down = {field.luminary for field in state.fields if not field.face_up}
    return [name for name in LUMINARIES if name in down or name in state.reserve]


def names(table: Tabletop, _: Pending, __: Seat) -> Iterator[NameLuminary]:
    for name in nameable_luminaries(table.state):
        yield NameLuminary(luminary=name)


def check_name(table: Tabletop, _: Pending, __: Seat, action: NameLuminary) -> None:
    if action.luminary not in nameable_luminaries(table.state):
        raise RuleError("R-LUM-AUDIENCE", "audience.not_there", luminary=action.luminary)


def act_as_it(draft: Draft, pending: Pending, seat: Seat, action: NameLuminary) -> None:
    at = pending.at
    assert at is not None
    draft.emit(LuminaryNamed(field=at, luminary=action.luminary, seat=seat))
    draft.next(step("take_effect", at))


def check_answer(
    table: Tabletop, pending: Pending, seat: Seat, action: NameLuminary | Pass
) -> None:
    if isinstance(action, NameLuminary):
        check_name(table, pending, seat, action)


def spectator_answers(
    draft: Draft, pending: Pending, seat: Seat, action: NameLuminary | Pass
) -> None:
    if isinstance(action, NameLuminary):
        act_as_it(draft, pending, seat, action)
    else:
        draft.ask("absent_spectator", DEALER, at=pending.at)


def spectator_options(
    table: Tabletop, pending: Pending, seat: Seat
) -> Iterator[NameLuminary | Pass]:
    yield Pass()
    yield from names(table, pending, seat)


def a_name_by_chance(table: Tabletop, source: Source, label: str) -> NameLuminary:
    return NameLuminary(luminary=source.pick(label, nameable_luminaries(table.state)))


def can_be_named(table: Tabletop) -> bool:
    return bool(nameable_luminaries(table.state))


RULES = LuminaryRules(
    luminary="audience",
    emblem=(
        "M-13-13C-13-4-9-2-13 4M13-13C13-4 9-2 13 4M-13-13H13M-8 8.4a2.8 2.8 0 1 1 .01 0"
        "M0 8.4a2.8 2.8 0 1 1 .01 0M8 8.4a2.8 2.8 0 1 1 .01 0M-12 14C-11 9-5 9-4 14"
        "M-4 14C-3 9 3 9 4 14M4 14C5 9 11 9 12 14"
    ),
    on_reveal=on_reveal,
)
CHOICE = DecisionRules(
    asked="together",
    needs_field=True,
    prompt="audience.prompt",
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
    opening="audience.spectator_opening",
    prompt="audience.spectator_prompt",
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
