"""What is asked about games, as whoever asks may know it. Nothing here changes anything."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import F, Prefetch, QuerySet

from accounts.models import User
from games import guards, spectators, store
from games.chain import Stored
from games.lookup import find_game, find_seats
from games.models import Game, Invitation, SeatAssignment, StoredEvent
from games.refusals import GameNotFoundError, NotAllowedError
from illimat_core import (
    Action,
    Budget,
    BudgetSpentError,
    Event,
    State,
    legal_actions,
    observe,
    preview,
    redact,
)
from illimat_core.mode_rules import Automaton
from illimat_core.modes import MODES
from illimat_core.narration import narrate
from illimat_core.views import Observation

SCORED = "RoundScored"
COUNTED = 10_000  # legal actions; beyond that their number is not told
# The steps of one request, so that it takes less than a tenth of a second. No list that games come
# to is as long; no action is known whose check takes a quarter of its steps.
LISTED_STEPS = 15_000
CHECKED_STEPS = 50_000

MOST_WAITING = 1_000  # games; beyond that their number is not told
LOOKED_THROUGH = 1_000  # games of a person, where no index helps
COLUMNS = {"players": "seats", "mode": "mode"}
SEATS_OF: dict[str | None, dict[str, Any]] = {"my_turn": {"awaited": True}}
NEWEST_FIRST = ("-listed_at", "-listed_as")
OLDEST_FIRST = ("listed_at", "listed_as")


class Table(NamedTuple):
    """A game with those who sit there, as `viewer` asks for it; None has not logged in."""

    game: Game
    assignments: list[SeatAssignment]
    viewer: User | None

    @property
    def own(self) -> SeatAssignment | None:
        """The viewer's own place."""
        if self.viewer is None:
            return None
        return next((a for a in self.assignments if a.user_id == self.viewer.pk), None)

    @property
    def known(self) -> bool:
        """Whether the viewer may know of it without an invitation."""
        private = self.game.visibility == Game.Visibility.PRIVATE
        return not private or self.own is not None or self.made

    @property
    def made(self) -> bool:
        """Whether the viewer made it."""
        return self.viewer is not None and self.game.creator_id == self.viewer.pk

    @property
    def begun(self) -> bool:
        """Whether there are events."""
        return self.game.version > 0

    @property
    def seat(self) -> int | None:
        """The seat whose eyes the viewer sees with; None is a spectator's."""
        return self.own.number if self.own and self.begun else None

    @property
    def names(self) -> list[str]:
        """How people call each other in a game that has begun, by seat."""
        handles = {a.number: a.user.handle for a in self.assignments if a.user}
        if self.automaton:
            handles[self.game.seats] = self.automaton.name
        return [handles.get(number, f"seat {number}") for number in range(len(self.game.scores))]

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that score as one (R-MODE-TEAMS); none but in team games."""
        return MODES[self.game.mode].partners

    @property
    def automaton(self) -> Automaton | None:
        """What plays the seat behind the people's, if the game's mode has such a seat."""
        return MODES[self.game.mode].automaton


class ActionPage(NamedTuple):
    """Some legal actions in a row; `cut` tells that the steps ran out before the page was full.

    `more` tells that there may be others after them. `total` is None where it is not known.
    """

    actions: list[Action]
    more: bool
    cut: bool
    total: int | None


def table_get(*, user: User | None, game_id: UUID, lock: bool = False) -> Table:
    """Return a game, locked in the transaction if that is asked for.

    Raises GameNotFoundError also when `user` may not know of it: the database is asked the same
    about a game that is hidden as about one that is not there. Raises GameFrozenError for a game
    whose stored events are not as they were written.
    """
    found = find_game(game_id, lock=lock) or Game(visibility=Game.Visibility.PRIVATE)
    table = Table(found, find_seats(game_id), user)
    if not (table.known or _is_invited(user, game_id)):
        raise GameNotFoundError
    store.check_not_frozen(found)
    for seated in table.assignments:
        if seated.user_id == found.creator_id:
            found.creator = seated.user  # else they are asked for when they are named
    return table


def table_of(*, user: User | None, game: Game) -> Table:
    """Return a game that `user` is known to see, as a table."""
    return Table(game, list(game.assignments.all()), user)


def games_public(*, filters: Mapping[str, Any]) -> QuerySet[Game]:
    """Return the games that everybody may see, by `state`, `players` and `mode` where given.

    They are listed by when they were made.
    """
    columns = {"state": "state"} | COLUMNS
    wanted = {columns[name]: value for name, value in filters.items() if name in columns}
    games = Game.objects.filter(visibility=Game.Visibility.PUBLIC, **wanted)
    return _listed_by(games, "created_at", "id")


def games_of(*, user: User, filters: Mapping[str, Any]) -> QuerySet[Game]:
    """Return the games that `user` sits at, by what `games_public` takes.

    There are two more values of `state`: `my_turn`, and `invited` for open tables whose invitation
    the user has neither accepted nor declined. Games are listed by when something happened last.
    `players` and `mode` are looked for among the newest LOOKED_THROUGH games, tables among as many
    invitations.
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


