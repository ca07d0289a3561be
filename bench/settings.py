"""The settings of the measured server: those of one's own machine, with the baselines beside."""

from config.settings.local import *  # noqa: F403 - settings build on settings

ROOT_URLCONF = "bench.urls"
