"""Examples of request bodies in the OpenAPI document; the tests send them."""

from drf_spectacular.utils import OpenApiExample

TABLE = OpenApiExample(
    "Two beginners",
    value={"options": {"mode": "beginner", "players": 2}, "visibility": "public"},
    request_only=True,
)
PRACTICE = OpenApiExample(
    "A practice game against the house",
    value={"options": {"mode": "beginner", "players": 2}, "house": ["strong"]},
    request_only=True,
)
SEAT = OpenApiExample("Any seat", value={}, request_only=True)
HOUSE_PLAYER = OpenApiExample("A good player", value={"level": "strong"}, request_only=True)
ACTION = {"type": "sow", "card": "5Wi", "field": "SW"}
PREVIEW = OpenApiExample("What if I sowed?", value={"action": ACTION}, request_only=True)
ACTIONS = OpenApiExample(
    "Sow a card", value={"expected_version": 9, "action": ACTION}, request_only=True
)
