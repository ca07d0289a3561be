"""Registers games with Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers checks and problems of games, and their receivers of signals."""

    name = "games"

    def ready(self) -> None:
        # Importing registers them.
        from games import checks, departures  # noqa: F401, PLC0415
        from games.api import codes, problems  # noqa: F401, PLC0415
        from games.outputs import own_data  # noqa: F401, PLC0415
        from games.workers import timers  # noqa: F401, PLC0415
