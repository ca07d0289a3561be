"""The settings of the measured server: those of one's own machine, with the baselines beside."""

from config.settings.local import *  # noqa: F403 - settings build on settings
from config.settings.local import QUOTAS

ROOT_URLCONF = "bench.urls"
QUOTAS = dict.fromkeys(QUOTAS, 10**9)  # what is measured is the server at work
