"""The Celery application: a doorbell that wakes pollers, and never the keeper of a fact."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init
from django.core.exceptions import ImproperlyConfigured

from config.heartbeats import Pulse
from config.startup import refuse, refuse_unsafe_database

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

app = Celery("illimat")
try:
    app.config_from_object("django.conf:settings", namespace="CELERY", force=True)
except ImproperlyConfigured as refusal:
    refuse(refusal)
app.autodiscover_tasks()
app.steps["worker"].add(Pulse)


@worker_init.connect
def _look_at_the_database(**_: Any) -> None:
    refuse_unsafe_database()
