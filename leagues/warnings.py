"""Warnings to organisers about the rules that they declare."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.utils.translation import gettext

from games.clocks import pauses, vacations
from games.clocks.bound import bound
from games.clocks.errors import ClockError
from games.clocks.leavers import LeaverRules
from games.clocks.pauses import PauseRules
from games.clocks.spans import DAY, HOUR
from games.deadlines import HOUSE_DELAY
from illimat_core.options import MAX_ROUNDS
from leagues.models import Season
from leagues.rules import SeasonRules, game_options

DECISIONS_A_ROUND: Final = 100
"""More than the cards of a deck, each of which takes a turn, and the choices of luminaries."""
NOTICE_DELAY: Final = 4 * DAY  # after which a mail that cannot be delivered has failed


def warnings_of(season: Season, rules: SeasonRules) -> list[str]:
    """Return warnings for the organisers of a season, as sentences in the active language."""
    return [*_of_length(season, rules), *_of_leavers(rules)]


def _of_length(season: Season, rules: SeasonRules) -> Iterator[str]:
    if season.starts_at is None or season.ends_at is None:
        return
    duration = season.ends_at - season.starts_at
    needed = longest_game(rules)
    if needed is None:
        yield gettext(
            "With this clock, nothing limits how long a game lasts. Games that are still open "
            "when the season ends are adjudicated."
        )
    elif needed > duration:
        warning = gettext(
            "With this clock, a game can take up to {days} days if everybody takes as long as they "
            "can, but the season lasts {season_days}. Games that are still open when it ends are "
            "adjudicated."
        )
        yield warning.format(days=needed.days, season_days=duration.days)


def _of_leavers(rules: SeasonRules) -> Iterator[str]:
    if rules.leavers == "forfeit":
        yield gettext(
            "The hand of a player who leaves goes out of play. So if somebody withdraws, a "
            "substitute cannot take over the games that have begun."
        )


def longest_game(rules: SeasonRules) -> timedelta | None:
    """Return the longest time that a game of a season can take, or None if nothing limits it."""
    options = game_options(rules, rules.at_table)
    rounds = min(options.rounds or MAX_ROUNDS, MAX_ROUNDS)
    try:
        length = bound(
            rules.clock,
            decisions=rounds * DECISIONS_A_ROUND,
            seats=options.seats,
            leavers=LeaverRules(rule=rules.leavers, excuses=rules.excuses),
            pauses=pauses.RULES if rules.pauses else PauseRules(most=0),
            vacations=vacations.RULES,
            house_delay=int(HOUSE_DELAY.total_seconds()) * HOUR // 3600,
            notice_delay=NOTICE_DELAY,
        )
    except ClockError:
        return None
    return timedelta(microseconds=length)
