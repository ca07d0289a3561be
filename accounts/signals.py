"""What other apps may listen to."""

from django.dispatch import Signal

account_erasing = Signal()
"""An account is about to be deleted, in the same transaction. Arguments: `user`."""
