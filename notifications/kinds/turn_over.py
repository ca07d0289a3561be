"""The person's turn is over, wherever they played it: closes what a push has shown of it."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind, is_awaited

TURN_OVER = Kind(
    key="turn_over",
    label=gettext_lazy("your turn is over"),
    holds=lambda notice: not is_awaited(notice),
    channels=frozenset({"push"}),
    declinable=False,
)
