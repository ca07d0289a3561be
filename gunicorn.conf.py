"""How gunicorn runs the web processes; it finds this file by itself. Its command line wins."""

import os

import django
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

from config import env, logs
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
