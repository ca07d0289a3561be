"""A test message that the owner of a webhook asks for, or a browser for which push is on."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind

PING = Kind(
    key="ping",
    label=gettext_lazy("a test message"),
    holds=lambda _: True,
    channels=frozenset({"push", "webhook"}),
    declinable=False,
    is_test=True,
)
