"""Signals for other apps."""

from django.dispatch import Signal

account_erasing = Signal()
"""An account is about to be deleted, in the same transaction. Arguments: `user`."""

calendar_changed = Signal()
"""A person's routine or vacations have changed, in the same transaction. Arguments: `user`."""

account_unavailable = Signal()
"""An account has been closed or suspended, in the same transaction.

Arguments: `user`, and `reason`: `account_closed` by its owner, or `suspended` by staff.
"""
