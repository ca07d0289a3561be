"""Tables: a game with its seats and names, as somebody who asks for it may know it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext

from accounts.blocks import Blocks, blocks_between
from accounts.models import User
from games.language import active_language
from games.models import Game, Occupant, PastOccupation, SeatAssignment
from games.reading.lookup import find_game, find_seats, find_seats_of
from games.refusals import GameNotFoundError
from games.season_games import SeasonGame, seasons_of
from games.seats import occupants
from games.stream import store
from illimat_core.mode_rules import Automaton
from illimat_core.modes import MODES
from illimat_core.words.narration import Names, address

Naming = Callable[[int], Sequence[str]]
"""Maps the sequence of an event to the names by seat when it was recorded."""

SHOWN_BY_LEAGUES: Final[list[Callable[[User], Q]]] = []
"""Functions of apps above this one, which return the private games that a person may see there."""


@dataclass(eq=False)
class Table:
    """A game and its seats, as requested by `viewer`; None has not logged in.

    `listed` are all tables of the list that it is on, if any.
    """

    game: Game
    assignments: list[SeatAssignment]
    viewer: User | None
    listed: "Sequence[Table]" = ()

    @property
    def own(self) -> SeatAssignment | None:
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
    def company(self) -> frozenset[int]:
        """The ids of the people whom the viewer would join by taking a seat; none without a seat.

        Before the start, the creator is one of them even while somebody else sits here.
        """
        if self.viewer is None or self.own is not None:
            return frozenset()
        people: set[int | None] = set()
        if self.game.state == Game.State.OPEN and len(self.assignments) < self.game.seats:
            people = {each.user_id for each in self.assignments} | {self.game.creator_id}
        elif self.game.state == Game.State.RUNNING and occupants.has_open_seat(self.assignments):
            people = {each.user_id for each in occupants.people_playing(self.assignments)}
        return frozenset(pk for pk in people if pk is not None and pk != self.viewer.pk)

    @cached_property
    def blocks(self) -> Blocks:
        """The blocks between the viewer and the `company`; without any company, no query."""
        if self.viewer is None:
            return Blocks()
        return blocks_between(user=self.viewer, others=self.company)

    @cached_property
    def season(self) -> SeasonGame | None:
        """The game's season, if the viewer may know of it.

        The first table of a list that is asked finds those of all, in one query.
        """
        tables = self.listed or [self]
        found = seasons_of(games=[table.game for table in tables], user=self.viewer)
        for table in tables:
            table.season = found.get(table.game.pk)
        return found.get(self.game.pk)

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

    @property
    def addressed(self) -> Names:
        """The names by seat for sentences to the viewer, whose own is `YOU`."""
        return address(self.names, self.seat)

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

    def addressed_at(self, sequence: int) -> Names:
        """Return the names for sentences to the viewer; a person who left reads as a spectator."""
        sat = self.own is not None and self.own.since <= sequence
        return address(self.naming(sequence), self.seat if sat else None)

    @property
    def has_changed_hands(self) -> bool:
        return any(a.since for a in self.assignments)

    @cached_property
    def past_occupations(self) -> list[PastOccupation]:
        """The former occupants of seats, the earliest to leave first."""
        if not self.has_changed_hands:
            return []
        return list(self.game.past_occupations.select_related("user"))

    @property
    def left(self) -> bool:
        """Whether the viewer had a seat in the game, and has none any more."""
        if self.viewer is None or self.own is not None:
            return False
        return any(each.user_id == self.viewer.pk for each in self.past_occupations)

    @property
    def rated(self) -> bool:
        """Whether the game counts in ratings; house players who sit down prevent it."""
        return occupants.is_rated(self.game, self.assignments)

    @property
    def still(self) -> bool:
        return occupants.is_still(self.assignments)

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
        return MODES[self.game.mode].automaton


def table_get(*, user: User | None, game_id: UUID, lock: bool = False) -> Table:
    """Return a game as `user` may see it; `lock` locks it in the transaction.

    Raises GameNotFoundError also if `user` may not know of it: a hidden game and a missing one take
    the same queries. Raises GameFrozenError for a game whose stored events are not as they were
    written.
    """
    found = find_game(game_id, lock=lock) or Game(visibility=Game.Visibility.PRIVATE)
    table = Table(found, find_seats(game_id), user)
    if not (table.known or _is_let_in(user, game_id)):
        raise GameNotFoundError
    store.check_not_frozen(found)
    for seated in table.assignments:
        if seated.user_id == found.creator_id:
            found.creator = seated.user  # saves the query for their name
    return table


def table_lock(*, game_id: UUID) -> Table:
    """Lock a game for the server's own commands; raises GameNotFoundError and GameFrozenError."""
    game = find_game(game_id, lock=True)
    if game is None:
        raise GameNotFoundError
    store.check_not_frozen(game)
    return Table(game, find_seats(game_id), None)


def table_of(*, user: User | None, game: Game) -> Table:
    """Return the table of a game that `user` is known to see."""
    return Table(game, find_seats(game.pk), user)


def tables_of(*, user: User | None, games: Sequence[Game]) -> list[Table]:
    """Return the tables of games that `user` is known to see, with their `blocks` in one query."""
    seats = find_seats_of([game.pk for game in games])
    found = [Table(game, seats[game.pk], user) for game in games]
    for table in found:
        table.listed = found
    if user is not None:
        company = frozenset().union(*(table.company for table in found))
        blocks = blocks_between(user=user, others=company)
        for table in found:
            table.blocks = blocks.among(table.company)
    return found


def without_blocked(found: Sequence[Table]) -> list[Table]:
    """Return the tables at which nobody who blocked the viewer is in the viewer's way to a seat.

    Games that have begun stay, since they are there to be watched as well.
    """
    return [table for table in found if table.begun or not table.blocks.by]


def _is_let_in(user: User | None, game_id: UUID) -> bool:
    """Return whether `user` was invited to a table, has sat there before, or sees its league."""
    if user is None:
        return False
    known = Q(invitations__user=user) | Q(past_occupations__user=user)
    for shown_to in SHOWN_BY_LEAGUES:
        known |= shown_to(user)
    return Game.objects.filter(known, pk=game_id).exists()


def _name(seated: SeatAssignment | PastOccupation) -> str:
    if isinstance(seated, SeatAssignment) and seated.name:
        return seated.shown_name
    number = seated.number if isinstance(seated, SeatAssignment) else seated.seat
    if seated.occupant == Occupant.HOUSE:
        return gettext("House {number}").format(number=number)
    return seated.user.handle if seated.user else _name_of(number)


def _name_of(seat: int | None) -> str:
    return gettext("seat {number}").format(number=seat)
