"""The guided first game: folded anew from a visitor's moves, of which the server keeps nothing.

A move is an action in shorthand. The moves stand in the path of the page's address, as
`sow-2Au-SE/harvest-9Sp-NE-5Su-4Wi`. The house answers each move in the same way every time, so the
moves alone lead to the position.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from django.utils.translation import gettext
from msgspec.structs import replace

from games.making.lesson import DEALER, HOUSE, LEVEL, OPTIONS, ORDER, PUPIL, STEPS, LessonStep
from illimat_core import (
    Action,
    Budget,
    BudgetSpentError,
    Event,
    Menu,
    RuleError,
    ShownEvent,
    Source,
    State,
    advance,
    as_json,
    begin,
    fold,
    menu,
    read,
    read_options,
    redact,
    settle_chance,
)
from illimat_core.actions import Harvest, Play, Sow, Stockpile
from illimat_core.cards import Card, Seat
from illimat_core.console.shorthand import expand, shorten
from illimat_core.errors import TypedInputError
from illimat_core.menu_entries import Group, MenuPlay
from illimat_core.messages import Language
from illimat_core.players.knowledge import know
from illimat_core.players.levels import LEVELS, choose

MOST_CHARACTERS: Final = 1_000  # of a path
CHECKED_STEPS: Final = 50_000  # for checking all moves
HOUSE_NAME: Final = LEVELS[LEVEL].names[0]
_SEED: Final = b"the first game"  # of the house player's dice

Thing = TypeVar("Thing")


class GuidedError(Exception):
    """Moves that the guided game does not have; the message says what to do."""


class FixedDeal(Source):
    """The chance of the lesson's round: its deal. It leaves nothing else to chance."""

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the lesson's deck for a deck, and other things as they are."""
        if label.endswith("/deck"):
            return ORDER  # type: ignore[return-value]
        return tuple(things)

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:  # noqa: ARG002 - as a Source
        return things[DEALER]


class GuidedTurn(NamedTuple):
    """What a seat played, the events of it as the visitor sees them, and the state after it."""

    seat: Seat
    action: Action
    events: list[ShownEvent]
    state: State


class GuidedCourse(NamedTuple):
    """How far a visitor has come: the moves, all turns of both seats, and where that leads."""

    moves: tuple[str, ...]
    turns: tuple[GuidedTurn, ...]
    state: State

    @property
    def step(self) -> LessonStep | None:
        return STEPS[len(self.moves)] if len(self.moves) < len(STEPS) else None

    @property
    def only(self) -> list[Play]:
        """The plays that the next step offers; empty if it offers everything."""
        offered = [read(self.state, PUPIL, expand(text)) for text in self.offers]
        return [action for action in offered if isinstance(action, Play)]

    @property
    def offers(self) -> tuple[str, ...]:
        """The same as moves."""
        return self.step.offers if self.step else ()

    def menu(self, language: Language) -> Menu | None:
        """Return the menu of the next step, which leads to what it offers; None at the end."""
        whole = menu(self.state, PUPIL, language) if self.step else None
        if whole is None or not self.offers:
            return whole
        plays = [
            narrowed
            for play in whole.plays
            for action in self.only
            if (narrowed := _narrowed(play, action))
        ]
        return replace(whole, plays=plays)


def path_of(moves: Sequence[str]) -> str:
    return "/".join(move.replace(" ", "-") for move in moves)


def moves_in(path: str) -> list[str]:
    """Return the moves in an address. Raises GuidedError for one that is too long."""
    if len(path) > MOST_CHARACTERS:
        raise _astray()
    return [move.replace("-", " ") for move in path.split("/")] if path else []


def follow(moves: Sequence[str]) -> GuidedCourse:
    """Fold a visitor's moves on the lesson's deal, each with the answers of the house.

    Raises GuidedError for moves that are malformed, refused or not offered, and for too many.
    """
    if len(moves) > len(STEPS):
        raise _astray()
    begun: list[Event] = begin(read_options(OPTIONS))
    state, _ = settle_chance(fold(begun), begun, FixedDeal())
    course, budget = GuidedCourse((), (), state), Budget(CHECKED_STEPS)
    for move in moves:
        try:
            course = _play_move(course, move, budget)
        except (RuleError, TypedInputError, BudgetSpentError) as error:
            raise _astray() from error
    return course


def move_of(action: Action) -> str:
    return shorten(as_json(action))


def card_of(play: Play) -> Card:
    return play.played[0] if isinstance(play, Harvest) else play.card


def _narrowed(play: MenuPlay, action: Play) -> MenuPlay | None:
    """Return the part of an entry that leads to an action, if there is one."""
    if play.cards != [card_of(action)] or play.field != action.field:
        return None
    taken = set(() if isinstance(action, Sow) else action.take)
    harvests = [
        replace(each, groups=_within(each.groups, taken), count=len(_within(each.groups, taken)))
        for each in play.harvest
        if isinstance(action, Harvest)
    ]
    stockpiles = [
        replace(each, with_=_within(each.with_, taken), beside=[], count=1)
        for each in play.stockpile
        if isinstance(action, Stockpile) and each.value == action.value
    ]
    return replace(play, sow=isinstance(action, Sow), harvest=harvests, stockpile=stockpiles)


def _within(groups: list[Group], taken: set[Card]) -> list[Group]:
    return [group for group in groups if taken.issuperset(group)]


def _play_move(course: GuidedCourse, move: str, budget: Budget) -> GuidedCourse:
    action = read(course.state, PUPIL, expand(move))
    step = course.step
    if step is None or (step.offers and action not in course.only):
        raise _astray()
    state, turn = _turn(course.state, PUPIL, action, budget)
    turns = [turn]
    while HOUSE in state.awaited:
        chosen = choose(LEVEL, know(state, HOUSE), _SEED)
        state, turn = _turn(state, HOUSE, chosen, budget)
        turns.append(turn)
    return GuidedCourse((*course.moves, move_of(action)), (*course.turns, *turns), state)


def _turn(state: State, seat: Seat, action: Action, budget: Budget) -> tuple[State, GuidedTurn]:
    state, events = advance(state, seat, action, FixedDeal(), budget=budget)
    return state, GuidedTurn(seat, action, [redact(event, PUPIL) for event in events], state)


def _astray() -> GuidedError:
    return GuidedError(gettext("This address leads to no position of the first game. Begin again."))
