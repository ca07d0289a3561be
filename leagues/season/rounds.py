"""Who plays the rounds that are yet to come."""

from typing import Final, NamedTuple

from leagues.models import Entrant, Season
from leagues.rules import SeasonRules, table_sizes
from leagues.season.substitutes import last_of, substitutes_in

State: Final = Entrant.State


class NextRound(NamedTuple):
    """The entrants of each division that plays a round; `late` ones join division `joined`.

    Entrants who withdrew are among them if a substitute plays on for them.
    """

    divisions: dict[int, list[str]]
    late: list[str]
    joined: int


def next_round(season: Season, rules: SeasonRules) -> NextRound | None:
    """Return who plays the round after the last that was paired; None if there is no such round.

    Entrants for whom nobody plays any more are left out, and divisions in which too few are left.
    """
    if season.round >= rules.rounds:
        return None
    entrants = {
        each.pk: each for each in Entrant.objects.filter(season=season).order_by("sequence")
    }
    substitutes = substitutes_in(season.pk)
    divisions: dict[int, list[str]] = {}
    for each in entrants.values():
        plays = entrants[last_of(each.pk, substitutes)]
        if each.division is not None and plays.state in {State.PLAYING, State.SUBSTITUTE}:
            divisions.setdefault(each.division, []).append(str(each.pk))
    joined = max(divisions, default=0)
    late = [str(each.pk) for each in entrants.values() if each.state == State.REGISTERED]
    divisions.setdefault(joined, []).extend(late)
    least = table_sizes(rules)[0]
    enough = {number: names for number, names in sorted(divisions.items()) if len(names) >= least}
    return NextRound(enough, late, joined) if enough else None
