"""Another game like one that is over: the form for a table with its options and its people."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.clocks.controls import DEFAULT, Control, preset_of
from games.models import Game
from games.reading.tables import Table
from games.terms import RULES
from games.time.circumstances import control_of
from illimat_core import read_options
from web.table import own_time
from web.table.table_form import HOUSE, USUAL
from web.table.table_offers import OWN


def rematch_address(table: Table) -> str:
    """Return the address of the form for a table with the same options, people and house players.

    It is empty for visitors who did not play. People who have left are not invited again.
    """
    if table.own is None:
        return ""
    return f"{reverse('game-new')}?{urlencode(list(_filled(table)))}"


def _filled(table: Table) -> Iterator[tuple[str, Any]]:
    game = table.game
    yield from _options(game)
    yield from _clock(control_of(game))
    yield "leavers", game.leavers
    yield "excuses", game.excuses
    yield "pauses", "yes" if game.pauses else "no"
    seats = [each for each in table.assignments if each is not table.own]
    if handles := [each.user.handle for each in seats if each.user]:
        yield "invited", " ".join(handles)
        yield "visibility", game.visibility
    levels = [each.level for each in seats if each.level]
    yield from zip(HOUSE, levels, strict=False)


def _options(game: Game) -> Iterator[tuple[str, Any]]:
    options = read_options(game.options)
    yield "mode", options.mode
    yield "players", options.players
    if isinstance(options.luminaries, str) or not options.luminaries:
        yield "luminaries", options.luminaries or "none"
    else:
        yield "luminaries", OWN
        yield from (("luminary", each) for each in options.luminaries)
    yield "target_score", options.target_score
    if options.rounds is not None:
        yield "rounds", options.rounds
    for name, values in RULES.items():
        value = getattr(options, name)
        if value != getattr(USUAL, name):
            yield name, value if len(values) > 1 else "yes"


def _clock(control: Control) -> Iterator[tuple[str, Any]]:
    preset = preset_of(control)
    if control == DEFAULT:
        return
    if preset is not None:
        yield "clock", preset
        return
    yield "clock", OWN
    yield from ((f"clock_{name}", each) for name, each in own_time.form_values_of(control).items())
