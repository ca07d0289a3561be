"""One random game, with everything that is checked while it is played."""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from illimat_core import (
    Action,
    RuleError,
    State,
    as_json,
    decide,
    fold,
    menu,
    observe,
    preview,
    read,
)
from illimat_core.actions import AskPassive, Forfeit
from illimat_core.cards import Card, Seat, in_deck_order
from illimat_core.events import GameEnded, LuminaryClaimed, LuminaryRevealed, wire
from illimat_core.options import MAX_ROUNDS
from illimat_core.state import find_item
from trials.dice import dice
from trials.fuzz.ledger import Ledger
from trials.fuzz.mutations import mutate
from trials.fuzz.twin import Twin
from trials.jsons import Json, in_json
from trials.random_games.game import Game, Move
from trials.random_games.options import random_options
from trials.random_games.players import LISTED, Temper, listed

MAX_ACTIONS: Final = 1_000
"""No round takes this many; a game that goes on after that never ends."""
_TRIED: Final = 0.3  # of all moves, a mutated one is tried first
_LOOKED: Final = 0.05  # of all moves, everything is looked at first
_STORED: Final = 0.1  # of all games, the events go over the wire


class WrongError(Exception):
    """Raised when a check fails."""


class Check:
    """A game that is checked after every action. `figures` count what was seen."""

    def __init__(
        self, seed: int, *, options: Json | None = None, temper: Temper | None = None
    ) -> None:
        self.seed = seed
        self.dice = dice(seed)
        self.options = options or random_options(self.dice)
        self.temper = temper
        self.figures: Counter[str] = Counter()
        self.game: Game | None = None

    def run(self) -> None:
        """Play and check the game; raises WrongError, or the error that the game raised."""
        self.game = game = Game(self.options, self.seed, temper=self.temper)
        ledger, twin, in_round = Ledger(), Twin(game.state), 0
        ledger.note(game.events)
        ledger.check(game.state)
        while not game.state.over:
            move = game.next_move()
            if move is None:
                raise WrongError(f"Seat {game.state.awaited} is awaited and can do nothing.")
            if self.dice.random() < _TRIED:
                self._try_another(game.state, move)
            if self.dice.random() < _LOOKED:
                self._look(game.state, move)
            before, drawn = game.state.round, len(game.chance.given)
            events = game.make(move.seat, move.action)
            twin.follow(move, game.state, events, game.chance.given[drawn:])
            ledger.note(events)
            ledger.check(game.state)
            in_round = in_round + 1 if game.state.round == before else 0
            if in_round > MAX_ACTIONS or game.state.round > MAX_ROUNDS:
                raise WrongError(f"Round {game.state.round} does not end: {in_round} actions.")
        self.figures["positions played on after loading"] += len(game.actions)
        self._look_back(game)

    def _try_another(self, state: State, move: Move) -> None:
        """Check that a mutated action is refused or listed."""
        other = mutate(as_json(move.action), _cards_near(state, move.seat), self.dice)
        seat = move.seat if self.dice.random() < 0.9 else self.dice.choice([*state.seats, None])
        try:
            action = read(state, seat, other)
            decide(state, seat, action)
        except RuleError as refusal:
            self.figures["mutated actions refused"] += 1
            self.figures[f"refused by {refusal.rule}"] += 1
            return
        self.figures["mutated actions accepted"] += 1
        actions = move.listed if seat == move.seat else listed(state, seat)
        known = isinstance(action, Forfeit | AskPassive) or _canonical(state, action) in actions
        if not known and len(actions) < LISTED:
            raise WrongError(f"Accepted of seat {seat}, but not listed: {other}")

    def _look(self, state: State, move: Move) -> None:
        """Check that everything shown is possible, and everything listed is legal."""
        for viewer in (*state.seats, None):
            in_json(observe(state, viewer))
        for seat in state.awaited:
            in_json(menu(state, seat))
        if len(set(move.listed)) < len(move.listed):
            raise WrongError(f"Something is listed twice: {[*map(as_json, move.listed)]}")
        for action in move.listed:
            decide(state, move.seat, action)
        if move.listed:
            in_json(preview(state, move.seat, as_json(move.action)))
        self.figures["positions looked at"] += 1

    def _look_back(self, game: Game) -> None:
        """Check that the whole stream folds to the state that play arrived at."""
        events = game.events
        if self.dice.random() < _STORED:
            sent = [wire.encode(event) for event in events]
            events = [
                wire.decode(each.type, each.schema, in_json(each.public), in_json(each.secret))
                for each in sent
            ]
            self.figures["streams stored and read"] += 1
        if fold(events) != game.state:
            raise WrongError("The events fold to another state than they led to.")
        self._count(game)

    def _count(self, game: Game) -> None:
        self.figures.update(
            {
                "rounds": game.state.round,
                "actions": len(game.actions),
                "events": len(game.events),
                f"mode {game.state.options.mode}": 1,
                "games somebody left": any(player.gone for player in game.state.players),
            }
        )
        for event in game.events:
            if isinstance(event, LuminaryRevealed):
                self.figures[f"revealed {event.luminary}"] += 1
            elif isinstance(event, LuminaryClaimed):
                self.figures[f"claimed {event.luminary}"] += 1
            elif isinstance(event, GameEnded):
                self.figures[f"ended by {event.reason}"] += 1


def _cards_near(state: State, seat: Seat | None) -> list[Card]:
    """Return the cards of a seat's hand and those in the fields."""
    hand = state.players[seat].hand if seat is not None else ()
    return [*hand, *(card for field in state.fields for item in field.items for card in item.cards)]


def _canonical(state: State, action: Action) -> Action:
    """Return an action with its items under their canonical names (ACTIONS.md section 1)."""
    take = getattr(action, "take", None)
    if not isinstance(take, tuple):
        return action
    items = (find_item(field, card) for card in take for field in state.fields)
    return replace(action, take=in_deck_order(item.name for item in items if item))
