"""The work of nobody's app in particular that comes round with the clock."""

from celery import shared_task

from games.idempotency import forget_old


@shared_task
def forget_answers() -> None:
    """Delete the answers to repeated requests that were kept for long enough."""
    forget_old()
