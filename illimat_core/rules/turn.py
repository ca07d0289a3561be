"""The course of a turn: free actions, the play, drawing up, clearing, passing on."""

from typing import Final

from msgspec.structs import replace

from illimat_core.actions import Action, Play, type_of
from illimat_core.cards import FACES, FIELDS, HAND, Card, FieldId, Luminary, Seat
from illimat_core.decisions import Step, step
from illimat_core.errors import RuleError
from illimat_core.events import (
    FieldSeeded,
    HandDrawn,
    LuminaryClaimed,
    LuminaryDiscarded,
    LuminaryRevealed,
    OkusTaken,
    SeatsMoved,
    TurnPassed,
)
from illimat_core.rules.hooks import Draft, FreeAction, LuminaryRules, Outcome, Tabletop
from illimat_core.rules.plays import (
    PlayOutcome,
    check_in_hand,
    find_items,
    in_order,
    perform,
    season_set,
)
from illimat_core.state import find_item

SEEDS = 3


def free_actions(table: Tabletop) -> list[tuple[FieldId, FreeAction]]:
    """Return this turn's free actions: in force, face up since its start, unused (R-TURN-2)."""
    turn = table.state.turn
    return [
        (at, rules.free)
        for at, rules in table.in_force()
        if rules.free and at in turn.open and at not in turn.used
    ]


def open_after_play(table: Tabletop) -> list[tuple[FieldId, FreeAction]]:
    """Return the free actions that keep the turn open after the main play (R-TURN-6)."""
    seat = table.state.turn.seat
    return [(at, free) for at, free in free_actions(table) if free.open(table, at, seat)]


def find_free_action(table: Tabletop, seat: Seat, action: Action) -> Outcome:
    """Check in the order of RULES.md section 15, steps 2 to 4; raise ``RuleError``."""
    rules = table.edition.free[type_of(action)]
    free = rules.free
    assert free is not None
    card = free.card(action)
    if free.plays:
        turns = card in FACES and not table.seasons_locked
        season_set(table, card if turns else None, getattr(action, "season", None))
    _check_on_the_board(table, free, action)
    check_in_hand(table, seat, [card])
    if free.plays:
        in_order(table, seat, (card,))
    for _, other in table.in_force():
        if other.overrides_all:  # R-LUM-ISLAND
            raise RuleError(other.rule, "free.only_there", luminary=other.luminary)
    open_now = [(at, each) for at, each in free_actions(table) if each.type == free.type]
    # If the Audience acts as a luminary that is also on the board, the cards show which is meant.
    open_now.sort(key=lambda each: not _lies_in(table, each[0], free.take(action)))
    refusals = []
    for at, each in open_now:
        try:
            return each.check(table, at, seat, action)
        except RuleError as refusal:
            refusals.append(refusal)
    if refusals:
        raise refusals[0]
    used = any(_brings(table.rules_at(at), free.type) for at in table.state.turn.used)
    why = "free.used" if used else "free.came_later"
    raise RuleError(rules.rule, why, luminary=rules.luminary)


def _check_on_the_board(table: Tabletop, free: FreeAction, action: Action) -> None:
    """Refuse board cards outside the luminary's field, or off the board if it has no field.

    An item named twice is refused first, as malformed.
    """
    fields = [at for at, rules in table.face_up() if _brings(rules, free.type)] or FIELDS
    find_items(table, free.take(action), fields)


def _brings(rules: LuminaryRules | None, kind: str) -> bool:
    return bool(rules and rules.free and rules.free.type == kind)


def _lies_in(table: Tabletop, at: FieldId, cards: tuple[Card, ...]) -> bool:
    return all(find_item(table.state.field(at), card) for card in cards)


def check_end_of_turn(table: Tabletop) -> None:
    """Refuse to end a turn while a required free action is untaken (R-TURN-2)."""
    for at, free in open_after_play(table):
        if free.owed:
            raise RuleError(table.edition.free[free.type].rule, free.owed, field=at)


