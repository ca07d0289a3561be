"""The signal about seasons, sent inside the transaction that changes them.

A receiver that raises an exception rolls the change back, so its writes are committed if and only
if the change is.
"""

from django.dispatch import Signal

season_changed = Signal()
"""Events have been appended to a season, and all rows that follow from them are written.

Sent with `season` (Season, which is locked), `recorded` (list of
leagues.stream.rows.RecordedEvent), `certain` (dict of the outcomes that have become certain by
them, by the ids of entrants) and `author` (User whose request it was, or None).
"""
