"""Groups: everybody plays the same number of games, at the tables of a kept design."""

from collections.abc import Mapping
from typing import Final

from leagues.contest.errors import LeagueError
from leagues.contest.formats.designs import PERMITTED, SIZES, check_games, check_size, design_for
from leagues.contest.formats.records import (
    Declared,
    Format,
    NewTable,
    Pair,
    Pairing,
    Request,
    pair_of,
    pairs_of,
)
from leagues.contest.lots import shuffled
from leagues.contest.reasons import Reason, gettext_noop


def pair(request: Request) -> Pairing:
    """Return all tables of a group, in which each entrant plays `request.games`.

    Who stands where in the design is drawn by lot; then entrants who blocked each other change
    places with others as long as that lets them meet less often.
    Raises LeagueError if there is no design for the group.
    """
    design = design_for(len(request.entrants), request.at_table, request.games)
    drawn = shuffled(request.key, f"{request.label}/design", request.entrants)
    places = _keep_apart(drawn, design.meetings(), request.apart)
    uneven = request.games % request.at_table
    told = Reason("design_about" if uneven else "design", {"games": request.games})
    return Pairing(
        tuple(
            NewTable(1, entrants, (told, *reasons_of_blocks(entrants, request.apart)))
            for entrants in (tuple(places[member] for member in table) for table in design.tables())
        )
    )


def reasons_of_blocks(entrants: tuple[str, ...], apart: frozenset[Pair]) -> list[Reason]:
    return [
        Reason("blocked", {"first": first, "second": second})
        for first, second in pairs_of(entrants)
        if (first, second) in apart
    ]


def _keep_apart(
    drawn: list[str], meetings: Mapping[tuple[int, int], int], apart: frozenset[Pair]
) -> list[str]:
    """Return the entrants, exchanged until no exchange of two lets blocked pairs meet less."""
    places = list(drawn)
    if not apart:
        return places

    def met(place: int) -> int:
        """Return how often the entrant at a place meets those to be kept apart from."""
        return sum(
            meetings[min(place, other), max(place, other)]
            for other in range(len(places))
            if other != place and pair_of(places[place], places[other]) in apart
        )

    better = True
    while better:  # each exchange lessens the meetings of blocked pairs, which are at least none
        better = False
        for place in range(len(places)):
            for other in range(len(places)):
                before = met(place) + met(other)
                places[place], places[other] = places[other], places[place]
                if met(place) + met(other) < before:
                    better = True
                else:
                    places[place], places[other] = places[other], places[place]
    return places


class GroupsFormat(Format, frozen=True):
    """The format in which everybody plays as many games, in groups that have a design."""

    def check(self, rules: Declared) -> None:
        """Raise LeagueError if no group can play this number of games, or none of this size."""
        check_games(rules.at_table, rules.games_of_each)
        check_size("group_size", rules.group_size)
        least = self.sizes(rules)[0]
        if rules.group_size < least:
            raise LeagueError(
                "group_size",
                "With {games} games at tables of {at_table}, a group needs at least {least} "
                "entrants.",
                games=rules.games_of_each,
                at_table=rules.at_table,
                least=least,
            )

    def sizes(self, rules: Declared) -> range:
        return PERMITTED[rules.at_table][rules.games_of_each]

    def games(self, rules: Declared, entrants: int) -> int:
        return entrants * rules.games_of_each // rules.at_table


GROUPS: Final = GroupsFormat(
    name="groups",
    words=gettext_noop("Groups: everybody plays the same number of games, all at once"),
    pair=pair,
    takes=frozenset({"games", "group_size"}),
    most=SIZES[-1],
)
