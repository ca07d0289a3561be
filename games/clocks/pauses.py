"""Pauses by consent: a game may have a few, each of limited length."""

from typing import Final

import msgspec

from games.clocks.errors import ClockError
from games.clocks.spans import DAY
from games.clocks.states import ClockState


class PauseRules(msgspec.Struct, frozen=True):
    """How many pauses a game may have, and how long each lasts at most, in microseconds."""

    most: int = 3
    longest: int = 14 * DAY


RULES: Final = PauseRules()


def check_pause(state: ClockState, until: int, now: int, rules: PauseRules = RULES) -> None:
    """Raise ClockError for a pause from `now` to `until` that `rules` do not allow."""
    if until <= now:
        raise ClockError("until", "A pause must end in the future.")
    if until - now > rules.longest:
        raise ClockError("until", "A pause lasts at most {days} days.", days=rules.longest // DAY)
    if is_paused(state, now):
        raise ClockError("until", "The game is paused already.")
    if state.pauses >= rules.most:
        raise ClockError(
            "until", "A game can be paused {most} times, and this one was.", most=rules.most
        )


def is_paused(state: ClockState, now: int) -> bool:
    return any(each.why == "paused" and each.start <= now < each.end for each in state.halts)
