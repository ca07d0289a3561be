"""A webhook of the person was disabled: it failed for too long, or answered 410 (Gone)."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind

WEBHOOK_DISABLED = Kind(
    key="webhook_disabled",
    label=gettext_lazy("a webhook was disabled"),
    holds=lambda _: True,
    declinable=False,
)
