"""The configuration of the app `notifications`."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """The app that queues mails about games and accounts, and sends them."""

    name = "notifications"

    def ready(self) -> None:
        """Register the receivers that queue mails."""
        from notifications import receivers  # noqa: F401, PLC0415 - models must be loaded first
