"""The Celery task of ratings; it carries nothing, and may run twice."""

from celery import shared_task

from ratings import house_games


@shared_task
def rate_house_games() -> None:
    house_games.waiting_rate()
