"""Periodic tasks that belong to no single app, or to one that knows nothing of Celery."""

from celery import shared_task

from accounts.own_data import services as own_data
from accounts.staff.suspensions import suspensions_lift_due
from config.database import collect_statistics
from config.server.clearing import clear_all
from games.workers import advice, house_choices, timers
from notifications.channels.record import MAILS
from notifications.tasks import due_in


@shared_task
def clear() -> None:
    """Lift suspensions that are over, delete expired data, and look at how much there is."""
    suspensions_lift_due()
    clear_all()
    collect_statistics()


@shared_task
def fire_timers() -> None:
    timers.sweep()


@shared_task
def play_house() -> None:
    """Choose for the house players whose turn it is, play what is due, and give hints."""
    house_choices.sweep()
    advice.give_hints()


@shared_task
def analyse() -> None:
    """Make a slice of an analysis, unless moves or mails are waiting."""
    if not (house_choices.is_busy() or due_in(MAILS).exists()):
        advice.analyse()


@shared_task
def make_data_files() -> None:
    """Make a slice of the file of somebody's own data, unless moves or mails are waiting."""
    if not (house_choices.is_busy() or due_in(MAILS).exists()):
        own_data.make_next_slice()
