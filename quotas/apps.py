"""The configuration of the app `quotas`."""

from django.apps import AppConfig


class QuotasConfig(AppConfig):
    """The app that limits what one person or address may have or do."""

    name = "quotas"
