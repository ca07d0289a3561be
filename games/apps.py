"""Registers games with Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Makes the games' checks known to Django."""

    name = "games"

    def ready(self) -> None:
        from games import checks  # noqa: F401, PLC0415 - importing registers them