def game_invitations(*, table: Table) -> list[Invitation]:
    """Return the invitations to an open table, for the people at it and those invited.

    Everybody else sees none, and nobody does once the game has begun.
    """
    game, viewer = table.game, table.viewer
    if game.state != Game.State.OPEN or viewer is None:
        return []
    found = list(game.invitations.select_related("user").order_by("id"))
    at_the_table = table.made or table.own is not None
    return found if at_the_table or any(each.user_id == viewer.pk for each in found) else []


def games_waiting_count(*, user: User) -> int:
    """Return how many games wait for `user`; MOST_WAITING stands for that many or more."""
    waiting = SeatAssignment.objects.filter(user=user, awaited=True).order_by("moved_at", "id")
    return waiting[:MOST_WAITING].count()


def game_state(*, table: Table) -> State | None:
    """Return the whole state, secrets included; None before the start."""
    return store.state_of(table.game) if table.begun else None


def game_observe(*, table: Table) -> Observation | None:
    """Return what the viewer sees now; None before the start."""
    state = game_state(table=table)
    if state is None:
        return None
    view = observe(state, table.seat)
    if table.game.state == Game.State.RUNNING:
        return view
    return msgspec.structs.replace(view, decisions=[])


def game_observe_at(*, table: Table, version: int) -> Observation:
    """Return what the viewer saw at `version`, or after the game's end all that was there.

    Raises GameNotFoundError for a version that the game does not have.
    """
    if not 1 <= version <= table.game.version:
        raise GameNotFoundError
    return observe(store.state_at(table.game, version), table.seat, opened=table.game.over)


def game_history(*, table: Table, after: int = 0, limit: int) -> list[dict[str, Any]]:
    """Return the events above sequence `after`, at most `limit`, as the viewer may see them.

    Events of rounds that have been scored are shown whole, and all of them after the end.
    """
    game = table.game
    if after >= game.version:
        return []
    stored = store.read(game, after, after + limit)
    return _redacted(stored, table.seat, table.names, _opened_upto(game))


def game_news(
    *, table: Table, seat: int | None, stored: Sequence[tuple[Stored, Event]]
) -> list[dict[str, Any]]:
    """Return the game's newest events, just appended, as `seat` may see them."""
    opened = _opened_upto(table.game, [row for row, _ in stored])
    return _redacted(stored, seat, table.names, opened)


def game_playing(*, table: Table) -> tuple[State, int | None]:
    """Return the state of a running game, and the seat of the viewer, who must play.

    Where spectators may be asked, it may be one of them, whose seat is None. Raises NotAllowedError
    for anybody else, TableError `not_running`, GameOverError.
    """
    game = table.game
    if table.own is None and not spectators.are_asked(game):
        raise NotAllowedError(guards.NOT_SEATED)
    guards.check_running(game)
    return store.state_of(game), table.seat


def game_legal_actions(*, table: Table, after: Action | None, limit: int) -> ActionPage:
    """Return at most `limit` legal actions of the viewer, in order, those after an action only.

    Without one, all of them are counted as well, up to COUNTED and as far as LISTED_STEPS go.
    Raises what `game_playing` raises.
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
) -> list[dict[str, Any]]:
    """Return the events that an action of the viewer would lead to, as far as can be told before.

    Raises what `game_playing` raises, StaleVersionError, TableError `too_early`, and RuleError for
    a refused action, BudgetSpentError where the check takes more than CHECKED_STEPS.
    """
    state, seat = game_playing(table=table)
    if expected_version is not None:
        store.check_current(state, expected_version)
    speaker = spectators.speaker_of(table.game, state, seat, action)
    return preview(state, speaker, action, budget=Budget(CHECKED_STEPS))


def _is_invited(user: User | None, game_id: UUID) -> bool:
    return Invitation.objects.filter(game=game_id, user=user).exists()


def _invited(user: User) -> QuerySet[Game]:
    newest = Invitation.objects.filter(user=user, declined_at=None).order_by("-id")
    games = Game.objects.filter(pk__in=newest.values("game")[:LOOKED_THROUGH])
    return games.filter(state=Game.State.OPEN).exclude(assignments__user=user)


def _listed_by(games: QuerySet[Game], time: str, place: str) -> QuerySet[Game]:
    """Return games with their people, in the order of two columns, the newest first.

    Both go into the rows, so that pages can be cut there.
    """
    people = Prefetch("assignments", SeatAssignment.objects.select_related("user"))
    listed = games.annotate(listed_at=F(time), listed_as=F(place)).select_related("creator")
    return listed.prefetch_related(people).order_by(*NEWEST_FIRST)


def _opened_upto(game: Game, newest: Sequence[Stored] | None = None) -> int:
    """Return the sequence of the last event that is shown whole (RULES.md, R-VIEW-4).

    Where only the `newest` events are to be shown, only they are looked through.
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
    stored: Iterable[tuple[Stored, Event]],
    seat: int | None,
    names: Sequence[str],
    opened: int,
) -> list[dict[str, Any]]:
    """Return events as `seat` may see them, those up to sequence `opened` whole."""
    return [
        {
            "sequence": row.sequence,
            "recorded_at": row.recorded_at,
            "by": row.seat,
            "entropy": row.entropy,
            "hash": row.hash,
            "event": (shown := redact(event, seat, opened=row.sequence <= opened)),
            "text": narrate(shown, names),
        }
        for row, event in stored
    ]
