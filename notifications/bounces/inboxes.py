"""The mailbox to which bounces and complaints come: a Maildir folder, or one on an IMAP server."""

import imaplib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from notifications.bounces.reports import MAX_SIZE

AT_ONCE: Final = 100  # mails that one run reads
SECONDS: Final = 10  # for each step of a conversation with an IMAP server
IMAP_PORT: Final = 143
IMAPS_PORT: Final = 993


def read_new(inbox: str) -> Iterator[bytes]:
    """Yield the beginning of each new mail, at most AT_ONCE, and mark it read afterwards.

    `inbox` is an address, `maildir:///a/folder` or `imaps://user:password@host/folder`. Raises
    OSError or imaplib.IMAP4.error if it cannot be read.
    """
    parts = urlsplit(inbox)
    return _of_maildir(Path(parts.path)) if parts.scheme == "maildir" else _of_imap(inbox)


def _of_maildir(folder: Path) -> Iterator[bytes]:
    for file in sorted(islice((folder / "new").iterdir(), AT_ONCE)):
        with file.open("rb") as opened:
            yield opened.read(MAX_SIZE)
        file.rename(folder / "cur" / f"{file.name}:2,S")


def _of_imap(inbox: str) -> Iterator[bytes]:
    folder = unquote(urlsplit(inbox).path.strip("/")) or "INBOX"
    with _connected(inbox) as server:
        _expect(server.select(f'"{folder}"'))
        (numbers,) = _expect(server.uid("SEARCH", "UNSEEN"))
        for number in str(numbers or b"", "ascii").split()[:AT_ONCE]:
            parts = _expect(server.uid("FETCH", number, f"(BODY.PEEK[]<0.{MAX_SIZE}>)"))
            yield b"".join(part[1] for part in parts if isinstance(part, tuple))
            _expect(server.uid("STORE", number, "+FLAGS", r"(\Seen)"))


@contextmanager
def _connected(inbox: str) -> Iterator[imaplib.IMAP4]:
    parts = urlsplit(inbox)
    host = str(parts.hostname)
    server: imaplib.IMAP4
    if parts.scheme == "imaps":
        server = imaplib.IMAP4_SSL(host, parts.port or IMAPS_PORT, timeout=SECONDS)
    else:
        server = imaplib.IMAP4(host, parts.port or IMAP_PORT, timeout=SECONDS)
    try:
        server.login(unquote(parts.username or ""), unquote(parts.password or ""))
        yield server
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            server.logout()


def _expect(answer: tuple[str, Sequence[Any]]) -> Sequence[Any]:
    """Return the data of an answer of an IMAP server; raises imaplib.IMAP4.error for a refusal."""
    state, data = answer
    if state != "OK":
        raise imaplib.IMAP4.error(state)
    return data
