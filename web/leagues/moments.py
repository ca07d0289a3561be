"""Dates of a season, in the time zone of a visitor."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext

from leagues.declared import rules_of
from leagues.models import Season

State = Season.State


def season_standing(season: Season, zone: ZoneInfo) -> str:
    """Return how a season stands, in a sentence."""
    rules = rules_of(season)
    told = {
        State.DRAFT: gettext("Registration opens on {opens}."),
        State.REGISTRATION: gettext(
            "Registration is open. The season starts on {starts} and ends on {ends}."
        ),
        State.RUNNING: gettext("The season is being played until {ends}."),
        State.FINISHED: gettext("The season ended on {over}."),
        State.CALLED_OFF: gettext("The season was called off on {over}."),
    }
    if rules.by_round and season.round:
        told[State.RUNNING] = gettext(
            "Round {round} of {rounds} is being played. The season ends on {ends}."
        )
    return told[State(season.state)].format(
        opens=day(season.registration_opens_at, zone),
        starts=day(season.starts_at, zone),
        ends=day(season.ends_at, zone),
        over=day(season.finished_at, zone),
        round=season.round,
        rounds=rules.rounds,
    )


def day(moment: datetime | None, zone: ZoneInfo) -> str:
    """Return a date; empty for none."""
    return date_format(moment.astimezone(zone), gettext("j F Y")) if moment else ""


def minute(moment: datetime | None, zone: ZoneInfo) -> str:
    """Return a date and time of day; empty for none."""
    return date_format(moment.astimezone(zone), gettext("j F Y, H:i")) if moment else ""
