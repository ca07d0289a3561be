"""What this server is and can do."""

from datetime import timedelta
from functools import cache
from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from games.api import inputs
from games.api.base import GameView, json_answer, without_secrets
from games.idempotency import KEPT_FOR
from games.selectors import COUNTED
from games.spectators import PATIENCE
from illimat_core.catalogue import catalogue, questions
from illimat_core.editions import CURRENT, EDITIONS
from illimat_core.events.descriptions import describe_events
from illimat_core.modes import MODES
from illimat_core.options import Options


class LuminarySerializer(serializers.Serializer[Any]):
    """A luminary, with what it does; a sentence is empty where nothing happens then."""

    luminary = serializers.CharField(help_text="Its code, as in views and events.")
    name = serializers.CharField(help_text="With its article.")
    sets = serializers.ListField(child=serializers.CharField())
    in_play = serializers.CharField()
    on_reveal = serializers.CharField()
    on_claim = serializers.CharField()


class ModeSerializer(serializers.Serializer[Any]):
    """A mode of the game, with the options that go together with it."""

    mode = serializers.CharField()
    players = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="What the option `players` may be; the first is its default in this mode.",
    )
    luminaries = serializers.ListField(
        child=serializers.CharField(),
        help_text="The luminaries that the option `luminaries` may name; empty without luminaries.",
    )


class QuestionSerializer(serializers.Serializer[Any]):
    """A kind of decision."""

    kind = serializers.CharField()
    prompt = serializers.CharField(help_text="What a person is asked.")
    answers = serializers.ListField(
        child=serializers.CharField(),
        help_text="The types of action that answer it; `pass` besides, where its menu offers it.",
    )


class EventDescriptionSerializer(serializers.Serializer[Any]):
    """A type of event; the document of this API has its schema under the same name."""

    type = serializers.CharField()
    meaning = serializers.CharField()
    members = serializers.DictField(
        child=serializers.DictField(), help_text="JSON schemas with descriptions, by member."
    )
    secret = serializers.ListField(
        child=serializers.CharField(), help_text="Members left out where you may not see them."
    )
    seen_by = serializers.CharField(help_text="Who may see the secret members.")
    example = serializers.DictField(child=serializers.JSONField())


class MetaSerializer(serializers.Serializer[Any]):
    """What this server is and can do."""

    name = serializers.CharField()
    version = serializers.CharField()
    edition = serializers.CharField(help_text="Of the rules, for new games.")
    editions = serializers.ListField(child=serializers.CharField())
    options = serializers.DictField(
        child=serializers.DictField(), help_text="JSON schemas with defaults, by option."
    )
    modes = ModeSerializer(many=True, help_text="What goes together with each mode.")
    luminaries = LuminarySerializer(many=True, help_text="In the order of the rules.")
    decisions = QuestionSerializer(many=True, help_text="What the game may ask.")
    events = EventDescriptionSerializer(many=True, help_text="Every type of event.")
    limits = serializers.DictField(child=serializers.IntegerField())
    server_time = serializers.DateTimeField()
    links = serializers.DictField(child=serializers.CharField())


@extend_schema(tags=["meta"])
class MetaView(GameView):
    """The server itself."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="meta_get", summary="What is this?", auth=[], responses=MetaSerializer
    )
    def get(self, request: Request) -> HttpResponse:
        """Answer with the server's name and version, the options of games, and its limits."""
        return without_secrets(
            json_answer(
                {
                    "name": "Illimat by correspondence",
                    "version": settings.VERSION,
                    "edition": CURRENT.name,
                    "editions": list(EDITIONS),
                    **_described(),
                    "limits": _limits(),
                    "server_time": timezone.now(),
                    "links": {
                        "games": reverse("games"),
                        "my_games": reverse("my-games"),
                        "me": reverse("me"),
                        "openapi": reverse("openapi"),
                        "documentation": reverse("api-docs"),
                        "guide": reverse("api-guide"),
                        "log_in": "/_allauth/app/v1/",
                    },
                }
            )
        )


@cache
def _described() -> dict[str, Any]:
    """Return what the core says of itself, which no request changes."""
    return {
        "options": _options(),
        "modes": [
            {"mode": name, "players": rules.players, "luminaries": rules.luminaries.allowed}
            for name, rules in MODES.items()
        ],
        "luminaries": [entry._asdict() for entry in catalogue().values()],
        "decisions": [question._asdict() for question in questions()],
        "events": [description._asdict() for description in describe_events()],
    }


def _options() -> dict[str, Any]:
    """Return what each option may be and is when left out, as the core reads it."""
    _, components = msgspec.json.schema_components([Options])
    options: dict[str, Any] = components["Options"]["properties"]
    return options


def _limits() -> dict[str, int]:
    return settings.QUOTAS | {
        "invited": inputs.MOST_INVITED,
        "actions": inputs.MOST_ACTIONS,
        "page": inputs.LARGEST_PAGE,
        "body_bytes": settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        "legal_actions_counted": COUNTED,
        "idempotency_days": KEPT_FOR.days,
        "spectator_hours": PATIENCE // timedelta(hours=1),
    }
