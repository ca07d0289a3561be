"""Messages to webhooks are as the OpenAPI document describes them."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.utils import timezone
from jsonschema import validate  # type: ignore[import-untyped]

from leagues.notices.kinds.season_ruling import SEASON_RULING
from notifications.kinds import KINDS, kinds_to_choose
from notifications.kinds.ping import PING
from notifications.models import Delivery, Notice
from notifications.webhooks.messages import body_of

pytestmark = pytest.mark.quick

DOCUMENT = json.loads((settings.BASE_DIR / "openapi.json").read_text())
ID = UUID(int=7)


KEYS = {PING.key, *kinds_to_choose()} - {SEASON_RULING.key}  # its page is found in the database


@pytest.mark.parametrize("key", sorted(KEYS))
def test_a_message_is_as_described(key: str) -> None:
    topic = KINDS[key].topic
    game = None if topic or key == PING.key else ID
    about = str(ID) if topic else ""
    notice = Notice(kind=key, game_id=game, about=about, version=3, created_at=timezone.now())
    message = json.loads(body_of(Delivery(notice=notice), "https://example.org"))
    posted = DOCUMENT["webhooks"]["message"]["post"]["requestBody"]["content"]["application/json"]
    validate(message, {**posted["schema"], "components": DOCUMENT["components"]})
    described = schema_of(message["type"])
    assert set(message["data"]) == set(described["properties"]["data"]["properties"])


def schema_of(key: str) -> Any:
    """Return the schema to which the discriminator leads from a type of message."""
    schemas = DOCUMENT["components"]["schemas"]
    name = schemas["WebhookMessage"]["discriminator"]["mapping"][key].rpartition("/")[2]
    return schemas[name]
