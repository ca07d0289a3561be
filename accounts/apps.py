"""Registers accounts with Django."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who people are."""

    name = "accounts"

    def ready(self) -> None:
        from accounts import schema  # noqa: F401, PLC0415 - importing registers it
