"""The Celery application. Its messages only wake workers; all facts are in the database."""

import logging
import os
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import beat_init, setup_logging, worker_init
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.server.heartbeats import HeartbeatStep
from config.server.startup import refuse, refuse_unsafe_database

logger = logging.getLogger(__name__)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

app = Celery(
    "illimat", amqp="config.server.broker:AMQP", task_cls="config.server.expiring:ExpiringTask"
)
try:
    app.config_from_object("django.conf:settings", namespace="CELERY", force=True)
except ImproperlyConfigured as refusal:
    refuse(refusal)
app.autodiscover_tasks()
app.steps["worker"].add(HeartbeatStep)


@setup_logging.connect
def _log_like_everybody(**_: Any) -> None:
    """Apply the project's logging settings instead of Celery's own, whatever --loglevel says."""
    from celery.apps import worker  # noqa: PLC0415 - only workers need it

    dictConfig(settings.LOGGING)
    setattr(worker, "safe_say", _say)  # noqa: B010 - type checkers do not know it


def _say(message: str, _file: object = None) -> None:
    """Log what a worker would print when it is told to stop."""
    logger.info(message)


@beat_init.connect
@worker_init.connect
def _look_at_the_database(**_: Any) -> None:
    refuse_unsafe_database()
