"""Who plays for whom: an entrant's substitute, the substitute's, and so on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import Q

from leagues.contest.standings.records import TWO
from leagues.models import Entrant, EntrantPlayer, Fixture

Substitutes: TypeAlias = Mapping[UUID, UUID]
"""The substitute of each entrant who has one."""


def substitutes_in(season_id: UUID) -> Substitutes:
    named = Entrant.objects.filter(season=season_id, substitute__isnull=False)
    pairs = named.values_list("pk", "substitute")
    return {entrant: substitute for entrant, substitute in pairs if substitute is not None}


class Departed(NamedTuple):
    """Who has withdrawn from a season, and the substitutes."""

    withdrawn: frozenset[UUID]
    substitutes: Substitutes

    def have_deserted(self, entrants: Iterable[str]) -> bool:
        """Return whether nobody plays for any of the entrants at a table."""
        return not self.staying(entrants)

    def staying(self, entrants: Iterable[str]) -> list[UUID]:
        plays = (last_of(UUID(each), self.substitutes) for each in entrants)
        return [each for each in plays if each not in self.withdrawn]


def departed_in(season_id: UUID) -> Departed:
    found = Entrant.objects.filter(
        Q(state=Entrant.State.WITHDRAWN) | Q(substitute__isnull=False), season=season_id
    )
    rows = list(found.values_list("pk", "state", "substitute"))
    return Departed(
        frozenset(entrant for entrant, state, _ in rows if state == Entrant.State.WITHDRAWN),
        {entrant: substitute for entrant, _, substitute in rows if substitute is not None},
    )


def remaining_entrant_at(fixture: Fixture) -> UUID | None:
    """Return who is still to play at a table of two, if nobody is for the other."""
    staying = departed_in(fixture.season_id).staying(fixture.entrants)
    return staying[0] if len(staying) == 1 and len(fixture.entrants) == TWO else None


class Lineup(NamedTuple):
    """The people of each entrant of a season, and the substitutes."""

    people: Mapping[UUID, Sequence[int]]
    substitutes: Substitutes


def lineup_of(season_id: UUID) -> Lineup:
    players = EntrantPlayer.objects.filter(season=season_id)
    rows: Iterable[tuple[UUID, int | None, UUID | None]] = players.values_list(
        "entrant", "user", "entrant__substitute"
    )
    people: dict[UUID, list[int]] = {}
    substitutes: dict[UUID, UUID] = {}
    for entrant, user, substitute in rows:
        people.setdefault(entrant, []).extend([user] if user is not None else [])
        if substitute is not None:
            substitutes[entrant] = substitute
    return Lineup(people, substitutes)


def substitutes_after(entrant: UUID, substitutes: Substitutes) -> Iterator[UUID]:
    """Yield an entrant's substitute, the substitute's, and so on."""
    following = substitutes.get(entrant)
    while following is not None:
        yield following
        following = substitutes.get(following)


def last_of(entrant: UUID, substitutes: Substitutes) -> UUID:
    """Return the last substitute of an entrant, who is to play for them, or the entrant."""
    return [entrant, *substitutes_after(entrant, substitutes)][-1]


def replaced_by(substitutes: Substitutes) -> Substitutes:
    """Return the entrant whom each substitute replaced.

    With it, `last_of` returns the entrant who was paired, for whom a substitute plays.
    """
    return {substitute: entrant for entrant, substitute in substitutes.items()}
