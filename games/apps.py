"""Registers games with Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Makes the games' checks known to Django, and has games left when accounts are deleted."""

    name = "games"

    def ready(self) -> None:
        from games import checks, departures  # noqa: F401, PLC0415 - importing registers them
