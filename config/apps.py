"""The configuration of the app `config`."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    """The app with the project's own commands, checks and periodic tasks."""

    name = "config"

    def ready(self) -> None:
        """Register checks, journal and waker, and make this project's Celery the default app."""
        # Importing registers them.
        from config import celery, checks, journal, waking  # noqa: F401, PLC0415
