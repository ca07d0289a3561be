"""The settings of a public server that looks after its seasons more often than each minute."""

from config.settings.production import *  # noqa: F403 - settings build on settings
from config.settings.production import CELERY_BEAT_SCHEDULE

# With a shorter period or a longer life, sweeps pile up on a machine that is busy with the games:
# both workers then wait for the season, while the tasks that send mails expire, clocks wait for
# these mails, and nobody runs out of time. With a shorter life, no sweep survives behind the mails.
CELERY_BEAT_SCHEDULE["sweep-seasons"] |= {
    "schedule": 5.0,  # seconds
    "options": {"expires": 10},
}
