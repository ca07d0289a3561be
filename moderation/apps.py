"""Registers moderation with Django."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """The app in which moderators work."""

    name = "moderation"

    def ready(self) -> None:
        """Register the receiver that forgets what people reported of deleted accounts."""
        from moderation import reporting  # noqa: F401, PLC0415 - models must be loaded first
