"""Where a luminary speaks: its record of facts, questions and effects, and who is in force.

A question reads the table and changes nothing; an effect writes to the draft. An edition is the
table in which luminaries, steps and decisions are looked up by the names that states carry.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from illimat_core.actions import TYPES, Action, Play
from illimat_core.budget import UNBOUNDED, Budget
from illimat_core.cards import FIELDS, Card, FieldId, Luminary, Seat
from illimat_core.decisions import Kind, Pending, Step
from illimat_core.menu_entries import MenuTemplate
from illimat_core.state import State

if TYPE_CHECKING:
    from illimat_core.chance import Source
    from illimat_core.draft import Draft
    from illimat_core.offers import Offers

Act = Literal["sow", "harvest", "stockpile"]
Asked = Literal["turn", "together", "chance", "spectator"]
"""Whom a decision is put to: whose turn it is, several players at once, chance, or who watches."""
ACTS: Final[tuple[Act, ...]] = get_args(Act)

Effect = Callable[["Draft", FieldId], None]
Outcome = Callable[["Draft"], None]
"""What an action that was found legal does."""
AfterPlay = Callable[["Draft", FieldId, Play], None]
Hides = Callable[["Table", FieldId, FieldId], bool]
Lifts = Callable[["Table", FieldId, Act, FieldId], bool]
Forbids = Callable[["Table", FieldId, Act, FieldId], str | None]
"""Tell why a luminary lets nobody do it in a field; None where it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeAction:
    """Something a luminary lets its players do once a turn beside their play (R-TURN-2).

    ``action`` is the type of action it is taken by, ``card`` that action's hand card and ``take``
    the cards on the board that it names; with ``plays`` the hand card is played into the field, and
    may turn the Illimat. ``owed`` is the refusal to end the turn before it is taken, empty for one
    that may be left.

    ``open`` tells from what all can see whether it is there after the main play (R-TURN-6).
    ``check`` raises ``RuleError``, or returns what the action does. ``options`` lists the actions
    in canonical order; ``entries`` describes them in a menu, each entry going on from one that has
    the type and the field.
    """

    action: type[Action]
    card: Callable[[Any], Card]
    take: Callable[[Any], tuple[Card, ...]] = lambda _: ()
    plays: bool = True
    owed: str = ""
    open: Callable[["Table", FieldId, Seat], bool]
    check: Callable[["Table", FieldId, Seat, Any], Outcome]
    options: Callable[["Table", FieldId, Seat], Iterator[Action]]
    entries: Callable[["Offers", FieldId, MenuTemplate], Iterator[MenuTemplate]]

    @property
    def type(self) -> str:
        """The name of its type of action."""
        return str(self.action.__struct_config__.tag)


