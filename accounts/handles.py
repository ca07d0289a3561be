"""Handles, the names by which players know each other, and which ones are allowed."""

import re
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

MIN_LENGTH = 3
MAX_LENGTH = 20
FORM = re.compile(rf"[A-Za-z0-9_-]{{{MIN_LENGTH},{MAX_LENGTH}}}")
KEPT = timedelta(days=180)  # that a handle is kept for the person who gave it up
LOOK_ALIKES = str.maketrans("i10", "llo")
TAKEN = gettext_lazy("This handle is taken. Choose another.")
RESERVED = frozenset(
    """
    account accounts admin administrator anonymous api beat board bot chance dealer deleted
    everybody everyone false fields guest help house illimat list me moderator nobody none null
    official okus operator owner player players postmaster public root security server spectator
    staff support system true undefined unknown user users webmaster you
    """.split()  # noqa: SIM905 - forty words read better than forty lines
)


def fold(handle: str) -> str:
    """Return what handles have in common that look alike: I, l and 1; O and 0; outer - and _."""
    return handle.lower().strip("_-").translate(LOOK_ALIKES)


def has_handle(handle: str, user: str = "") -> Q:
    """Return which rows are of the user with this handle, ignoring case; `user` leads to them.

    What cannot be a handle never reaches the database, which fails on long texts and on NUL.
    """
    if len(handle) > MAX_LENGTH or not handle.isascii() or not handle.isprintable():
        return Q(pk__in=())
    return Q((f"{user}__handle__iexact" if user else "handle__iexact", handle))


def handle_rule() -> str:
    """Return a sentence that says which handles are allowed."""
    rule = gettext(
        "A handle has {least} to {most} characters: letters from A to Z, digits, _ or -."
    )
    return rule.format(least=MIN_LENGTH, most=MAX_LENGTH)


def validate_handle(handle: str) -> None:
    """Raise ValidationError if `handle` is malformed or reserved."""
    if not FORM.fullmatch(handle):
        raise ValidationError(handle_rule(), code="handle_malformed")
    if fold(handle) in map(fold, RESERVED):
        raise ValidationError(
            gettext("This handle is reserved. Choose another."), code="handle_reserved"
        )
