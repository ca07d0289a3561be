"""The messages to webhooks, in the OpenAPI document."""

from typing import Any

from api.openapi import struct_schemas
from api.schemas import REFERENCE
from notifications.kinds import kinds_to_choose
from notifications.kinds.ping import PING
from notifications.posting.posts import CHALLENGE
from notifications.webhooks.messages import Message, MessageData

HEADERS = {
    "webhook-id": "Identifies the message; stays the same when it is sent again.",
    "webhook-timestamp": "The time of the attempt, in seconds since 1970.",
    "webhook-signature": "A signature for each valid secret, separated by spaces.",
}


def describe_messages(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the messages as a webhook, with a schema for each thing that they are about."""
    types: dict[str, list[str]] = {"ping": [PING.key]}
    for kind in kinds_to_choose().values():
        types.setdefault(kind.topic.name if kind.topic else "game", []).append(kind.key)
    schemas: dict[str, Any] = {}
    mapping: dict[str, str] = {}
    for subject, keys in types.items():
        name = f"{subject.title()}WebhookMessage"
        schemas[name] = {**_message_schema(subject, keys), "title": name}
        mapping |= dict.fromkeys(keys, REFERENCE.format(name=name))
    union = {
        "description": "What is posted to a webhook. Clients must expect other types, too.",
        "oneOf": [{"$ref": REFERENCE.format(name=name)} for name in schemas],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    result["components"]["schemas"] |= schemas | {"WebhookMessage": union}
    result["webhooks"] = {"message": {"post": _operation()}}
    return result


def _message_schema(subject: str, types: list[str]) -> dict[str, Any]:
    described = struct_schemas([Message, MessageData])
    message: dict[str, Any] = described["Message"]
    data = described["MessageData"]
    needed = ["challenge"] if subject == PING.key else [subject, "version", "url"]
    members = data["properties"]
    message["properties"]["type"]["enum"] = types
    message["properties"]["data"] = {
        "type": "object",
        "description": data["description"],
        "properties": {name: _without_null(members[name]) for name in needed},
        "required": needed,
    }
    return message


def _without_null(member: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a member that is never null."""
    (told,) = [each for each in member["anyOf"] if each != {"type": "null"}]
    return {"description": member["description"], **told}


def _operation() -> dict[str, Any]:
    schema = {"$ref": REFERENCE.format(name="WebhookMessage")}
    challenge = {
        "description": "The challenge of a ping, which confirms the webhook.",
        "schema": {"type": "string"},
    }
    return {
        "operationId": "webhook_message_receive",
        "summary": "News of my games and seasons",
        "description": "Posted to your webhooks. docs/concepts/webhooks.md says how to verify it.",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "description": description,
                "schema": {"type": "string"},
            }
            for name, description in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {
            "2XX": {
                "description": "The message has arrived.",
                "headers": {CHALLENGE.decode(): challenge},
            },
            "410": {"description": "The webhook is gone: it is disabled at once."},
            "default": {"description": "The message is sent again later."},
        },
    }
