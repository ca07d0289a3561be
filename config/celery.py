"""The Celery application: a doorbell that wakes pollers, and never the keeper of a fact."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

app = Celery("illimat")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
