"""The Message-IDs of mails: signed, so that nobody else can name a mail that they have not seen."""

import re
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from notifications.models import Delivery
from notifications.wishes.wanted import EMAIL_KEY

SALT: Final = "notifications.message_ids"  # keeps other signatures from being accepted here
OURS: Final = re.compile(r"<?(\d{1,18})\.([0-9a-f]{32})@[^@<>\s]+>?")


def message_id_of(delivery: Delivery) -> str:
    """Return the Message-ID of the mail of a delivery: the same for every attempt."""
    return f"<{delivery.pk}.{_seal(delivery, settings.SECRET_KEY)}@{sender_domain()}>"


def delivery_of(message_id: str) -> Delivery | None:
    """Return the delivery of the mail with a Message-ID, or None if the server never sent one."""
    found = OURS.fullmatch(message_id.strip())
    if found is None:
        return None
    delivery = (
        Delivery.objects.filter(pk=int(found[1]), channel=EMAIL_KEY, attempts__gt=0)
        .select_related("notice__person")
        .first()
    )
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if delivery and any(constant_time_compare(_seal(delivery, key), found[2]) for key in keys):
        return delivery
    return None


def sender_domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]


def _seal(delivery: Delivery, key: str | bytes) -> str:
    return salted_hmac(SALT, delivery.digest, secret=key, algorithm="sha256").hexdigest()[:32]
