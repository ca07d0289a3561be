"""The key of a form that acts once."""

import uuid

from django import template

register = template.Library()


@register.simple_tag
def fresh_key() -> str:
    """Return a new key for a form (`web.acting`)."""
    return str(uuid.uuid4())
