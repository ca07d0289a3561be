"""How gunicorn runs the web processes; it finds this file by itself. Its command line wins."""

import os
from typing import Any

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

from config import env, logs
from config.metrics import counting
from config.startup import refuse, refuse_incomplete_installation, refuse_unsafe_database

bind = "127.0.0.1:8000"
worker_class = "gthread"
workers = 2
threads = 4
timeout = 30
control_socket_disable = True
logconfig_dict = logs.of_gunicorn(
    env.read("LOG_FORMAT", env.log_format, default="text", example="json")
)


def on_starting(_server: object) -> None:
    """Refuse to start before there are workers.

    Each of them would say why, and if two end at once, gunicorn may lose their exit status.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
    try:
        django.setup()
        refuse_incomplete_installation()
        refuse_unsafe_database()
    except ImproperlyConfigured as refusal:
        refuse(refusal)
    connections.close_all()  # workers must not share them


def when_ready(_server: object) -> None:
    """Let the workers count requests together."""
    if settings.METRICS_TOKEN:
        counting.share()


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker the lowest number that no other has."""
    worker.slot = counting.take_slot({each.slot for each in server.WORKERS.values()})


def on_exit(_server: object) -> None:
    """Delete the workers' counts."""
    counting.stop_sharing()
