"""Mails and notices that were sent, and what they say."""

import re
from collections import Counter
from email.message import EmailMessage
from typing import Final

from accounts.models import User
from games.models import Game
from notifications.content.mails import compose
from notifications.models import Delivery, Notice
from tests.support.people import Person


def told(kind: str) -> Counter[str]:
    """Return how often each person was told news of a kind, by handle."""
    notices = Notice.objects.filter(kind=kind)
    return Counter(notices.values_list("person__handle", flat=True))


def mails(kind: str, person: Person | User | None = None) -> list[Delivery]:
    """Return the mails of a kind, to a person if one is given, the oldest first."""
    found = Delivery.objects.filter(notice__kind=kind, channel="email").order_by("pk")
    if person is not None:
        user = person.user if isinstance(person, Person) else person
        found = found.filter(notice__person=user)
    return list(found.select_related("notice__person", "notice__game"))


def text(delivery: Delivery) -> str:
    """Return a mail as one line of plain text."""
    return " ".join(str(compose(delivery).body).split())


def handles(*persons: Person) -> dict[str, int]:
    """Return that each of some people was told once."""
    return {person.user.handle: 1 for person in persons}


def texts(message: EmailMessage) -> tuple[str, str]:
    """Return the plain and the HTML part."""
    plain = message.get_body(("plain",))
    html = message.get_body(("html",))
    assert plain is not None
    assert html is not None
    text, page = (str(part.get_content()).replace("\r\n", "\n") for part in (plain, html))
    return text, page


SCANNERS: Final = (
    "Mozilla/5.0 (compatible; Barracuda Sentinel)",
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 SafeLinks",
    "Mimecast-URL-Protect/1.0",
    "Proofpoint URL Defense",
    "GoogleImageProxy",
)


def path_of(url: str) -> str:
    return re.sub(r"^https?://[^/]*", "", url)


def links(game: Game) -> list[str]:
    """Return the paths of the links that accept and decline, as the mail has them."""
    delivery = Delivery.objects.get(notice__game=game, notice__kind="invited", channel="email")
    found = re.findall(r"^(?:Accept|Decline): (\S+)$", str(compose(delivery).body), re.M)
    assert len(found) == 2
    return [path_of(url) for url in found]
