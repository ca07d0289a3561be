"""The versions of the rules: which luminaries, steps and decisions make one."""

from typing import Final

from illimat_core import dealing, scoring, turn
from illimat_core.errors import UnknownEventError
from illimat_core.hooks import Edition, Rules
from illimat_core.luminaries import (
    astronomer,
    audience,
    boat,
    butchers,
    changeling,
    children,
    collective,
    drought,
    echo,
    forest_queen,
    gambler,
    island,
    loom,
    maiden,
    newborn,
    perfect_crime,
    rake,
    river,
    rusalka,
    saint_joan,
    soldiers,
    union,
    universe,
)
from illimat_core.mode_steps import solitaire, solo_fields
from illimat_core.state import State

_2026_1: Final = Edition(
    name="2026.1",
    luminaries={
        rules.luminary: rules
        for rules in (
            maiden.RULES,
            changeling.RULES,
            river.RULES,
            children.RULES,
            forest_queen.RULES,
            rake.RULES,
            union.RULES,
            newborn.RULES,
            astronomer.RULES,
            collective.RULES,
            drought.RULES,
            echo.RULES,
            gambler.RULES,
            universe.RULES,
            loom.RULES,
            island.RULES,
            perfect_crime.RULES,
            butchers.RULES,
            soldiers.RULES,
            boat.RULES,
            audience.RULES,
            rusalka.RULES,
            saint_joan.RULES,
        )
    },
    steps={
        "stay_open": turn.stay_open,
        "draw_up": turn.draw_up,
        "clear_fields": turn.clear_fields,
        "clear": turn.clear,
        "claim": turn.claim,
        "reseed": turn.reseed,
        "reveal": turn.reveal,
        "take_effect": turn.take_effect,
        "top_up": newborn.top_up,
        "show_the_chosen": audience.show_the_chosen,
        "shuffle_back": gambler.shuffle_back,
        "draw_replacements": gambler.draw_replacements,
        "converge": turn.converge,
        "pass_the_turn": turn.pass_the_turn,
        "fields_play": solo_fields.fields_play,
        "end_round": scoring.end_round,
        "end_solitaire": solitaire.end_solitaire,
        "end_round_with_the_fields": solo_fields.end_round_with_the_fields,
        "deal": dealing.ask_for_the_deal,
    },
    decisions={
        "echo": echo.REPEAT,
        "changeling_claim": changeling.CLAIM,
        "forest_queen_claim": forest_queen.CLAIM,
        "astronomer": astronomer.NAMING,
        "gambler": gambler.CHOICE,
        "audience": audience.CHOICE,
        "audience_spectator": audience.SPECTATOR,
        "perfect_crime_claim": perfect_crime.CLAIM,
        "butchers_claim": butchers.CLAIM,
        "deal": dealing.DEAL,
        "reshuffle": gambler.SHUFFLE,
        "steal": rusalka.STEALING,
        "absent_spectator": audience.CHANCE,
        "fields_season": solo_fields.SEASON,
    },
)

EDITIONS: Final = {edition.name: edition for edition in (_2026_1,)}
CURRENT: Final = _2026_1
"""The edition that new games are played under."""


def known_as(luminary: str) -> Rules:
    """The record of a luminary, for what people call it. Raises ``KeyError`` for an unknown one."""
    return CURRENT.luminaries[luminary]  # type: ignore[index]  # any other word is a KeyError


def edition_of(state: State) -> Edition:
    """The edition a game is pinned to.

    Raises ``UnknownEventError`` for one this program does not have.
    """
    try:
        return EDITIONS[state.edition]
    except KeyError:
        raise UnknownEventError(f"Edition {state.edition} of the rules is not here.") from None
