"""The people behind entrants, whom events and rows do not name."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from games.language import active_language
from leagues.isolation import Isolated, isolate, isolated, plain
from leagues.models import EntrantPlayer


class Name(NamedTuple):
    """Who an entrant is: the handles of its people, None for a deleted account, and its team."""

    players: tuple[str | None, ...] = ()
    team: str = ""

    @property
    def shown(self) -> Isolated:
        """What sentences and pages call the entrant, in the active language."""
        if self.team:
            return isolate(self.team)
        people = [handle or gettext("somebody") for handle in self.players or (None,)]
        return plain(active_language().form("and", people))  # handles have Latin letters only


def list_names(names: Sequence[Isolated]) -> Isolated:
    """Return names as a list within a sentence, such as “Ada and Ben”, in the active language."""
    form = partial(active_language().form, "and")
    html = mark_safe(form([name.html for name in names]))  # noqa: S308 - the names are escaped
    return isolated(form([str(name) for name in names]), html)


def names_of(entrants: Iterable[UUID | str]) -> Mapping[str, Name]:
    wanted = {str(entrant): Name() for entrant in entrants}
    players = EntrantPlayer.objects.filter(entrant__in=[*wanted]).order_by("pk")
    rows = players.values_list("entrant", "user__handle", "entrant__team")
    for entrant, handle, team in rows:
        wanted[str(entrant)] = Name((*wanted[str(entrant)].players, handle), team)
    return wanted


def key_of_people(people: Iterable[int]) -> str:
    return ",".join(map(str, sorted(people)))


def people_of(seasons: Iterable[UUID]) -> dict[UUID, str]:
    """Return the keys of the people of all entrants of seasons, without those forgotten."""
    players: dict[UUID, list[int | None]] = {}
    rows = EntrantPlayer.objects.filter(season__in=list(seasons))
    for entrant, user in rows.values_list("entrant", "user"):
        players.setdefault(entrant, []).append(user)
    return {
        entrant: key_of_people(user for user in users if user is not None)
        for entrant, users in players.items()
        if None not in users
    }
