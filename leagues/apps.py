"""Registers leagues with Django."""

from django.apps import AppConfig

from leagues.immutability import guard


class LeaguesConfig(AppConfig):
    """Registers problems, receivers and notices of leagues, and protects season events."""

    name = "leagues"

    def ready(self) -> None:
        """Register problems, receivers of signals and kinds of notices; have triggers checked."""
        # Importing registers them.
        from leagues import departures, inviting, telling  # noqa: F401, PLC0415
        from leagues.api import problems  # noqa: F401, PLC0415
        from leagues.kinds import SEASON_KINDS  # noqa: PLC0415 - models must be loaded first
        from notifications.kinds import kinds_add  # noqa: PLC0415 - likewise

        kinds_add(*SEASON_KINDS)
        guard()
