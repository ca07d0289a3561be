"""Periodic tasks that belong to no single app, or to one that knows nothing of Celery."""

from celery import shared_task

from config.clearing import clear_all
from games import thinking, timers


@shared_task
def clear() -> None:
    """Delete expired data."""
    clear_all()


@shared_task
def fire_timers() -> None:
    """Fire the timers that are due."""
    timers.sweep()


@shared_task
def play_house() -> None:
    """Choose for the house players whose turn it is, and play what is due."""
    thinking.sweep()
