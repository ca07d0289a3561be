"""The Celery task of leagues; it carries nothing, and may run twice."""

from celery import shared_task

from leagues import sweeping


@shared_task
def sweep() -> None:
    """Do what seasons are due for."""
    sweeping.sweep()
