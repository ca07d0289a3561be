"""What an address gets that nobody has proven: mails about the account only, and few of them.

Anybody can enter any address when they sign up or change theirs, and be invited to tables by their
handle. Notices that no stranger can cause, such as those to an address that an account has just
left, are not limited.
"""

from accounts.selectors import address_is_proven, address_is_trusted
from notifications.kinds import KINDS
from notifications.kinds.account import ACCOUNT
from notifications.models import Delivery
from quotas.records.messages import UNPROVEN_MAILS_A_DAY
from quotas.services import limit_of


def is_withheld(delivery: Delivery) -> bool:
    """Return whether a mail is not about the account, to an address that nobody has proven."""
    reader = delivery.notice.person
    if reader is None or not KINDS[delivery.notice.kind].declinable:
        return False
    return not address_is_trusted(address=reader.email, user=reader)


def most_mails(delivery: Delivery, *, otherwise: int, taken: int) -> int:
    """Return how many mails a day the address of a delivery gets: `otherwise`, if it is proven.

    That is asked only if it matters: once it has `taken` as many as one that is not proven gets. An
    operator's word for an address does not prove it: strangers could have more codes sent there.
    """
    few = limit_of(UNPROVEN_MAILS_A_DAY)
    if taken < few or KINDS[delivery.notice.kind].reserved:
        return otherwise
    is_code = delivery.notice.kind == ACCOUNT.key
    is_proven = address_is_proven if is_code else address_is_trusted
    return otherwise if is_proven(address=delivery.address) else min(few, otherwise)
