"""A test message that the owner of a webhook asks for."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind

PING = Kind(
    key="ping",
    label=gettext_lazy("test of a webhook"),
    holds=lambda _: True,
    channels=frozenset({"webhook"}),
    of_game=False,
)
