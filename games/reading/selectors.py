"""Queries about one game, limited to what their viewer may know. They change nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from django.db.models import Q
from django.utils.translation import gettext

from api import database_time
from games import guards
from games.language import active_language
from games.models import (
    Game,
    Invitation,
    StoredEvent,
)
from games.reading.tables import Naming, Table
from games.refusals import GameNotFoundError, NotAllowedError, TableError
from games.seats import spectators
from games.stream import store
from illimat_core import (
    Action,
    Budget,
    BudgetSpentError,
    Event,
    State,
    UnknownEventError,
    fold,
    legal_actions,
    observe,
    preview,
    redact,
)
from illimat_core.events import RoundScored, ShownEvent, read_shown
from illimat_core.messages import Language
from illimat_core.sealing import SealedEvent, private_parts
from illimat_core.views import AnnouncedEvent, Observation
from illimat_core.words.narration import narrate

SCORED = RoundScored.__name__
COUNTED = 10_000  # legal actions; beyond this no total is given
# The budgets of one request, which keep it below a tenth of a second. No list in a real game is as
# long; no action is known whose check takes a quarter of its steps.
LISTED_STEPS = 15_000
CHECKED_STEPS = 50_000


class LoggedEvent(NamedTuple):
    """An event as its viewer may see it; `names` are those of the seats when it happened."""

    stored: SealedEvent
    event: ShownEvent
    names: Sequence[str]
    language: Language

    @property
    def private(self) -> list[str]:
        """Its private parts: as they are stored, or their hashes if the viewer may not see them."""
        return private_parts(self.stored.private, opened=isinstance(self.event, Event))

    @property
    def text(self) -> str | None:
        return narrate(self.event, self.names, self.language)


class PastChoice(NamedTuple):
    """What a seat could do at a version of a game."""

    version: int
    seat: int
    action: Mapping[str, Any]


class FoundActions(NamedTuple):
    """A page of the list of legal actions.

    `cut` means that the budget was spent before the page was full, `more` that other actions may
    follow. `total` is None if unknown.
    """

    actions: list[Action]
    more: bool
    cut: bool
    total: int | None


def game_invitations(*, table: Table) -> list[Invitation]:
    """Return an open table's invitations if the viewer sits there or is invited, else none."""
    game, viewer = table.game, table.viewer
    if game.state != Game.State.OPEN or viewer is None:
        return []
    found = list(game.invitations.select_related("user").order_by("id"))
    at_the_table = table.made or table.own is not None
    return found if at_the_table or any(each.user_id == viewer.pk for each in found) else []


def game_state(*, table: Table) -> State | None:
    """Return the whole state, secrets included; None before the start."""
    return store.state_of(table.game) if table.begun else None


def game_observe(*, table: Table) -> Observation | None:
    """Return what the viewer sees now; None before the start."""
    state = game_state(table=table)
    if state is None:
        return None
    opened = table.game.ended_at is not None
    view = observe(state, table.seat, opened=opened, language=active_language())
    if table.game.state == Game.State.RUNNING and not table.still:
        return view
    return msgspec.structs.replace(view, decisions=[])


def game_observe_at(*, table: Table, version: int) -> Observation:
    """Return what the viewer saw, or all once the game is over; raises GameNotFoundError."""
    if not 1 <= version <= table.game.version:
        raise GameNotFoundError
    return observe(
        store.state_at(table.game, version),
        table.seat,
        opened=table.game.ended_at is not None,
        language=active_language(),
    )


def game_history(*, table: Table, after: int = 0, limit: int) -> list[LoggedEvent]:
    """Return at most `limit` events after sequence `after`, as the viewer may see them.

    The events of scored rounds are shown in full, and once the game is over all events are.
    """
    game = table.game
    if after >= game.version:
        return []
    stored = store.read(game, after, after + limit)
    return _redact_events(stored, table.seat, table.naming, _opened_upto(game))


def game_log(*, table: Table, stored: Sequence[tuple[SealedEvent, Event]]) -> list[LoggedEvent]:
    """Return all events of a game, just read, as the viewer may see them."""
    return _redact_events(stored, table.seat, table.naming, _opened_upto(table.game))


def games_unopened() -> int:
    """Return the number of games whose secrets should have been published for a day, and are not.

    Secrets are shown as soon as they may be (`games.stream.dealer`), but not those of frozen games.
    """
    day_ago = database_time.now() - timedelta(days=1)
    due = Q(ended_at__lt=day_ago) | Q(round__gt=1, moved_at__lt=day_ago)
    return Game.objects.exclude(damage="").filter(due).count()


def game_news(
    *, table: Table, seat: int | None, stored: Sequence[tuple[SealedEvent, Event]]
) -> list[LoggedEvent]:
    """Return the game's newest events, just appended, as `seat` may see them."""
    opened = _opened_upto(table.game, [row for row, _ in stored])
    return _redact_events(stored, seat, table.naming, opened)


def game_scorings(*, table: Table) -> list[tuple[int, RoundScored]]:
    """Return the scoring of each round so far, which everybody may know, with its sequence."""
    stored = store.read(table.game)
    return [(row.sequence, event) for row, event in stored if isinstance(event, RoundScored)]


def last_sentence(table: Table) -> str | None:
    """Return None if a newer version of the server wrote an event that this one does not know."""
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


def game_legal_actions(*, table: Table, after: Action | None, limit: int) -> FoundActions:
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
        return FoundActions(found, more=bool(found), cut=True, total=None)
    total = None if after else _counted(listed, len(found))
    return FoundActions(found[:limit], more=len(found) > limit, cut=False, total=total)


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
        raise TableError(
            "no_preview", gettext("The table's `leavers` says what happens when you leave.")
        )
    if expected_version is not None:
        store.check_current(table.game, state, expected_version)
    return preview(state, seat, action, budget=Budget(CHECKED_STEPS))


def game_outcomes(
    *, table: Table, choices: Sequence[PastChoice]
) -> list[list[ShownEvent | AnnouncedEvent]]:
    """Return the events that each choice would have led to in a game that is over.

    The game is folded once for all of them, which must be in the order of their versions. All their
    checks together take at most CHECKED_STEPS; a choice for which too few are left has no events.
    Raises GameFrozenError, and RuleError for a choice that the seat did not have.
    """
    events = [event for _, event in store.read(table.game)]
    outcomes, folded, budget = [], 1, Budget(CHECKED_STEPS)
    state = fold(events[:1])
    for each in choices:
        state = fold(events[folded : each.version], state)
        folded = max(folded, each.version)
        try:
            found = preview(state, each.seat, each.action, budget=budget)
        except BudgetSpentError:
            found = []
        outcomes.append(found)
    return outcomes


def _opened_upto(game: Game, newest: Sequence[SealedEvent] | None = None) -> int:
    """Return the sequence of the last event that is shown in full (RULES.md, R-VIEW-4).

    If only the `newest` events are to be shown, only they are searched.
    """
    if game.ended_at is not None:
        return game.version
    if game.options["luminaries_persist"] or game.round == 1:
        return 0
    if newest is not None:
        return max((row.sequence for row in newest if row.type == SCORED), default=0)
    scored = StoredEvent.objects.filter(game=game, type=SCORED).order_by("-sequence")
    return scored.values_list("sequence", flat=True).first() or 0


def _redact_events(
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
            event=redact(event, seat, opened=row.sequence <= opened),
            names=naming(row.sequence),
            language=language,
        )
        for row, event in stored
    ]
