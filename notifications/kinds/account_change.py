"""The person's account was changed; they may undo it. No stranger can cause such a notice."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind

ACCOUNT_CHANGE = Kind(
    key="account_change",
    label=gettext_lazy("a change to your account"),
    holds=lambda _: True,
    declinable=False,
    reserved=True,
)
