"""A person as the API shows them to themselves."""

from rest_framework import serializers

from accounts.models import User


class MeSerializer(serializers.ModelSerializer[User]):
    """Oneself: what others see is the handle alone."""

    class Meta:
        model = User
        fields = ["handle", "email", "time_zone", "language"]
        read_only_fields = ["email"]
