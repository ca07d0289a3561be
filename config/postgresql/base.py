"""Whether a kept connection still works, without a wait before each request.

Django sends a statement to find that out. But PostgreSQL says nothing unasked: if something waits
to be read, it is the end of the connection, or the last words before it.
"""

import select

from django.db.backends.postgresql import base
from typing_extensions import override


class WatchedConnection(base.DatabaseWrapper):
    """A connection that is asked only if something has arrived on it."""

    @override
    def is_usable(self) -> bool:
        """Return whether the connection works, as far as this side knows."""
        if self.connection is None or self.connection.closed:
            return False
        arrived = select.poll()
        arrived.register(self.connection.fileno(), select.POLLIN)
        return super().is_usable() if arrived.poll(0) else True


DatabaseWrapper = WatchedConnection  # the name that Django looks for
