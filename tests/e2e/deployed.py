"""The settings of a public server, with what a test cannot wait for."""

from config.settings.production import *  # noqa: F403 - settings build on settings
from config.settings.production import CELERY_BEAT_SCHEDULE

CELERY_BEAT_SCHEDULE["sweep-outbox"]["schedule"] = 0.1  # seconds
