"""A code, or another answer to what somebody asked of the page of accounts."""

from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind

ACCOUNT = Kind(
    key="account",
    label=gettext_lazy("your account"),
    holds=lambda _: True,
    declinable=False,
    kept_for=timedelta(seconds=settings.CODE_TIMEOUT),
)
