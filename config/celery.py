"""The Celery application: a doorbell that wakes pollers, and never the keeper of a fact."""

import os
import sys

from celery import Celery
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

app = Celery("illimat")
try:
    app.config_from_object("django.conf:settings", namespace="CELERY", force=True)
except ImproperlyConfigured as refusal:
    sys.exit(f"Cannot start: {refusal}")
app.autodiscover_tasks()
