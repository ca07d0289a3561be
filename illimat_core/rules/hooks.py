"""The hooks of luminaries: their records of facts, questions and effects, and which are in force.

A question reads the table and changes nothing; an effect writes to the draft, the only mutable
object in deciding. An edition is the table that maps the names in states to luminaries, steps and
decisions. All of these name each other, so they stand in one module.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, Protocol, get_args

from illimat_core.actions import TYPES, Action, Play
from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import DEALER, FIELDS, Card, FieldId, Luminary, Seat
from illimat_core.decisions import Kind, Pending, Step
from illimat_core.events import DecisionOpened, Event
from illimat_core.folding import evolve
from illimat_core.menu_entries import MenuStockpile, MenuTemplate, SeasonToName
from illimat_core.messages import Message
from illimat_core.rules.sources import Source
from illimat_core.state import State

Act = Literal["sow", "harvest", "stockpile"]
Asked = Literal["turn", "together", "chance", "spectator"]
"""Whom a decision asks: the player whose turn it is, several players, chance, or spectators."""
ACTS: Final[tuple[Act, ...]] = get_args(Act)

Effect = Callable[["Draft", FieldId], None]
Outcome = Callable[["Draft"], None]
"""The effect of an action that was found legal."""
AfterPlay = Callable[["Draft", FieldId, Play], None]
Hides = Callable[["Tabletop", FieldId, FieldId], bool]
Lifts = Callable[["Tabletop", FieldId, Act, FieldId], bool]
Forbids = Callable[["Tabletop", FieldId, Act, FieldId], Message | None]
"""Returns the message with which a luminary forbids an act in a field, or None."""


class MenuOffers(Protocol):
    """What a luminary uses to describe its free action in a menu: ``Offers`` of ``offers``."""

    table: "Tabletop"
    seat: Seat

    def season_of_one(self, field: FieldId, card: Card) -> SeasonToName:
        """Return what must be named with a single card: ``free`` for a season, or nothing."""

    def stockpiles(self, field: FieldId, card: Card) -> Iterator[MenuStockpile]:
        """Yield the stockpiles of a card in a field: an entry for each value."""

    def reserve(self, entry: MenuTemplate) -> bool:
        """Return whether there is room for an entry, and reserve it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeAction:
    """An action that a luminary allows once a turn in addition to the main play (R-TURN-2).

    ``action`` is its type of action, ``card`` the hand card that such an action uses and ``take``
    the cards of the board it names. With ``plays`` the hand card is played into the field, and may
    turn the Illimat. ``owed`` is the message that refuses to end the turn before the action is
    taken; it is empty if the action is optional.

    ``open`` determines from public information whether the action is still open after the main play
    (R-TURN-6). ``check`` returns the effect of an action or raises ``RuleError``. ``options`` lists
    the actions in canonical order, and ``entries`` describes them in a menu.
    """

    action: type[Action]
    card: Callable[[Any], Card]
    take: Callable[[Any], tuple[Card, ...]] = lambda _: ()
    plays: bool = True
    owed: str = ""
    open: Callable[["Tabletop", FieldId, Seat], bool]
    check: Callable[["Tabletop", FieldId, Seat, Any], Outcome]
    options: Callable[["Tabletop", FieldId, Seat], Iterator[Action]]
    entries: Callable[[MenuOffers, FieldId], Iterator[MenuTemplate]]

    @property
    def type(self) -> str:
        return str(self.action.__struct_config__.tag)


