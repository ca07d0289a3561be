"""Annotations of members of records, which their JSON schemas show to authors of clients."""

import msgspec


def says(description: str, **bounds: int) -> msgspec.Meta:
    """Return the annotation that describes a member in one sentence.

    ``bounds`` (``minimum``, ``maximum``) are described but not enforced: the parser of the record
    refuses other values with messages of its own.
    """
    return msgspec.Meta(description=description, extra_json_schema=bounds or None)
