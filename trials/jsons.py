"""JSON values."""

from typing import Any

import msgspec

Json = dict[str, Any]
"""A JSON object."""


def in_json(value: Any) -> Any:
    """Return `value` after a round trip through JSON text."""
    return msgspec.json.decode(msgspec.json.encode(value))