def make_play(draft: Draft, seat: Seat, play: Play, plan: PlayOutcome) -> None:
    perform(draft, seat, play, plan)
    draft.next(step("stay_open"))
    rules = draft.rules_in(play.field)
    if rules and rules.after_play:
        rules.after_play(draft, play.field, play)


def take_free_action(draft: Draft, outcome: Outcome) -> None:
    """Take a luminary's free action; after the main play, end the turn if none is left."""
    played = draft.state.turn.played
    outcome(draft)
    if played:
        draft.next(step("stay_open"))


def stay_open(draft: Draft, _: Step) -> None:
    """Keep the turn open while a free action is open; otherwise end it."""
    if not open_after_play(draft):
        end_turn(draft)


_ENDING: Final = tuple(map(step, ("draw_up", "clear_fields", "converge", "pass_the_turn")))


def end_turn(draft: Draft) -> None:
    """Draw up, clear, and pass the turn (R-TURN-2)."""
    draft.next(*_ENDING)


def draw_up(draft: Draft, _: Step) -> None:
    """Draw until the hand has four cards, or five for a freebooter (R-TURN-3)."""
    turn, mode = draft.state.turn, draft.state.options.mode_rules
    if mode.draws_when_empty and draft.state.players[turn.seat].hand:
        return
    draw_to(draft, turn.seat, HAND + turn.bonus)


def draw_to(draft: Draft, seat: Seat, size: int) -> None:
    """Draw until a hand has ``size`` cards or the draw pile is empty."""
    state = draft.state
    cards = state.deck[: max(0, size - len(state.players[seat].hand))]
    if cards and not state.players[seat].gone and not state.options.automaton_at(seat):
        shown = state.options.mode_rules.open_hand
        draft.emit(HandDrawn(seat=seat, count=len(cards), cards=cards, open=shown))


def clear_fields(draft: Draft, _: Step) -> None:
    """Resolve the fields emptied this turn, in the order they were emptied."""
    draft.next(*(step("clear", cleared.field) for cleared in draft.state.turn.cleared))


def clear(draft: Draft, now: Step) -> None:
    """Take an okus (R-CLEAR-1); the claim, the reseed and the reveal follow."""
    at = now.at
    assert at is not None
    took = bool(draft.state.board)
    claim, rules = _claimable(draft, at), draft.rules_at(at)
    if claim:
        draft.next(step("claim", at))
    if not (claim and rules and rules.reseeds_itself):
        draft.agenda.insert(int(claim), step("reseed", at, count=int(took)))
    if took:
        draft.emit(OkusTaken(seat=draft.state.turn.seat, okus=min(draft.state.board)))


def _claimable(table: Tabletop, at: FieldId) -> bool:
    """Return whether the luminary that was face up when the field was cleared still lies there."""
    field = table.state.field(at)
    cleared = next(c for c in table.state.turn.cleared if c.field == at)
    return field.face_up and field.luminary is not None and field.luminary == cleared.luminary


def claim(draft: Draft, now: Step) -> None:
    """Claim the field's luminary and resolve its claim (R-CLEAR-2)."""
    at = now.at
    assert at is not None
    luminary, rules = draft.state.field(at).luminary, draft.rules_at(at)
    if luminary is None or rules is None:
        return
    draft.emit(LuminaryClaimed(seat=draft.state.turn.seat, field=at, luminary=luminary))
    if rules.on_claim:
        rules.on_claim(draft, at)


def reseed(draft: Draft, now: Step) -> None:
    """Reseed the cleared field if it is due and three cards are left to draw (R-CLEAR-3)."""
    at, took_okus = now.at, now.count
    assert at is not None
    field = draft.state.field(at)
    if not took_okus and (field.luminary is None or field.face_up):
        return
    draft.next(step("reveal", at))
    if len(draft.state.deck) >= SEEDS:
        deal_into(draft, at, SEEDS)
        return
    for other in FIELDS:
        if not draft.state.field(other).face_up:
            discard(draft, other)


def deal_into(draft: Draft, at: FieldId, count: int) -> None:
    """Deal ``count`` cards from the draw pile face up into a field."""
    draft.emit(FieldSeeded(field=at, cards=draft.state.deck[:count]))


