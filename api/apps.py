"""The configuration of the app `api`."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The app that all endpoints build on: problems, input, paging, idempotency, answers."""

    name = "api"

    def ready(self) -> None:
        """Register the description of answers with drf-spectacular, and the words of fields."""
        from api import openapi, standard  # noqa: F401, PLC0415

        standard.replace_words()
