"""Queries about games, limited to what their viewer may know. They change nothing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from games import guards, seating, spectators, store
from games.language import active_language
from games.lookup import find_game, find_seats, with_absences, with_outages
from games.models import (
    Game,
    Invitation,
    Occupant,
    PastOccupation,
    SeatAssignment,
    StoredEvent,
)
from games.refusals import GameNotFoundError, NotAllowedError, TableError
from illimat_core import (
    Action,
    Budget,
    BudgetSpentError,
    Event,
    State,
    UnknownEventError,
    legal_actions,
    observe,
    preview,
    redact,
)
from illimat_core.events import ShownEvent, read_shown
from illimat_core.mode_rules import Automaton
from illimat_core.modes import MODES
from illimat_core.sealing import SealedEvent
from illimat_core.views import AnnouncedEvent, Observation
from illimat_core.words.narration import narrate

SCORED = "RoundScored"
COUNTED = 10_000  # legal actions; beyond this no total is given
# The budgets of one request, which keep it below a tenth of a second. No list in a real game is as
# long; no action is known whose check takes a quarter of its steps.
LISTED_STEPS = 15_000
CHECKED_STEPS = 50_000

MAX_WAITING = 1_000  # games; larger numbers are given as this one
LOOKED_THROUGH = 1_000  # a person's newest games, to which filters without an index are limited
COLUMNS = {"players": "seats", "mode": "mode"}
SEATS_OF: dict[str | None, dict[str, Any]] = {"my_turn": {"awaited": True}}
NEWEST_FIRST = ("-listed_at", "-listed_as")
OLDEST_FIRST = ("listed_at", "listed_as")


Naming = Callable[[int], Sequence[str]]
"""Maps the sequence of an event to the names by seat when it was recorded."""


@dataclass(eq=False)
class Table:
    """A game and its seats, as requested by `viewer`; None has not logged in."""

    game: Game
    assignments: list[SeatAssignment]
    viewer: User | None

    @property
    def own(self) -> SeatAssignment | None:
        """The viewer's own seat, if any."""
        if self.viewer is None:
            return None
        return next((a for a in self.assignments if a.user_id == self.viewer.pk), None)

    @property
    def known(self) -> bool:
        """Whether the viewer may know of the game without an invitation."""
        private = self.game.visibility == Game.Visibility.PRIVATE
        return not private or self.own is not None or self.made

    @property
    def made(self) -> bool:
        """Whether the viewer created the game."""
        return self.viewer is not None and self.game.creator_id == self.viewer.pk

    @property
    def begun(self) -> bool:
        """Whether the game has events."""
        return self.game.version > 0

    @property
    def seat(self) -> int | None:
        """The seat whose view the viewer gets; None for the view of a spectator."""
        return self.own.number if self.own and self.begun else None

    @property
    def names(self) -> list[str]:
        """The names shown in a game that has begun, by seat."""
        return self._names({a.number: _name(a) for a in self.assignments if a.number is not None})

    @cached_property
    def naming(self) -> Naming:
        """The names by seat at any event; only if seats changed hands, this takes a query.

        A sentence about an event names the people who sat there at the time.
        """
        names = self.names
        if not self.has_changed_hands:
            return lambda _: names
        past = self.past_occupations
        taken = {a.number: a.since for a in self.assignments}

        def names_at(sequence: int) -> Sequence[str]:
            former = {
                each.seat: _name(each)
                for each in past
                if each.since <= sequence < each.until and sequence < taken[each.seat]
            }
            return [former.get(seat, name) for seat, name in enumerate(names)]

        return names_at

    @property
    def has_changed_hands(self) -> bool:
        """Whether any seat has had more than one occupant."""
        return any(a.since for a in self.assignments)

    @cached_property
    def past_occupations(self) -> list[PastOccupation]:
        """The former occupants of seats, the earliest to leave first."""
        if not self.has_changed_hands:
            return []
        return list(self.game.past_occupations.select_related("user"))

    @property
    def still(self) -> bool:
        """Whether the game stands still until it is decided what becomes of a leaver's seat."""
        return seating.is_still(self.assignments)

    def _names(self, handles: dict[int, str]) -> list[str]:
        if self.automaton:
            handles[self.game.seats] = active_language().say(self.automaton.name)
        return [handles.get(number) or _name_of(number) for number in range(len(self.game.scores))]

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that score as one (R-MODE-TEAMS); none but in team games."""
        return MODES[self.game.mode].partners

    @property
    def automaton(self) -> Automaton | None:
        """The automaton at the seat after the people's, if the game's mode has one."""
        return MODES[self.game.mode].automaton


class LoggedEvent(NamedTuple):
    """An event as its viewer may see it, with a sentence about it if there is one."""

    stored: SealedEvent
    event: ShownEvent
    text: str | None


class ActionPage(NamedTuple):
    """A page of the list of legal actions.

    `cut` means that the budget was spent before the page was full, `more` that other actions may
    follow. `total` is None if unknown.
    """

    actions: list[Action]
    more: bool
    cut: bool
    total: int | None


def table_get(*, user: User | None, game_id: UUID, lock: bool = False) -> Table:
    """Return a game as `user` may see it; `lock` locks it in the transaction.

    Raises GameNotFoundError also if `user` may not know of it: a hidden game and a missing one take
    the same queries. Raises GameFrozenError for a game whose stored events are not as they were
    written.
    """
    found = find_game(game_id, lock=lock) or Game(visibility=Game.Visibility.PRIVATE)
    table = Table(found, find_seats(game_id), user)
    if not (table.known or _is_invited(user, game_id)):
        raise GameNotFoundError
    store.check_not_frozen(found)
    for seated in table.assignments:
        if seated.user_id == found.creator_id:
            found.creator = seated.user  # saves the query for their name
    return table


def table_lock(*, game_id: UUID) -> Table:
    """Return a game for the server's own commands, locked in the transaction.

    Raises GameNotFoundError, and GameFrozenError as `table_get` does.
    """
    game = find_game(game_id, lock=True)
    if game is None:
        raise GameNotFoundError
    store.check_not_frozen(game)
    return Table(game, find_seats(game_id), None)


def table_of(*, user: User | None, game: Game) -> Table:
    """Return the table of a game that `user` is known to see."""
    return Table(game, list(game.assignments.all()), user)


def games_public(*, filters: Mapping[str, Any]) -> QuerySet[Game]:
    """Return the public games, filtered by `state`, `players` and `mode` where given.

    They are listed by their creation, newest first.
    """
    columns = {"state": "state"} | COLUMNS
    wanted = {columns[name]: value for name, value in filters.items() if name in columns}
    games = Game.objects.filter(visibility=Game.Visibility.PUBLIC, **wanted)
    return _listed_by(games, "created_at", "id")


def games_of(*, user: User, filters: Mapping[str, Any]) -> QuerySet[Game]:
    """Return the games that `user` sits at, with the filters of `games_public`.

    `state` has two more values: `my_turn`, and `invited` for open tables whose invitation the user
    has neither accepted nor declined. Games are listed by their last event, newest first. `players`
    and `mode` filter only the newest LOOKED_THROUGH games, `invited` as many invitations.
    """
    state = filters.get("state")
    if state == "invited":
        return _listed_by(_invited(user), "moved_at", "id")
    seats = {"user": user} | SEATS_OF.get(state, {"game_state": state} if state else {})
    wanted = {COLUMNS[name]: value for name, value in filters.items() if name in COLUMNS}
    if wanted:
        newest = SeatAssignment.objects.filter(**seats).order_by("-moved_at", "-id")
        seats = {"in": newest.values("id")[:LOOKED_THROUGH]}
    among = {f"assignments__{name}": value for name, value in seats.items()}
    games = Game.objects.filter(**among, **wanted)
    return _listed_by(games, "assignments__moved_at", "assignments__id")


def open_seats(*, user: User) -> QuerySet[Game]:
    """Return public games with a seat for a substitute, once for each such seat (`listed_as`).

    The seat that closes soonest comes last. Games that `user` has sat at are left out. Only the
    LOOKED_THROUGH seats that close latest are looked through.
    """
    seats = SeatAssignment.objects.filter(standing=SeatAssignment.Standing.OPEN)
    latest = seats.order_by("-until", "-id").values("id")[:LOOKED_THROUGH]
    running = Game.objects.filter(
        state=Game.State.RUNNING,
        visibility=Game.Visibility.PUBLIC,
        assignments__in=latest,
    )
    own = {"game": OuterRef("pk"), "user": user}
    sat = Exists(PastOccupation.objects.filter(**own)) | Exists(
        SeatAssignment.objects.filter(**own)
    )
    return _listed_by(running.exclude(sat), "assignments__until", "assignments__id")


def game_invitations(*, table: Table) -> list[Invitation]:
    """Return the invitations to an open table, for the people at it and those invited.

    The list is empty for everybody else, and once the game has begun.
    """
    game, viewer = table.game, table.viewer
    if game.state != Game.State.OPEN or viewer is None:
        return []
    found = list(game.invitations.select_related("user").order_by("id"))
    at_the_table = table.made or table.own is not None
    return found if at_the_table or any(each.user_id == viewer.pk for each in found) else []


def games_waiting_count(*, user: User) -> int:
    """Return how many games wait for `user`; MAX_WAITING stands for that many or more."""
    waiting = SeatAssignment.objects.filter(user=user, awaited=True).order_by("moved_at", "id")
    return waiting[:MAX_WAITING].count()


def game_state(*, table: Table) -> State | None:
    """Return the whole state, secrets included; None before the start."""
    return store.state_of(table.game) if table.begun else None


def game_observe(*, table: Table) -> Observation | None:
    """Return what the viewer sees now; None before the start."""
    state = game_state(table=table)
    if state is None:
        return None
    view = observe(state, table.seat)
    if table.game.state == Game.State.RUNNING and not table.still:
        return view
    return msgspec.structs.replace(view, decisions=[])


def game_observe_at(*, table: Table, version: int) -> Observation:
    """Return what the viewer saw at `version`; once the game is over, with everything shown.

    Raises GameNotFoundError for a version that the game does not have.
    """
    if not 1 <= version <= table.game.version:
        raise GameNotFoundError
    return observe(store.state_at(table.game, version), table.seat, opened=table.game.over)


def game_history(*, table: Table, after: int = 0, limit: int) -> list[LoggedEvent]:
    """Return at most `limit` events after sequence `after`, as the viewer may see them.

    The events of scored rounds are shown in full, and once the game is over all events are.
    """
    game = table.game
    if after >= game.version:
        return []
    stored = store.read(game, after, after + limit)
    return _redacted(stored, table.seat, table.naming, _opened_upto(game))


def game_news(
    *, table: Table, seat: int | None, stored: Sequence[tuple[SealedEvent, Event]]
) -> list[LoggedEvent]:
    """Return the game's newest events, just appended, as `seat` may see them."""
    opened = _opened_upto(table.game, [row for row, _ in stored])
    return _redacted(stored, seat, table.naming, opened)


