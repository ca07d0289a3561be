"""The configuration of the app `notifications`."""

from django.apps import AppConfig
from django.conf import settings


class NotificationsConfig(AppConfig):
    """The app that queues mails about games and accounts, and sends them."""

    name = "notifications"

    def ready(self) -> None:
        from notifications import receivers  # noqa: F401, PLC0415 - models must be loaded first
        from notifications.choosing import own_data  # noqa: F401, PLC0415 - likewise

        if settings.ANYMAIL:  # without it, django-anymail may be missing
            from notifications.bounces import providers  # noqa: F401, PLC0415 - likewise
