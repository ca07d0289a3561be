"""The Celery task of leagues; it carries nothing, and may run twice."""

from celery import shared_task

from leagues.running import lifecycle


@shared_task
def sweep() -> None:
    lifecycle.sweep()
