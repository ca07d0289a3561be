"""Registers ratings with Django."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """The app that keeps people's ratings."""

    name = "ratings"

    def ready(self) -> None:
        from ratings import own_data, receivers  # noqa: F401, PLC0415 - models must be loaded first
