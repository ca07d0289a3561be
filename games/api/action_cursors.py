"""Cursors of lists of legal actions, signed so that only the server can make them."""

from django.core.signing import BadSignature, Signer
from rest_framework.exceptions import ValidationError

from api.models import epoch
from api.paging import BAD_CURSOR
from games.inputs.playing import LogPoint
from games.reading.tables import Table
from games.refusals import StaleVersionError
from illimat_core import Action, as_json
from illimat_core.actions import parse

Place = tuple[Action | None, int | None]
"""The last action of the previous page, and the number of actions on all pages, if known."""


class ActionCursors:
    """The cursors of the legal actions of a table's viewer at the table's version.

    A cursor names the last action of its page. The next page continues behind that action without
    listing those before it, so the last page costs no more than the first.
    """

    def __init__(self, table: Table) -> None:
        self._version = table.game.version
        self._place = str(LogPoint(epoch(), self._version))
        self._signer = Signer(salt=f"legal actions of {table.game.id} {table.seat}")

    def write(self, last: Action, total: int | None) -> str:
        return self._signer.sign_object([self._place, total, as_json(last)], compress=True)

    def read(self, cursor: str | None) -> Place:
        """Return the place that a cursor names; None is the beginning.

        Raises ValidationError for an invalid cursor, StaleVersionError for a cursor of another
        version or epoch.
        """
        if cursor is None:
            return None, None
        try:
            place, total, last = self._signer.unsign_object(cursor)
        except BadSignature as error:
            raise ValidationError({"cursor": [BAD_CURSOR]}) from error
        if place != self._place:
            raise StaleVersionError(self._version)
        return parse(last), total
