"""The protection of season events, by the same triggers as those of games."""

from typing import Final

from games.immutability import GUARDED, Streams

SEASONS: Final = Streams("leagues_storedseasonevent", "season_id", ("sequence",))


def guard() -> None:
    """Have the triggers checked with those of games."""
    if SEASONS not in GUARDED:
        GUARDED.append(SEASONS)
