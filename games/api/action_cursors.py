"""Cursors of a list of legal actions: signed, so that nobody but the server makes one."""

from django.core.signing import BadSignature, Signer
from rest_framework.exceptions import ValidationError

from games.api.inputs import BAD_CURSOR
from games.selectors import Table
from games.store import StaleVersionError
from illimat_core import Action, as_json
from illimat_core.actions import parse

Place = tuple[Action | None, int | None]
"""The last action of the page before, and how many there are on all pages, if that is known."""


class ActionCursors:
    """The cursors of what a table's viewer may do at its version.

    A cursor names the last action of its page. The list goes on right behind it, wherever that is,
    so the last page costs no more than the first.
    """

    def __init__(self, table: Table) -> None:
        self._version = table.game.version
        self._signer = Signer(salt=f"legal actions of {table.game.id} {table.seat}")

    def write(self, last: Action, total: int | None) -> str:
        """Return the cursor of the page after `last`."""
        return self._signer.sign_object([self._version, total, as_json(last)], compress=True)

    def read(self, cursor: str | None) -> Place:
        """Return the place that a cursor names, the beginning for None.

        Raises ValidationError for a cursor that is not one of these, StaleVersionError for one of
        another version.
        """
        if cursor is None:
            return None, None
        try:
            version, total, last = self._signer.unsign_object(cursor)
        except BadSignature as error:
            raise ValidationError({"cursor": [BAD_CURSOR]}) from error
        if version != self._version:
            raise StaleVersionError(self._version)
        return parse(last), total
