"""The settings of the measured server: those of a developer's machine, and the baselines."""

from config.settings.local import *  # noqa: F403 - settings build on settings
from config.settings.local import QUOTAS

ROOT_URLCONF = "trials.bench.urls"
QUOTAS = dict.fromkeys(QUOTAS, 10**9)  # what is measured is the server at work