def last_sentence(table: Table) -> str | None:
    """Return the sentence about the last event of a game that has one.

    Return None if a newer version of the server wrote an event that this one does not know.
    """
    if table.game.last_event is None:
        return None
    try:
        return narrate(read_shown(table.game.last_event), table.names, active_language())
    except UnknownEventError:
        return None


def game_playing(*, table: Table) -> tuple[State, int | None]:
    """Return the state of a running game, and the seat of the viewer, who must play.

    In a game that asks spectators, the viewer may be one, with the seat None. Raises
    NotAllowedError for anybody else, TableError `not_running` and `stands_still`, GameOverError.
    """
    game = table.game
    if table.own is None and not spectators.are_asked(game):
        raise NotAllowedError(guards.NOT_SEATED)
    guards.check_running(game)
    guards.check_not_still(table.assignments)
    return store.state_of(game), table.seat


def game_legal_actions(*, table: Table, after: Action | None, limit: int) -> ActionPage:
    """Return at most `limit` legal actions of the viewer, in order, those that follow `after`.

    Without `after`, also count all of them, up to COUNTED and as far as LISTED_STEPS go. Raises the
    errors of `game_playing`.
    """
    state, seat = game_playing(table=table)
    listed = legal_actions(state, seat, after=after, budget=Budget(LISTED_STEPS))
    found: list[Action] = []
    try:
        for action in islice(listed, limit + 1):
            found.append(action)
    except BudgetSpentError:
        return ActionPage(found, more=bool(found), cut=True, total=None)
    total = None if after else _counted(listed, len(found))
    return ActionPage(found[:limit], more=len(found) > limit, cut=False, total=total)


