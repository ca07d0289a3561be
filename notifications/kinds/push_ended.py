"""Push ended for the person without their doing: their last browser was gone or failed long."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind

PUSH_ENDED = Kind(
    key="push_ended",
    label=gettext_lazy("push messages ended"),
    holds=lambda _: True,
    declinable=False,
)
