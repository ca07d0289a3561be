"""Registers quotas with Django."""

from django.apps import AppConfig


class QuotasConfig(AppConfig):
    """How much one person, or one address, may have or do."""

    name = "quotas"
