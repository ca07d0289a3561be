"""A person as the API shows them to themselves."""

from rest_framework import serializers

from accounts.models import User
from accounts.selectors import user_by_handle


class MeSerializer(serializers.ModelSerializer[User]):
    """Oneself: what others see is the handle alone."""

    class Meta:
        model = User
        fields = ["handle", "email", "time_zone", "language"]
        read_only_fields = ["email"]

    def validate_handle(self, handle: str) -> str:
        """Refuse what somebody else is called in another case."""
        if user_by_handle(handle=handle) not in {None, self.instance}:
            raise serializers.ValidationError("This handle is taken. Choose another.", "unique")
        return handle
