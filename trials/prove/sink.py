"""The mail server of a run, which accepts and records mails, some of them slowly or badly."""

import asyncio
import re
from collections import Counter
from email import message_from_bytes, policy
from email.message import EmailMessage
from random import Random
from typing import NamedTuple
from uuid import UUID

from aiosmtpd.smtp import SMTP, Envelope, Session

from trials.prove.history import History, Mail, now

SEAL = re.compile(r"The log has (\d+) events\. Its fingerprint,[^:]*:\s+([0-9a-f]{64})")
THREAD = re.compile(r"<game-([0-9a-f]{32})@")


STALLS_FOR = 12  # seconds; longer than the server waits for an answer
MOST = 4  # of one mail, as a mail server has better days


class Trouble(NamedTuple):
    """How often a mail server makes trouble, as shares of the mails that it is sent.

    `refused` mails are answered with 451 when they have arrived. For others it accepts the mail,
    and then cuts the connection (`cut`) or falls silent (`stalled`) instead of answering.
    """

    refused: float = 0
    cut: float = 0
    stalled: float = 0


class Sink:
    """Records a mail once it has arrived, and acknowledges it after a random one of `pauses`.

    A mail whose sender is killed while it waits for the acknowledgement therefore counts as
    delivered, as it would with a real mail server. `troubles` counts the troubles it has made.
    """

    def __init__(
        self,
        history: History,
        dice: Random,
        pauses: tuple[float, ...],
        trouble: Trouble | None = None,
    ) -> None:
        self._history = history
        self._dice = dice
        self._pauses = pauses
        self._trouble = trouble or Trouble()
        self._made: Counter[str] = Counter()
        self.troubles: Counter[str] = Counter()
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        """Listen on a free port, and return it."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: SMTP(self, loop=loop), "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def hurry(self) -> None:
        """Acknowledge mails without a pause or trouble from now on."""
        self._pauses, self._trouble = (0.0,), Trouble()

    def stop(self) -> None:
        if self._server:
            self._server.close()

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Record a mail and acknowledge it, or make trouble."""
        mail = read_mail(envelope.content if isinstance(envelope.content, bytes) else b"")
        trouble = self._draw(mail)
        if trouble == "refused":
            return "451 Try again later"
        mail.unheard = trouble != ""
        self._history.mailed(mail)
        if trouble == "cut" and isinstance(server.transport, asyncio.Transport):
            server.transport.abort()
        await asyncio.sleep(STALLS_FOR if trouble else self._dice.choice(self._pauses))
        return "250 OK"

    def _draw(self, mail: Mail) -> str:
        """Return which trouble is made with a mail; an empty string if none."""
        (trouble,) = self._dice.choices(
            (*Trouble._fields, ""), (*self._trouble, 1 - sum(self._trouble))
        )
        if trouble and self._made[mail.message_id] < MOST:
            self._made[mail.message_id] += 1
            self.troubles[trouble] += 1
            return trouble
        return ""


def read_mail(content: bytes) -> Mail:
    """Return what a mail about a game says; its version is -1 if the mail names none."""
    message = message_from_bytes(content, policy=policy.default)
    if not isinstance(message, EmailMessage):
        raise TypeError("the policy makes EmailMessages")
    body = message.get_body(["plain"])
    seal = SEAL.search(body.get_content()) if body else None
    thread = THREAD.search(str(message["In-Reply-To"]))
    return Mail(
        at=now(),
        message_id=str(message["Message-ID"]),
        to=str(message["To"]),
        game=str(UUID(thread[1])) if thread else "",
        version=int(seal[1]) if seal else -1,
        head=seal[2] if seal else "",
    )
