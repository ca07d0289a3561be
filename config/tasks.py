"""The work of nobody's app in particular that comes round with the clock."""

from celery import shared_task

from config.clearing import clear_all


@shared_task
def clear() -> None:
    """Delete what is older than it is kept."""
    clear_all()
