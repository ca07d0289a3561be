"""The editions of the rules: each is a set of luminaries, steps and decisions."""

from typing import Final

from illimat_core.errors import UnknownEventError
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
from illimat_core.rules import dealing, scoring, turn
from illimat_core.rules.hooks import Edition, StepRules
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
        "stay_open": StepRules(run=turn.stay_open, last=True),
        "draw_up": StepRules(run=turn.draw_up, resumed=False),
        "clear_fields": StepRules(run=turn.clear_fields),
        "clear": StepRules(run=turn.clear, needs_field=True),
        "claim": StepRules(run=turn.claim, needs_field=True),
        "reseed": StepRules(run=turn.reseed, needs_field=True),
        "reveal": StepRules(run=turn.reveal, needs_field=True),
        "take_effect": StepRules(run=turn.take_effect, needs_field=True),
        "top_up": StepRules(run=newborn.top_up, needs_field=True),
        "show_the_chosen": StepRules(run=audience.show_the_chosen, needs_field=True),
        "shuffle_back": StepRules(run=gambler.shuffle_back),
        "draw_replacements": StepRules(run=gambler.draw_replacements, needs_seat=True),
        "converge": StepRules(run=turn.converge),
        "pass_the_turn": StepRules(run=turn.pass_the_turn, last=True),
        "fields_play": StepRules(run=solo_fields.fields_play, resumed=False),
        "end_round": StepRules(run=scoring.end_round, resumed=False),
        "end_solitaire": StepRules(run=solitaire.end_solitaire, resumed=False),
        "end_round_with_the_fields": StepRules(
            run=solo_fields.end_round_with_the_fields, resumed=False
        ),
        "deal": StepRules(run=dealing.ask_for_the_deal, resumed=False),
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


def edition_of(state: State) -> Edition:
    """Raise ``UnknownEventError`` if this program does not have the edition of the game."""
    try:
        return EDITIONS[state.edition]
    except KeyError:
        raise UnknownEventError(f"Edition {state.edition} of the rules is not here.") from None
