"""It is the person's turn, or a decision of theirs is open."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind, OpeningText, is_awaited

OPENING = OpeningText(
    gettext_lazy("It is your turn in your game of Illimat."),
    gettext_lazy("It is your turn in your game of Illimat {company}."),
)

YOUR_TURN = Kind(
    key="your_turn",
    label=gettext_lazy("your turn"),
    holds=is_awaited,
    opening=lambda _: OPENING,
    of_turn=True,
)
