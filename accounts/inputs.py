"""Input of the account endpoints."""

from typing import ClassVar

from django.db import models
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from accounts.handles import TAKEN
from accounts.models import HeldHandle, User
from api.inputs import Flag, OneOf, StrictSerializer, Text


class MeSerializer(StrictSerializer, serializers.ModelSerializer[User]):
    """What you may change about your account."""

    serializer_choice_field = OneOf
    serializer_field_mapping: ClassVar = {
        **serializers.ModelSerializer.serializer_field_mapping,
        models.BooleanField: Flag,
        models.CharField: Text,
    }

    class Meta:
        model = User
        fields = ["handle", "time_zone", "language", "game_mails", "on_leaderboards"]

    def validate_handle(self, handle: str) -> str:
        """Return the handle; raises ValidationError unless it is free."""
        if not HeldHandle.objects.is_free(handle, self.instance):
            raise ValidationError(TAKEN, "unique")
        return handle
