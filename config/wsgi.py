"""The web application, for a WSGI server that may fork once it is imported."""

import os

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application
from django.db import connections

from config.server.http import without_bodies
from config.server.startup import (
    freeze_imports,
    load_views,
    refuse,
    refuse_incomplete_installation,
    refuse_unsafe_database,
    tell_of_silent_cache,
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

try:
    django.setup(set_prefix=False)
    refuse_incomplete_installation()
    application = without_bodies(get_wsgi_application())
    refuse_unsafe_database()
    tell_of_silent_cache()
    load_views()
    connections.close_all()  # processes must not share them
    freeze_imports()
except ImproperlyConfigured as refusal:
    refuse(refusal)
