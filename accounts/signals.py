"""Signals for other apps."""

from django.dispatch import Signal

account_erasing = Signal()
"""An account is about to be deleted, in the same transaction. Arguments: `user`."""

account_ending = Signal()
"""Accounts will be closed, suspended or deleted, in the same transaction. Arguments: `user_ids`.

It precedes `account_erasing` and `account_unavailable`, and nothing is locked yet. Receivers lock
what everybody locks before people and games, since otherwise two transactions could wait for each
other.
"""

calendar_changing = Signal()
"""A person's routine, vacations or `game_mails` are about to change, in the same transaction.

Arguments: `user`. Receivers lock the person's games, so that none goes on between the moment from
which the change counts and its commit. So the sender may have locked the user's row before, but not
its key: a play that holds a game's lock may refer to it.
"""

calendar_changed = Signal()
"""A person's routine, vacations or `game_mails` have changed, in the same transaction.

Arguments: `user`, and `routine`: whether a routine was added. It follows `calendar_changing`.
"""

calendar_settled = Signal()
"""A person's time zone or calendar has changed, in the same transaction. Arguments: `user`.

It follows `calendar_changed`, before which the person's games were locked, unless only the time
zone of a person without a routine has changed.
"""

account_unavailable = Signal()
"""An account has been closed or suspended, in the same transaction.

Arguments: `user`, and `reason`: `account_closed` by its owner, or `unavailable` if staff suspended
it, which nobody else learns.
"""

own_data_ready = Signal()
"""The file of somebody's own data is ready, in the same transaction.

Arguments: `user`, and `until` when it is kept.
"""

person_blocked = Signal()
"""A person has blocked another, in the same transaction. Arguments: `user` and `blocked`.

The sender has locked the rows of both, but not their keys. Receivers may lock games.
"""

address_tried_again = Signal()
"""The address of a person may get mails again, in the same transaction.

Arguments: `user`, and whether it `has_failed`.
"""
