"""A person as the API shows them to themselves, and what everything the API takes is held to."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from accounts.handles import TAKEN
from accounts.models import Session, User
from accounts.selectors import user_by_handle


class StrictSerializer(serializers.Serializer[Any]):
    """Members with their types; any other member, and one that is only read, is refused by name."""

    default_error_messages = {"invalid": "Send a JSON object."}

    def to_internal_value(self, data: Any) -> Any:
        """Return the members; raises ValidationError that names each one at fault."""
        if isinstance(data, Mapping):
            taken = [name for name, field in self.fields.items() if not field.read_only]
            if others := sorted(set(data) - set(taken)):
                detail = f"This is not taken here; taken are: {', '.join(taken) or 'none'}."
                raise ValidationError({name: [detail] for name in others}, code="unknown")
        return super().to_internal_value(data)


class Choice(serializers.ChoiceField):
    """One of some values; a refusal names them, and does not repeat what was sent."""

    def __init__(self, choices: Any, **kwargs: Any) -> None:
        super().__init__(choices, **kwargs)
        known = ", ".join(map(str, self.choices))
        self.error_messages["invalid_choice"] = f"Choose among {known}."


class MeSerializer(StrictSerializer, serializers.ModelSerializer[User]):
    """Oneself: what others see is the handle alone."""

    serializer_choice_field = Choice

    class Meta:
        model = User
        fields = ["handle", "email", "time_zone", "language"]
        read_only_fields = ["email"]

    def validate_handle(self, handle: str) -> str:
        """Refuse what somebody else is called in another case."""
        if user_by_handle(handle=handle) not in {None, self.instance}:
            raise ValidationError(TAKEN, "unique")
        return handle


class SessionSerializer(StrictSerializer, serializers.ModelSerializer[Session]):
    """A session: where, when and with what program its person logged in."""

    id = serializers.CharField(source="pk", read_only=True)
    is_current = serializers.SerializerMethodField()

    class Meta:
        model = Session
        fields = ["id", "began_at", "seen_at", "ip", "program", "is_current"]
        read_only_fields = fields

    def get_is_current(self, session: Session) -> bool:
        """Return whether the request belongs to this session."""
        return bool(session.pk == self.context["current"])


class SessionsSerializer(StrictSerializer):
    """One's sessions."""

    results = SessionSerializer(many=True, read_only=True)
