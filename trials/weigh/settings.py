"""The settings of the weighed server: those of a measured one, and the baselines."""

from trials.bench.settings import *  # noqa: F403 - settings build on settings

ROOT_URLCONF = "trials.weigh.urls"
