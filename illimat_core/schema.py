"""Sentences on the members of records, which their JSON schemas carry to authors of clients."""

import msgspec


def says(description: str) -> msgspec.Meta:
    """Return the annotation that describes a member in one sentence."""
    return msgspec.Meta(description=description)
