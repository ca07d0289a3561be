"""A public server for tests: its addresses, its mail, and people who sign up there."""

from collections.abc import Iterable
from email.message import EmailMessage
from uuid import uuid4

from demo.mail import Letters
from demo.people import Person
from demo.server import Server
from tests.support.mail_sink import Sink
from trials.programs import free_port

HOST = "play.example.org"
BASE_URL = f"https://{HOST}"
METRICS_TOKEN = "a-token-of-forty-characters-or-so-abcdef"


class Postbox(Letters):
    """A mail server that keeps all mails that it receives."""

    def __init__(self) -> None:
        super().__init__()
        self.sink = Sink()
        self.port = free_port()

    def __str__(self) -> str:
        return f"port {self.port}"

    def arrived(self) -> Iterable[EmailMessage]:
        """Return the mails received since the last call."""
        return [self.sink.taken.pop(0) for _ in range(len(self.sink.taken))]


def sign_up(servers: Iterable[Server], letters: Letters) -> list[Person]:
    """Sign a person up through each given client of a server, and verify the address."""
    people = [Person(server, f"p{uuid4().hex[:12]}") for server in servers]
    for person in people:
        person.sign_up()
    for person in people:
        person.verify(letters)
    return people


def proxied(address: str) -> dict[str, str]:
    """Return the headers that a proxy adds to requests from `address`."""
    return {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": address}