def _counted(rest: Iterator[Action], found: int) -> int | None:
    try:
        total = found + sum(1 for _ in islice(rest, COUNTED + 1 - found))
    except BudgetSpentError:
        return None
    return total if total <= COUNTED else None


def game_preview(
    *, table: Table, action: Mapping[str, Any], expected_version: int | None
) -> list[ShownEvent | AnnouncedEvent]:
    """Return the events that an action of the viewer would lead to, as far as they are known.

    Raises the errors of `game_playing`, StaleVersionError, RuleError for a refused action,
    TableError `no_preview` for a forfeit, and BudgetSpentError if the check takes more than
    CHECKED_STEPS.
    """
    state, seat = game_playing(table=table)
    if action.get("type") == "forfeit":
        raise TableError("no_preview", "What follows when you leave is in the table's `leavers`.")
    if expected_version is not None:
        store.check_current(table.game, state, expected_version)
    return preview(state, seat, action, budget=Budget(CHECKED_STEPS))


def _is_invited(user: User | None, game_id: UUID) -> bool:
    """Return whether `user` was invited to a table, or has sat there before."""
    if user is None:
        return False
    known = Q(invitations__user=user) | Q(past_occupations__user=user)
    return Game.objects.filter(known, pk=game_id).exists()


def _name(seated: SeatAssignment | PastOccupation) -> str:
    if isinstance(seated, SeatAssignment) and seated.name:
        return seated.shown_name
    number = seated.number if isinstance(seated, SeatAssignment) else seated.seat
    if seated.occupant == Occupant.HOUSE:
        return gettext("House {number}").format(number=number)
    return seated.user.handle if seated.user else _name_of(number)


