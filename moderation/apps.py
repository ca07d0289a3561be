"""Registers moderation with Django."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """The app in which moderators work."""

    name = "moderation"

    def ready(self) -> None:
        from moderation import own_data, reporting  # noqa: F401, PLC0415 - models must be loaded first