@dataclass(frozen=True, slots=True, kw_only=True)
class Joins:
    """How many hand cards a harvest may play as one.

    With ``single_item``, several cards must take a single item of their sum as a group.
    """

    most: int
    single_item: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LuminaryRules:
    """One luminary: its facts, what it changes while in play, its reveal and its claim.

    Its messages have keys under its name. ``rake.name`` is its name within a sentence;
    ``rake.in_play``, ``rake.on_reveal`` and ``rake.on_claim`` describe in one sentence each what it
    does at that time, and exist only where it does something. "You" is the player who takes the
    turn, reveals or claims (RULES.md sections 9 to 11). ``emblem`` is its drawing, an SVG
    path in a box of 32 by 32 around the origin.
    """

    luminary: Luminary
    emblem: str
    worth: int = 1
    seeds: int = 3
    needs: int = 0
    locks_seasons: bool = False
    turns_for_any_card: bool = False
    overrides_all: bool = False
    reseeds_itself: bool = False
    lifts_season: Lifts | None = None
    forbids: Forbids | None = None
    joins: Joins | None = None
    reaches: Callable[["Tabletop", FieldId], tuple[FieldId, ...]] | None = None
    mixes_fields: bool = False
    free: FreeAction | None = None
    hides: Hides | None = None
    after_play: AfterPlay | None = None
    on_reveal: Effect | None = None
    on_claim: Effect | None = None
    spares_the_frostbitten: bool = False

    @property
    def rule(self) -> str:
        return f"R-LUM-{self.luminary.upper().replace('_', '-')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRules:
    """A kind of decision: what it offers, what it refuses, and the effects of its answers.

    ``accepts`` names the types of action that answer it. ``check`` raises ``RuleError``, or returns
    the effect of the answer if it has computed one; otherwise ``answer`` is the effect. The effect
    runs after the answer is recorded and the interrupted agenda resumed. ``options`` lists the
    answers one by one; ``template`` stands for all of them in a menu if there may be many. A
    decision that ``lapses`` ends when all can see that nothing is left to gain (R-TURN-6).

    ``by_chance`` returns the answer of chance, where chance is asked or answers for the Fields. A
    decision that ``needs_field`` is about a field; one with ``repeats`` is about an act that this
    luminary allows to be repeated. ``answerable`` returns whether there is any answer. ``prompt``
    is the message to the seats asked, ``opening`` the message to everybody, if there is one.
    """

    accepts: tuple[str, ...]
    asked: Asked = "turn"
    by_chance: Callable[["Tabletop", Source, str], Action] | None = None
    needs_field: bool = False
    repeats: Luminary | None = None
    answerable: Callable[["Tabletop"], bool] = lambda _: True
    check: Callable[["Tabletop", Pending, Seat, Any], Outcome | None]
    answer: Callable[["Draft", Pending, Seat, Any], None] = lambda *_: None
    options: Callable[["Tabletop", Pending, Seat], Iterator[Action]] = lambda *_: iter(())
    template: Callable[["Tabletop", Pending, Seat], MenuTemplate] | None = None
    prompt: str = ""
    opening: str = ""
    lapses: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRules:
    """What a step of an agenda does, and where it may occur.

    A game may be stored before a step that is ``resumed``; before the others nothing is ever asked.
    The ``last`` step of an agenda continues or passes the turn.
    """

    run: Callable[["Draft", Step], None]
    needs_field: bool = False
    needs_seat: bool = False
    resumed: bool = True
    last: bool = False


@dataclass(frozen=True, kw_only=True)
class Edition:
    """A version of the rules. Once played, it is never edited: a ruling makes a new edition."""

    name: str
    luminaries: Mapping[Luminary, LuminaryRules]
    steps: Mapping[str, StepRules]
    decisions: Mapping[Kind, DecisionRules]

    @cached_property
    def free(self) -> Mapping[str, LuminaryRules]:
        """The luminaries with a free action, by the type of that action, in canonical order."""
        found = {rules.free.type: rules for rules in self.luminaries.values() if rules.free}
        return {kind: found[kind] for kind in TYPES if kind in found}


