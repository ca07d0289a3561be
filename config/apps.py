"""The configuration of the app `config`."""

from django.apps import AppConfig
from django.conf import settings


class ProjectConfig(AppConfig):
    """The app with the project's own commands, checks and periodic tasks."""

    name = "config"

    def ready(self) -> None:
        """Register checks, journal and waker, make this Celery the default app, report errors."""
        # Importing registers them.
        from config import celery, waking  # noqa: F401, PLC0415
        from config.server import checks  # noqa: F401, PLC0415
        from config.watch import journal  # noqa: F401, PLC0415
        from config.watch.tracker import reporting  # noqa: PLC0415

        reporting.start(settings.SENTRY_DSN, f"illimat@{settings.VERSION}")
