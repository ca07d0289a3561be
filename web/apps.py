"""The configuration of the app `web`."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The app that renders pages for people: accounts, games, and the guide to the rules."""

    name = "web"
