"""What the pages of an account show."""

from textwrap import wrap

from django import template

register = template.Library()


@register.filter
def in_fours(secret: str) -> str:
    """Return a secret in groups of four characters, between which a line may break."""
    return " ".join(wrap(secret, 4))
