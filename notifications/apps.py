"""Registers notifications with Django, and has them listen to the games."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import receivers  # noqa: F401, PLC0415 - models must be there first
