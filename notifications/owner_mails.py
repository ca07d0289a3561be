"""Mails to the owner of an account that nobody can decline, such as that push has ended."""

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from accounts.models import User
from notifications.kinds.record import Kind
from notifications.models import Delivery, Notice
from notifications.wishes.wanted import EMAIL_KEY

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def owner_tell(*, owner: User, kind: Kind, subject: "StrOrPromise", **about: Any) -> None:
    """Write a mail to `owner` from the template of `kind`, which shows what is known `about` it."""
    context = about | {"handle": owner.handle, "base_url": settings.BASE_URL}
    with override(owner.language):
        notice = Notice.objects.create(
            key=f"{kind.key}:{uuid4()}",
            kind=kind.key,
            person=owner,
            subject=str(subject),
            body_text=render_to_string(f"notifications/{kind.key}.txt", context),
        )
    Delivery.objects.create(notice=notice, channel=EMAIL_KEY)
