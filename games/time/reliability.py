"""Keeping each person's reliability: which of their latest decisions were made in time.

Only decisions with a clock count, and none in a game of one person, who could otherwise make any
number of them in time. What is stored is computed from the logs of games, and may be
computed again at any time (`recompute`). Decisions that a person made in two games within the same
moment may change places then.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from accounts.models import Reliability, User
from accounts.reliability import COUNTED
from games.clocks.entries import Entry
from games.models import Game, PastOccupation, SeatAssignment
from games.stream import store
from games.time.circumstances import control_of
from games.time.clock_entries import outcomes_of
from games.time.stored_clocks import commands_of
from illimat_core.cards import Seat

# One statement, whether or not the person has a row; Django has no such update.
ADD: Final = """
INSERT INTO accounts_reliability (user_id, outcomes) VALUES (%s, %s)
ON CONFLICT (user_id) DO UPDATE
SET outcomes = substr(excluded.outcomes || accounts_reliability.outcomes, 1, %s)
"""


class SeatPeriod(NamedTuple):
    """A person's time at a seat: from the event `since` to the one before `until`."""

    game_id: UUID
    seat: Seat
    since: int
    until: int | None


def note(game: Game, entries: Iterable[Entry], people: Mapping[Seat, int]) -> None:
    """Record the decisions in the entries of one command; `people` had the seats before it."""
    if not _counts(game):
        return
    for seat, outcome in outcomes_of(entries):
        if seat in people:
            _add(people[seat], outcome)


@transaction.atomic
def recompute(user: User) -> bool:
    """Compute a person's outcomes again; return if any was wrong. Raises DamagedStreamError."""
    row, _ = Reliability.objects.get_or_create(user=user)
    row = Reliability.objects.select_for_update(no_key=True).get(pk=row.pk)  # so nobody adds to it
    found = sorted(each for occupation in _occupations(user) for each in _decisions_in(occupation))
    outcomes = "".join(outcome for *_, outcome in reversed(found[-COUNTED:]))
    if row.outcomes == outcomes:
        return False
    row.outcomes = outcomes
    row.save(update_fields=["outcomes"])
    return True


def _counts(game: Game) -> bool:
    """Return whether decisions in a game count; this does not change once the game has begun."""
    alone = game.practice or game.seats == 1
    return not alone and control_of(game).runs


def _add(user_id: int, outcome: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(ADD, [user_id, outcome, COUNTED])


def _occupations(user: User) -> Iterator[SeatPeriod]:
    for held in SeatAssignment.objects.filter(user=user, game__version__gt=0):
        if held.number is not None:
            yield SeatPeriod(held.game_id, held.number, held.since, None)
    past = PastOccupation.objects.filter(user=user)
    for row in past.values_list("game", "seat", "since", "until"):
        yield SeatPeriod(*row)


def _decisions_in(occupation: SeatPeriod) -> Iterator[tuple[int, UUID, int, str]]:
    """Yield the time, game, event and outcome of each decision of an occupant."""
    game_id, seat, since, until = occupation
    game = Game.objects.get(pk=game_id)
    if not _counts(game):
        return
    for first, entries in commands_of(game, store.read(game)):
        if since <= first and (until is None or first < until):
            at = entries[0].at if entries else 0
            yield from (
                (at, game_id, first, outcome)
                for number, outcome in outcomes_of(entries)
                if number == seat
            )
