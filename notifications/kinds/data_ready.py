"""The file of the person's own data, for which they asked, is ready."""

from django.utils.translation import gettext_lazy

from notifications.kinds.record import Kind

DATA_READY = Kind(
    key="data_ready",
    label=gettext_lazy("the file of your data"),
    holds=lambda _: True,
    declinable=False,
)
