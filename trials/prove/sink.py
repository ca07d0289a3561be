"""The mail server of a run, which accepts and records every mail, some of them slowly."""

import asyncio
import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from random import Random
from uuid import UUID

from aiosmtpd.smtp import SMTP, Envelope, Session

from trials.prove.history import History, Mail, now

SEAL = re.compile(r"The log has (\d+) events\. Its fingerprint,[^:]*:\s+([0-9a-f]{64})")
THREAD = re.compile(r"<game-([0-9a-f]{32})@")


class Sink:
    """Records a mail once it has arrived, and acknowledges it after a random one of `pauses`.

    A mail whose sender is killed while it waits for the acknowledgement therefore counts as
    delivered, as it would with a real mail server.
    """

    def __init__(self, history: History, dice: Random, pauses: tuple[float, ...]) -> None:
        self._history = history
        self._dice = dice
        self._pauses = pauses
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        """Listen on a free port, and return it."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: SMTP(self, loop=loop), "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def hurry(self) -> None:
        """Acknowledge mails without a pause from now on."""
        self._pauses = (0.0,)

    def stop(self) -> None:
        """Stop listening."""
        if self._server:
            self._server.close()

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Record a mail and acknowledge it."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        self._history.mailed(read_mail(content))
        await asyncio.sleep(self._dice.choice(self._pauses))
        return "250 OK"


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
