"""Signals for other apps."""

from django.dispatch import Signal

account_erasing = Signal()
"""An account is about to be deleted, in the same transaction. Arguments: `user`."""

calendar_changed = Signal()
"""A person's routine, vacations or `game_mails` change, in the same transaction.

Arguments: `user`, and `routine`: whether a routine was added.

Receivers may lock games. So the sender may have locked the user's row before, but not its key: a
play that holds a game's lock may refer to it.
"""

time_zone_changed = Signal()
"""A person's time zone changes, in the same transaction. Arguments: `user`.

It follows `calendar_changed`, if the person has a routine: so games are locked by then.
"""

account_unavailable = Signal()
"""An account has been closed or suspended, in the same transaction.

Arguments: `user`, and `reason`: `account_closed` by its owner, or `suspended` by staff.
"""

address_tried_again = Signal()
"""The address of a person may get mails again, in the same transaction. Arguments: `user`."""
