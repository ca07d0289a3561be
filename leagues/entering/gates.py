"""The gates of a season: what its rules ask of the people who register."""

from collections.abc import Callable
from typing import Final, NoReturn

from django.utils.translation import gettext

from accounts.models import User
from accounts.selectors import reliability_of
from games.models import Game, SeatAssignment
from leagues.refusals import SeasonError
from leagues.rules import SeasonRules, mode_of
from ratings.selectors import value_of
from ratings.skill import PROVISIONAL_BELOW


def check_gates(rules: SeasonRules, person: User) -> None:
    """Raise SeasonError `gate_not_met` for a person who does not meet a gate of a season.

    People whose decisions are too few to tell are reliable enough. A provisional rating is neither
    as high as any that a season asks for, nor too high for one.
    """
    for check in GATES:
        check(rules, person)


def _check_reliability(rules: SeasonRules, person: User) -> None:
    own = reliability_of(user=person) if rules.min_reliability else None
    if own is not None and own < rules.min_reliability:
        refusal = gettext(
            # xgettext:no-python-format - "% o" is a percentage
            "This season is for people who make at least {asked}% of their decisions in time. "
            "{handle} made {own}% in time."
        )
        _refuse(refusal, asked=rules.min_reliability, own=own, handle=person.handle)


def _check_running_games(rules: SeasonRules, person: User) -> None:
    most = rules.max_running_games
    if most is None:
        return
    running = SeatAssignment.objects.filter(user=person, game_state=Game.State.RUNNING)
    if running[: most + 1].count() > most:
        refusal = gettext(
            "This season is for people with at most {most} running games; {handle} has more."
        )
        _refuse(refusal, most=most, handle=person.handle)


def _check_rating(rules: SeasonRules, person: User) -> None:
    least, most = rules.min_rating, rules.max_rating
    if least is None and most is None:
        return
    own = value_of(user=person, mode=mode_of(rules))
    if least is not None and own is None:
        refusal = gettext(
            "This season is for people whose rating in its mode is at least {least}. The rating of "
            "{handle} is provisional: it takes {games} rated games."
        )
        _refuse(refusal, least=least, handle=person.handle, games=PROVISIONAL_BELOW)
    if least is not None and own is not None and own < least:
        refusal = gettext(
            "This season is for people whose rating in its mode is at least {least}; that of "
            "{handle} is {own}."
        )
        _refuse(refusal, least=least, own=own, handle=person.handle)
    if most is not None and own is not None and own > most:
        refusal = gettext(
            "This season is for people whose rating in its mode is at most {most}; that of "
            "{handle} is {own}."
        )
        _refuse(refusal, most=most, own=own, handle=person.handle)


def _refuse(refusal: str, **arguments: object) -> NoReturn:
    raise SeasonError("gate_not_met", refusal.format(**arguments))


GATES: Final[tuple[Callable[[SeasonRules, User], None], ...]] = (
    _check_reliability,
    _check_running_games,
    _check_rating,
)
