"""Registers the project's own commands and checks."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    """Makes `manage.py run` and the checks of the settings known to Django."""

    name = "config"

    def ready(self) -> None:
        # Importing registers the checks, and makes our Celery the one that tasks belong to.
        from config import celery, checks, journal  # noqa: F401, PLC0415
