"""Digests of what viewers see of golden games: views, menus, events and previews as JSON.

`python -m tests.golden.views` records the digests again, after a change that clients are meant to
see. Sentences for people are left out, so that rewording them changes no digest.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from illimat_core import State, as_json, legal_actions, menu, observe, preview, redact, write
from tests.golden.stream import read, read_manifest, states

RECORDED: Final = Path(__file__).with_name("views.json")
EVERY: Final = 9
"""Of the games of the manifest, one in this many is looked at."""
TRIED: Final = 3
"""This many legal actions are previewed, at some of the states of a game."""
_SENTENCES: Final = re.compile(rb'"(prompt|also_text)":"[^"]*"')


def games() -> list[str]:
    """Return the checked games, spread over the manifest."""
    return [golden.game for golden in read_manifest()[::EVERY]]


def digest_of_views(game: str) -> str:
    """Return the SHA-256 of everything that the viewers of a golden game see."""
    told = hashlib.sha256()
    for shown in _shown(game):
        told.update(_SENTENCES.sub(b"", msgspec.json.encode(shown)) + b"\n")
    return told.hexdigest()


def _shown(game: str) -> Iterator[Any]:
    events = [line.event for line in read(game)]
    for number, (event, state) in enumerate(zip(events, states(events), strict=True)):
        viewers = (*state.seats, None)
        yield [redact(event, viewer) for viewer in viewers] + [redact(event, None, opened=True)]
        yield [observe(state, viewer) for viewer in viewers] + [write(state)]
        yield [menu(state, viewer) for viewer in viewers]
        if number % 5 == 0:
            yield list(_previews(state))


def _previews(state: State) -> Iterator[Any]:
    for seat in [] if state.chance_awaited else state.awaited:
        for action in islice(legal_actions(state, seat), TRIED):
            yield preview(state, seat, as_json(action))


def recorded() -> dict[str, str]:
    """Return the recorded digests by game."""
    digests: dict[str, str] = json.loads(RECORDED.read_text(encoding="ascii"))
    return digests


if __name__ == "__main__":
    digests = {game: digest_of_views(game) for game in games()}
    RECORDED.write_text(f"{json.dumps(digests, indent=2)}\n", encoding="ascii")
