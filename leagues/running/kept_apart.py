"""Who is kept apart in a season because their people blocked each other."""

from collections.abc import Sequence
from uuid import UUID

from accounts.blocks import blocks_among
from leagues.contest.formats.records import Entrant, Pair, blocked_pairs
from leagues.season.substitutes import Lineup, last_of


def blocked_pairs_in(lineup: Lineup, entrants: Sequence[str]) -> frozenset[Pair]:
    """Return the entrants of a season whose people blocked each other, in one query.

    The people of an entrant who has a substitute are the substitute's.
    """
    people = {
        entrant: lineup.people.get(last_of(UUID(entrant), lineup.substitutes), ())
        for entrant in entrants
    }
    blocks = blocks_among(user for users in people.values() for user in users)
    return blocked_pairs(
        (Entrant(entrant, tuple(map(str, users))) for entrant, users in people.items()),
        ((str(one), str(other)) for one, other in blocks),
    )
