"""The web application, for a WSGI server."""

import os

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

from config import heartbeats
from config.startup import (
    load_views,
    refuse,
    refuse_incomplete_installation,
    refuse_unsafe_database,
    tell_of_silent_cache,
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

try:
    application = get_wsgi_application()
    refuse_incomplete_installation()
    refuse_unsafe_database()
    tell_of_silent_cache()
    load_views()
    heartbeats.keep_recording("web")
except ImproperlyConfigured as refusal:
    refuse(refusal)
