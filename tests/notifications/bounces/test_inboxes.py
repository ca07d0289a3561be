"""The mailbox of reports is read from a folder or an IMAP server, a hundred mails at a time."""

import re
import socketserver
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from pytest_django import Settings

from notifications import tasks
from notifications.bounces.inboxes import AT_ONCE, read_new
from notifications.bounces.reports import MAX_SIZE
from notifications.tasks import read_reports

MAILS = [b"Subject: one\r\n\r\n1", b"Subject: two\r\n\r\n2"]


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    """Return a Maildir folder with two new mails."""
    for name in ("cur", "new", "tmp"):
        (tmp_path / name).mkdir()
    for number, mail in enumerate(MAILS):
        (tmp_path / "new" / f"17000.{number}.host").write_bytes(mail)
    return tmp_path


def test_new_mails_of_a_folder_are_read_once(maildir: Path) -> None:
    inbox = f"maildir://{maildir}"
    assert list(read_new(inbox)) == MAILS
    assert list(read_new(inbox)) == []
    names = sorted(path.name for path in (maildir / "cur").iterdir())
    assert names == ["17000.0.host:2,S", "17000.1.host:2,S"]


def test_a_mail_that_was_not_handled_is_read_again(maildir: Path) -> None:
    inbox = f"maildir://{maildir}"
    reading = read_new(inbox)
    assert next(reading) == MAILS[0]
    reading.close()  # type: ignore[attr-defined]  # as when the worker dies
    assert list(read_new(inbox)) == MAILS


def test_one_run_reads_only_so_many_mails_and_so_much_of_each(maildir: Path) -> None:
    for number in range(AT_ONCE):
        (maildir / "new" / f"18000.{number}.host").write_bytes(b"x" * (MAX_SIZE + 1))
    sizes = [len(mail) for mail in read_new(f"maildir://{maildir}")]
    assert len(sizes) == AT_ONCE
    assert max(sizes) == MAX_SIZE


class Imap(socketserver.ThreadingTCPServer):
    """As much of an IMAP server (RFC 9051) as a reader of new mails talks to."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.seen: set[int] = set()
        self.user = b'reports "secret word"'


class _Conversation(socketserver.StreamRequestHandler):
    server: Imap

    def handle(self) -> None:
        self.wfile.write(b"* OK ready\r\n")
        for line in self.rfile:
            tag, _, command = line.strip().partition(b" ")
            self.answer(tag, command)

    def answer(self, tag: bytes, command: bytes) -> None:
        done = b"OK done"
        if command == b"CAPABILITY":
            self.wfile.write(b"* CAPABILITY IMAP4rev1\r\n")
        elif command.startswith(b"LOGIN"):
            done = b"OK in" if command == b"LOGIN " + self.server.user else b"NO who are you"
        elif command.startswith(b"SELECT"):
            done = b"OK [READ-WRITE]" if command == b'SELECT "INBOX"' else b"NO no such folder"
            self.wfile.write(b"* 2 EXISTS\r\n")
        elif command == b"UID SEARCH UNSEEN":
            new = [str(n + 1) for n in range(len(MAILS)) if n + 1 not in self.server.seen]
            self.wfile.write(f"* SEARCH {' '.join(new)}\r\n".encode())
        elif found := re.fullmatch(rb"UID FETCH (\d+) \(BODY.PEEK\[\]<0.65536>\)", command):
            mail = MAILS[int(found[1]) - 1]
            head = f"* {int(found[1])} FETCH (UID {int(found[1])} BODY[]<0> {{{len(mail)}}}\r\n"
            self.wfile.write(head.encode() + mail + b")\r\n")
        elif found := re.fullmatch(rb"UID STORE (\d+) \+FLAGS \(\\Seen\)", command):
            self.server.seen.add(int(found[1]))
        elif command == b"LOGOUT":
            self.wfile.write(b"* BYE\r\n")
        else:
            done = b"BAD " + command
        self.wfile.write(tag + b" " + done + b"\r\n")


@pytest.fixture
def imap() -> Iterator[Imap]:
    """Run an IMAP server with two new mails."""
    with Imap() as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.slow
def test_new_mails_of_an_imap_server_are_read_once(imap: Imap) -> None:
    inbox = f"imap://reports:secret%20word@127.0.0.1:{imap.server_address[1]}"
    assert list(read_new(inbox)) == MAILS
    assert imap.seen == {1, 2}
    assert list(read_new(inbox)) == []


@pytest.mark.parametrize("path", ["reports:wrong@{host}", "reports:secret%20word@{host}/Nowhere"])
def test_a_mailbox_that_cannot_be_read_is_logged_without_its_password(
    imap: Imap, settings: Settings, caplog: Any, path: str
) -> None:
    host = f"127.0.0.1:{imap.server_address[1]}"
    settings.BOUNCE_INBOX = "imap://" + path.format(host=host)
    read_reports()
    assert "mailbox of bounces cannot be read" in caplog.text
    assert "secret" not in caplog.text
    assert "wrong" not in caplog.text


def test_without_a_mailbox_nothing_is_read(settings: Settings, caplog: Any) -> None:
    settings.BOUNCE_INBOX = ""
    read_reports()
    assert caplog.text == ""


def test_a_mail_that_breaks_its_reader_leaves_nothing_of_it_in_the_log(
    settings: Settings, caplog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(data: bytes) -> None:
        raise ValueError(data.decode())

    settings.BOUNCE_INBOX = "maildir:///nowhere"
    monkeypatch.setattr(tasks, "read_new", lambda _: [b"Your hand"])
    monkeypatch.setattr(tasks, "parse_report", fail)
    read_reports()
    assert "A mail in the mailbox of bounces cannot be read" in caplog.text
    assert "ValueError" in caplog.text
    assert "Your hand" not in caplog.text
