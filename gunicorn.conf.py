"""How gunicorn runs the web processes; it finds this file by itself. Its command line wins."""

import os

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config import env, logs
from config.startup import refuse

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
    """End before there are workers where a setting is wrong; each of them would say so."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
    try:
        settings.SECRET_KEY  # noqa: B018 - reads the settings
    except ImproperlyConfigured as refusal:
        refuse(refusal)
