"""What forms carry: their viewer, and the key of a form that acts once."""

import uuid
from typing import Any

from django import template
from django.utils.html import format_html

from web.frame.viewers import FIELD, sign_viewer

register = template.Library()


@register.simple_tag
def fresh_key() -> str:
    """Return a new key for a form (`web.frame.keyed_forms`)."""
    return str(uuid.uuid4())


@register.simple_tag(takes_context=True)
def viewer(context: Any, keep_as: str = "") -> str:
    """Return the field with the viewer of a form (`web.frame.viewers`) for somebody logged in."""
    user = context["user"]
    if not user.is_authenticated:
        return ""
    signed = sign_viewer(user, str(keep_as))
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, signed)