@dataclass(frozen=True, slots=True, kw_only=True)
class Joins:
    """How many hand cards a harvest may play as one.

    With ``single_item`` several must take a single item of their sum, as a group of its own.
    """

    most: int
    single_item: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a luminary does, for people: at most one sentence for each occasion, in our own words.

    "You" is the player who takes the turn, reveals or claims (RULES.md sections 9 to 11).
    """

    in_play: str = ""
    on_reveal: str = ""
    on_claim: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One luminary: what it is, what it changes while in play, what its reveal and claim do."""

    luminary: Luminary
    description: Description
    article: str = "the "
    plural: bool = False
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
    reaches: Callable[["Table", FieldId], tuple[FieldId, ...]] | None = None
    mixes_fields: bool = False
    free: FreeAction | None = None
    hides: Hides | None = None
    after_play: AfterPlay | None = None
    on_reveal: Effect | None = None
    on_claim: Effect | None = None
    spares_the_frostbitten: bool = False

    @property
    def rule(self) -> str:
        """The id of the card's rule."""
        return f"R-LUM-{self.luminary.upper().replace('_', '-')}"

    @property
    def name(self) -> str:
        """What people call the card, within a sentence: ``the Forest Queen``."""
        return f"{self.article}{self.luminary.replace('_', ' ').title()}"

    @property
    def title(self) -> str:
        """The same at the beginning of a sentence."""
        return self.name[:1].upper() + self.name[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRules:
    """What an open decision offers, refuses and makes of an answer.

    ``accepts`` names the types of action that answer it. ``check`` raises ``RuleError``, or returns
    what the answer does if it has worked that out; else ``answer`` does it. Either runs after the
    answer is noted, with the interrupted agenda taken up again. ``options`` are the
    answers one by one, ``template`` stands for all of them in a menu where they may be many. A
    decision that ``lapses`` is over when all can see that nothing is to be had any more (R-TURN-6).

    ``by_chance`` makes the answer of chance, where it is asked, or asked for the Fields. A decision
    that ``needs_field`` is about a field; one with a ``repeats`` is about an act that is repeated
    by leave of that luminary. ``answerable`` tells whether there is an answer at all. ``prompt`` is
    what is said to those who are asked, ``opening`` to everybody, where there is need of it.
    """

    accepts: tuple[str, ...]
    asked: Asked = "turn"
    by_chance: Callable[["Table", "Source", str], Action] | None = None
    needs_field: bool = False
    repeats: Luminary | None = None
    answerable: Callable[["Table"], bool] = lambda _: True
    check: Callable[["Table", Pending, Seat, Any], Outcome | None]
    answer: Callable[["Draft", Pending, Seat, Any], None] = lambda *_: None
    options: Callable[["Table", Pending, Seat], Iterator[Action]] = lambda *_: iter(())
    template: Callable[["Table", Pending, Seat], MenuTemplate] | None = None
    prompt: str = ""
    opening: str = ""
    lapses: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRules:
    """What a step of an agenda does, and what must be told of it.

    A game may sleep before a step unless it is not ``resumed``: one that nothing is asked before.
    The ``last`` step of an agenda lets the turn go on or pass.
    """

    run: Callable[["Draft", Step], None]
    needs_field: bool = False
    needs_seat: bool = False
    resumed: bool = True
    last: bool = False


@dataclass(frozen=True, kw_only=True)
class Edition:
    """A version of the rules. One that was played is never edited; a ruling makes a new one."""

    name: str
    luminaries: Mapping[Luminary, Rules]
    steps: Mapping[str, StepRules]
    decisions: Mapping[Kind, DecisionRules]

    @cached_property
    def free(self) -> Mapping[str, Rules]:
        """The luminaries with a free action, by the type of that action, in canonical order."""
        found = {rules.free.type: rules for rules in self.luminaries.values() if rules.free}
        return {kind: found[kind] for kind in TYPES if kind in found}


class Table:
    """A state together with the edition it is played under: all that a rule may read.

    ``budget`` is what a search for sums may take, ``after`` the action after which a list goes on.
    """

    __slots__ = ("_fields", "_forces", "_shown", "after", "budget", "edition", "state")

    def __init__(
        self,
        state: State,
        edition: Edition,
        *,
        budget: Budget = UNBOUNDED,
        after: Action | None = None,
    ) -> None:
        self.state = state
        self.edition = edition
        self.budget = budget
        self.after = after
        self._fields: object = None
        self._shown: list[tuple[FieldId, Rules]] = []
        self._forces: list[tuple[FieldId, Rules]] = []

    def rules_at(self, at: FieldId) -> Rules | None:
        """The rules of the luminary in a field, as what it acts; None where none is known."""
        field = self.state.field(at)
        name = field.acts_as or field.luminary
        return self.edition.luminaries[name] if name else None

    def face_up(self) -> list[tuple[FieldId, Rules]]:
        """Every luminary that lies face up."""
        if self._fields is not self.state.fields:
            self._look()
        return self._shown

    def in_force(self) -> list[tuple[FieldId, Rules]]:
        """Every luminary whose words count now; under the Island, the Island's alone."""
        if self._fields is not self.state.fields:
            self._look()
        return self._forces

    def rules_in(self, field: FieldId) -> Rules | None:
        """The rules in force of the luminary that lies in a field."""
        for at, rules in self.in_force():
            if at == field:
                return rules
        return None

    def _look(self) -> None:
        """Look at the luminaries of the fields as they are now."""
        fields = self.state.fields
        known = self.edition.luminaries
        self._fields = fields
        self._shown = [
            (at, known[field.acts_as or field.luminary])
            for at, field in zip(FIELDS, fields, strict=True)
            if field.face_up and field.luminary is not None
        ]
        lonely = [(at, rules) for at, rules in self._shown if rules.overrides_all]
        self._forces = lonely[:1] or self._shown

    def opponents(self, seat: Seat) -> list[Seat]:
        """Who plays against a seat, clockwise from it; nobody who has left (R-END-3)."""
        around = self.state.seats_from(seat)[1:]
        side = self.state.options.side(seat)
        return [s for s in around if s not in side and not self.state.players[s].gone]

    def holders_against(self, seat: Seat) -> list[Seat]:
        """The opponents of a seat that hold an okus."""
        return [s for s in sorted(self.opponents(seat)) if self.state.players[s].okuses]

    def reach(self, field: FieldId) -> tuple[FieldId, ...]:
        """The other fields that a harvest into a field may take from (Boat, Universe)."""
        rules = self.rules_in(field)
        return rules.reaches(self, field) if rules and rules.reaches else ()

    @property
    def seasons_locked(self) -> bool:
        """Whether the Forest Queen holds the Illimat; the Island does not silence this."""
        return any(rules.locks_seasons for _, rules in self.face_up())
