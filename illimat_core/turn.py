"""The course of a turn: free actions, the play, drawing up, clearing, passing on."""

from illimat_core.actions import Action, Play, type_of
from illimat_core.cards import FIELDS, FieldId, Seat
from illimat_core.decisions import Step
from illimat_core.draft import Draft, step
from illimat_core.errors import RuleError
from illimat_core.events import (
    FieldSeeded,
    HandDrawn,
    LuminaryDiscarded,
    OkusTaken,
    TurnPassed,
)
from illimat_core.hooks import FreeAction, Table
from illimat_core.plays import Plan, in_hand, perform
from illimat_core.scoring import end_or_go_on, score_round

HAND = 4
SEEDS = 3


def free_actions(table: Table) -> list[tuple[FieldId, FreeAction]]:
    """The free actions of this turn: in force, face up since it began, not taken yet (R-TURN-2)."""
    turn = table.state.turn
    return [
        (at, rules.free)
        for at, rules in table.in_force()
        if rules.free and at in turn.open and at not in turn.used
    ]


def open_after_play(table: Table) -> list[tuple[FieldId, FreeAction]]:
    """Those that keep the turn open after the main play, on public grounds (R-TURN-6)."""
    seat = table.state.turn.seat
    return [(at, free) for at, free in free_actions(table) if free.open(table, at, seat)]


_LUMINARY_OF = {"exchange": "CHANGELING", "rake_sow": "RAKE", "loom_stockpile": "LOOM"}


def find_free_action(table: Table, seat: Seat, action: Action) -> tuple[FieldId, FreeAction]:
    """The free action that is asked for, found legal; ``RuleError`` otherwise."""
    state, kind = table.state, type_of(action)
    in_hand(table, seat, [getattr(action, "give", None) or getattr(action, "card", None)])  # type: ignore[list-item]
    if any(rules.overrides_all for _, rules in table.in_force()):
        raise RuleError("R-LUM-ISLAND", "The Island lets nobody act but in its field.")
    name = _LUMINARY_OF[kind]
    for at, free in free_actions(table):
        if free.type == kind:
            free.check(table, at, seat, action)
            return at, free
    used = any(
        (r := table.rules_at(at)) and r.free and r.free.type == kind for at in state.turn.used
    )
    why = "was used already this turn" if used else "was not face up when this turn began"
    raise RuleError(f"R-LUM-{name}", f"The {name.capitalize()} {why}.")


def check_end_of_turn(table: Table) -> None:
    """Refuse to end a turn in which the Rake is still owed (R-TURN-2)."""
    for at, free in open_after_play(table):
        if free.owed:
            raise RuleError("R-LUM-RAKE", f"The Rake is owed a card: sow one into {at} first.")


def make_play(draft: Draft, seat: Seat, play: Play, plan: Plan) -> None:
    """The turn's own play, and what follows it."""
    perform(draft, seat, play, plan)
    draft.next(step("stay_open"))
    rules = draft.rules_in(play.field)
    if rules and rules.after_play:
        rules.after_play(draft, play.field, play)


def take_free_action(
    draft: Draft, at: FieldId, free: FreeAction, seat: Seat, action: Action
) -> None:
    """A luminary's free action; after the main play the turn ends once none is open any more."""
    played = draft.state.turn.played
    free.perform(draft, at, seat, action)
    if played:
        draft.next(step("stay_open"))


def stay_open(draft: Draft, _: Step) -> None:
    """Keep the turn open while a free action is; else let it end by itself."""
    if not open_after_play(draft):
        end_turn(draft)


def end_turn(draft: Draft) -> None:
    """Draw up, clear, and pass the turn (R-TURN-2)."""
    draft.next(step("draw_up"), step("clear_fields"), step("pass_the_turn"))


def draw_up(draft: Draft, _: Step) -> None:
    """Draw until four cards are in hand, a freebooter more (R-TURN-3)."""
    turn = draft.state.turn
    draw_to(draft, turn.seat, HAND + turn.bonus)


def draw_to(draft: Draft, seat: Seat, size: int) -> None:
    """Draw until a hand has that many cards or the draw pile is empty."""
    state = draft.state
    cards = state.deck[: max(0, size - len(state.players[seat].hand))]
    if cards and not state.players[seat].gone:
        draft.emit(HandDrawn(seat=seat, count=len(cards), cards=cards))


def clear_fields(draft: Draft, _: Step) -> None:
    """Resolve the fields emptied this turn, in the order they were emptied."""
    draft.next(*(step("clear", cleared.field) for cleared in draft.state.turn.cleared))


def clear(draft: Draft, now: Step) -> None:
    """Take an okus (R-CLEAR-1); the claim, the reseed and the reveal follow."""
    at = now.at
    assert at is not None
    took = bool(draft.state.board)
    draft.next(step("reseed", at, count=int(took)))
    if took:
        draft.emit(OkusTaken(seat=draft.state.turn.seat, okus=min(draft.state.board)))


def reseed(draft: Draft, now: Step) -> None:
    """Deal three cards into the cleared field, if it is due and there are three (R-CLEAR-3)."""
    at, took_okus = now.at, now.count
    assert at is not None
    field = draft.state.field(at)
    if not took_okus and (field.luminary is None or field.face_up):
        return
    if len(draft.state.deck) >= SEEDS:
        draft.emit(FieldSeeded(field=at, cards=draft.state.deck[:SEEDS]))
        return
    for other in FIELDS:
        field = draft.state.field(other)
        if field.luminary is not None and not field.face_up:
            draft.emit(LuminaryDiscarded(field=other, luminary=field.luminary))


def pass_the_turn(draft: Draft, _: Step) -> None:
    """The turn passes left, or the round ends (R-TURN-4)."""
    begin_turn(draft, draft.state.seats_from(draft.state.turn.seat)[1:])


def begin_turn(draft: Draft, seats: tuple[Seat, ...]) -> None:
    """Give the turn to the first of the seats that can use it, else to this one again."""
    state = draft.state
    around = [s for s in (*seats, state.turn.seat) if not state.players[s].gone]
    able = [seat for seat in around if state.players[seat].hand or state.deck]
    if not able:
        end_round(draft)
        return
    seat = able[0]
    draft.emit(TurnPassed(seat=seat, skipped=tuple(around[: around.index(seat)])))
    draw_if_empty_handed(draft)


def settle_turn(draft: Draft) -> None:
    """Do what a turn begins with where that was not done: for a loaded position."""
    state = draft.state
    player = state.players[state.turn.seat]
    if player.gone or not (player.hand or state.deck):
        begin_turn(draft, state.seats_from(state.turn.seat)[1:])
    else:
        draw_if_empty_handed(draft)


def draw_if_empty_handed(draft: Draft) -> None:
    """Without a card at the start of a turn you draw up and the turn passes (R-TURN-4)."""
    seat = draft.state.turn.seat
    if not draft.state.players[seat].hand:
        draw_to(draft, seat, HAND)
        draft.next(step("pass_the_turn"))


def end_round(draft: Draft) -> None:
    """Score the round; the next is dealt at once unless the game is over (R-END-2)."""
    score_round(draft)
    if not end_or_go_on(draft):
        draft.next(step("deal"))