def _name_of(seat: int | None) -> str:
    """Return the name of a seat at which nobody is known to sit."""
    return gettext("seat {number}").format(number=seat)


def _invited(user: User) -> QuerySet[Game]:
    newest = Invitation.objects.filter(user=user, declined_at=None).order_by("-id")
    games = Game.objects.filter(pk__in=newest.values("game")[:LOOKED_THROUGH])
    return games.filter(state=Game.State.OPEN).exclude(assignments__user=user)


def _listed_by(games: QuerySet[Game], time: str, place: str) -> QuerySet[Game]:
    """Return games with their people, in the order of two columns, the newest first.

    Both columns are annotated to the rows, so that pages can continue from them.
    """
    seats = with_absences(SeatAssignment.objects.select_related("user"))
    people = Prefetch("assignments", seats)
    listed = with_outages(games).annotate(listed_at=F(time), listed_as=F(place))
    listed = listed.select_related("creator")
    return listed.prefetch_related(people).order_by(*NEWEST_FIRST)


def _opened_upto(game: Game, newest: Sequence[SealedEvent] | None = None) -> int:
    """Return the sequence of the last event that is shown in full (RULES.md, R-VIEW-4).

    If only the `newest` events are to be shown, only they are searched.
    """
    if game.over:
        return game.version
    if game.options["luminaries_persist"]:
        return 0
    if newest is not None:
        return max((row.sequence for row in newest if row.type == SCORED), default=0)
    scored = StoredEvent.objects.filter(game=game, type=SCORED).order_by("-sequence")
    return scored.values_list("sequence", flat=True).first() or 0


def _redacted(
    stored: Iterable[tuple[SealedEvent, Event]],
    seat: int | None,
    naming: Naming,
    opened: int,
) -> list[LoggedEvent]:
    """Return events as `seat` may see them, those up to sequence `opened` in full."""
    language = active_language()
    return [
        LoggedEvent(
            stored=row,
            event=(shown := redact(event, seat, opened=row.sequence <= opened)),
            text=narrate(shown, naming(row.sequence), language),
        )
        for row, event in stored
    ]
