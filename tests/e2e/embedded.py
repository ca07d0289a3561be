"""The settings of a server on one's own machine, with what a test cannot wait for."""

from config.settings.local import *  # noqa: F403 - settings build on settings
from config.settings.local import CELERY_BEAT_SCHEDULE

CELERY_BEAT_SCHEDULE["sweep-outbox"]["schedule"] = 0.1  # seconds
CELERY_BEAT_SCHEDULE["sweep-seasons"] |= {"schedule": 1.0, "options": {"expires": 1}}
