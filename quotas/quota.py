"""What is known of a quota: how much one person or address may have at once or do in a period.

Each quota is one record in `quotas.records`. Its limit is read from the environment variable that
`setting` names.
"""

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Quota(NamedTuple):
    """A limit on uses per `period` or, without a period, on things that exist at the same time.

    `detail` is the message to a person who reaches the limit; `{limit}` stands for the number.
    """

    name: str
    default: int
    period: timedelta | None
    detail: "StrOrPromise"

    @property
    def setting(self) -> str:
        """The environment variable that sets the limit."""
        return f"QUOTA_{self.name.upper()}"
