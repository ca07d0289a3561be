"""Annotations of members of records, which their JSON schemas show to authors of clients."""

import msgspec


def says(description: str, **bounds: int) -> msgspec.Meta:
    """Describe the ``bounds`` (``minimum``, ``maximum``), which only a record's parser enforces."""
    return msgspec.Meta(description=description, extra_json_schema=bounds or None)