def reveal(draft: Draft, now: Step) -> None:
    """Turn up a luminary that lies face down in the cleared field (R-CLEAR-4)."""
    at = now.at
    assert at is not None
    field = draft.state.field(at)
    if field.luminary is not None and not field.face_up:
        turn_up(draft, at, field.luminary)
        draft.next(step("take_effect", at))


def take_effect(draft: Draft, now: Step) -> None:
    """Resolve a reveal, or discard a luminary that lacks the cards it needs (R-CLEAR-4)."""
    at = now.at
    assert at is not None
    rules = draft.rules_at(at)
    if rules is None:
        return
    if len(draft.state.deck) < rules.needs:
        discard(draft, at)
    elif rules.on_reveal:
        rules.on_reveal(draft, at)


def discard(draft: Draft, at: FieldId) -> None:
    """Remove a field's luminary from the round (R-CLEAR-5)."""
    luminary = draft.state.field(at).luminary
    if luminary is not None:
        needed = draft.state.options.mode_rules.won_by_claiming
        draft.emit(LuminaryDiscarded(field=at, luminary=luminary, unwinnable=needed))


def turn_up(draft: Draft, at: FieldId, luminary: Luminary, *, from_reserve: bool = False) -> None:
    """Turn a luminary face up; the fourth one on the board makes the turn converge (R-HARM-1)."""
    draft.emit(LuminaryRevealed(field=at, luminary=luminary, from_reserve=from_reserve))
    if draft.state.options.converges and all(field.face_up for field in draft.state.fields):
        draft.agenda = [
            replace(each, count=1) if each.name == "converge" else each for each in draft.agenda
        ]


def converge(draft: Draft, now: Step) -> None:
    """Resolve Harmonic Convergence: once four luminaries were face up, all move (R-HARM-1).

    With the option ``pass_hands``, only the hands move, in the other direction (R-HARM-2).
    """
    if not now.count:
        return
    state = draft.state
    kind = state.options.harmonic_convergence
    left = [(seat, state.left_of(seat)) for seat in state.staying]
    takes = left if kind == "official" else [(to, giver) for giver, to in left]
    draft.emit(SeatsMoved(takes=tuple(sorted(takes)), scores=kind == "official"))


def pass_the_turn(draft: Draft, _: Step) -> None:
    """Pass the turn to the left, or end the round (R-TURN-4)."""
    begin_turn(draft, draft.state.seats_from(draft.state.turn.seat)[1:])


def begin_turn(draft: Draft, seats: tuple[Seat, ...]) -> None:
    """Give the turn to the first of the seats that can play, or else to this seat again."""
    state = draft.state
    around = [s for s in (*seats, state.turn.seat) if not state.players[s].gone]
    able = [seat for seat in around if state.players[seat].hand or state.deck]
    if not able:
        draft.next(step(state.options.mode_rules.round_ends))
        return
    seat = able[0]
    skipped = tuple(around[: around.index(seat)])
    owed = state.turn.bonus if state.options.mode_rules.draws_when_empty else 0
    draft.emit(TurnPassed(seat=seat, skipped=skipped, bonus=owed))
    draw_if_empty_handed(draft)


def settle_turn(draft: Draft) -> None:
    """Do what a turn begins with, if a loaded position has not done it yet."""
    state = draft.state
    player = state.players[state.turn.seat]
    if player.gone or not (player.hand or state.deck):
        begin_turn(draft, state.seats_from(state.turn.seat)[1:])
    else:
        draw_if_empty_handed(draft)


def draw_if_empty_handed(draft: Draft) -> None:
    """Have a seat without cards draw up at the start of its turn, and pass on (R-TURN-4)."""
    seat = draft.state.turn.seat
    if automaton := draft.state.options.automaton_at(seat):
        draft.next(step(automaton.plays))
    elif not draft.state.players[seat].hand:
        draw_to(draft, seat, HAND)
        draft.next(step("pass_the_turn"))
