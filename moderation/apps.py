"""Registers moderation with Django."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """The app in which moderators work."""

    name = "moderation"
