"""Sentences on the members of records, which their JSON schemas carry to authors of clients."""

import msgspec


def says(description: str, **bounds: int) -> msgspec.Meta:
    """Return the annotation that describes a member in one sentence.

    ``bounds`` (``minimum``, ``maximum``) are told and not enforced: what reads the record says in
    its own words what may be chosen.
    """
    return msgspec.Meta(description=description, extra_json_schema=bounds or None)