class Tabletop:
    """A state together with the edition it is played under, which is all that a rule may read.

    ``budget`` limits searches for sums; ``after`` is the action after which a list continues.
    """

    __slots__ = (
        "_fields", "_forces", "_in", "_locked", "_shown", "after", "budget", "edition", "state",
    )  # fmt: skip

    def __init__(
        self,
        state: State,
        edition: Edition,
        *,
        budget: Budget = UNBOUNDED,
        after: Action | None = None,
    ) -> None:
        self.state: State = state
        self.edition: Edition = edition
        self.budget: Budget = budget
        self.after: Action | None = after
        self._fields: object = None
        self._shown: list[tuple[FieldId, LuminaryRules]] = []
        self._forces: list[tuple[FieldId, LuminaryRules]] = []
        self._in: dict[FieldId, LuminaryRules] = {}
        self._locked = False

    def rules_at(self, at: FieldId) -> LuminaryRules | None:
        """Return the rules that the luminary in a field acts by; None if none is known."""
        field = self.state.field(at)
        name = field.acts_as or field.luminary
        return self.edition.luminaries[name] if name else None

    def face_up(self) -> list[tuple[FieldId, LuminaryRules]]:
        if self._fields is not self.state.fields:
            self._look()
        return self._shown

    def in_force(self) -> list[tuple[FieldId, LuminaryRules]]:
        """Return the luminaries that apply now; under the Island, only the Island."""
        if self._fields is not self.state.fields:
            self._look()
        return self._forces

    def rules_in(self, field: FieldId) -> LuminaryRules | None:
        if self._fields is not self.state.fields:
            self._look()
        return self._in.get(field)

    def _look(self) -> None:
        """Cache the rules of the luminaries now in the fields.

        One that overrides all others leaves only itself in force (R-LUM-ISLAND); of two, the first
        field's counts. Locked seasons stay locked.
        """
        known = self.edition.luminaries
        self._fields = self.state.fields
        self._shown, self._locked, lonely = [], False, None
        for at, field in zip(FIELDS, self.state.fields, strict=True):
            if not field.face_up or field.luminary is None:
                continue
            rules = known[field.acts_as or field.luminary]
            self._shown.append((at, rules))
            self._locked |= rules.locks_seasons
            if rules.overrides_all and lonely is None:
                lonely = (at, rules)
        self._forces = [lonely] if lonely else self._shown
        self._in = dict(self._forces)

    def opponents(self, seat: Seat) -> list[Seat]:
        """Return the remaining opponents of a seat, clockwise from it (R-END-3)."""
        around = self.state.seats_from(seat)[1:]
        side = self.state.options.side(seat)
        return [s for s in around if s not in side and not self.state.players[s].gone]

    def holders_against(self, seat: Seat) -> list[Seat]:
        return [s for s in sorted(self.opponents(seat)) if self.state.players[s].okuses]

    def reach(self, field: FieldId) -> tuple[FieldId, ...]:
        rules = self.rules_in(field)
        return rules.reaches(self, field) if rules and rules.reaches else ()

    @property
    def seasons_locked(self) -> bool:
        """Whether the Forest Queen holds the Illimat, which the Island does not cancel."""
        if self._fields is not self.state.fields:
            self._look()
        return self._locked


class Draft(Tabletop):
    """The object that effects write to: each emitted event immediately updates its state."""

    __slots__ = ("agenda", "asked", "events")

    def __init__(self, state: State, edition: Edition, *, budget: Budget = UNBOUNDED) -> None:
        super().__init__(state, edition, budget=budget)
        self.events: list[Event] = []
        self.agenda: list[Step] = []
        self.asked: bool = False

    def emit(self, event: Event) -> None:
        """Record an event and evolve the state by it."""
        self.state: State = evolve(self.state, event)
        self.events.append(event)

    def next(self, *steps: Step) -> None:
        """Put steps at the front of the agenda, the first one first."""
        self.agenda[:0] = steps

    def ask(self, kind: Kind, *seats: Seat | None, at: FieldId | None = None, **more: Any) -> None:
        """Open a decision, which suspends the agenda until it is answered.

        An effect asks last: everything that follows must already be on the agenda. Seats that have
        left are not asked (R-END-3); with nobody to ask, the game goes on.
        """
        if self.asked:
            raise AssertionError("An effect asked twice; asking is the last thing it may do.")
        players = self.state.players
        asked = tuple(s for s in seats if s is None or s == DEALER or not players[s].gone)
        if len(asked) == 1 and self.state.options.automaton_at(asked[0]):
            # An automaton declines what is optional, and chance decides what is not.
            asked = () if more.get("optional") else (DEALER,)
        if not asked:
            return
        resume = tuple(self.agenda)
        self.emit(DecisionOpened(kind=kind, awaiting=asked, at=at, resume=resume, **more))
        self.agenda = []
        self.asked = True

    def resume(self, pending: Pending) -> None:
        self.agenda = list(pending.resume)

    def settle(self) -> None:
        """Run steps until none is left or a decision is open."""
        while self.agenda and not self.asked and not self.state.over:
            step = self.agenda.pop(0)
            self.edition.steps[step.name].run(self, step)
