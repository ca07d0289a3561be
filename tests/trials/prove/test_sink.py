"""The mail server of a run, and the troubles that it makes, in real conversations."""

import asyncio
import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest

from trials.dice import dice
from trials.prove.history import History
from trials.prove.sink import MOST, Sink, Trouble

MAIL = "Message-ID: <1.seal@illimat.example>\r\nTo: ada@example.org\r\n\r\nHi.\r\n"


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    found = History(tmp_path / "history.jsonl")
    yield found
    found.close()


def send(sink: Sink, within: float = 30) -> list[str]:
    """Send a mail until it is taken; return what went wrong each time before."""

    def converse(port: int) -> list[str]:
        errors: list[str] = []
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", port, timeout=within) as server:
                    server.sendmail("illimat@example.org", ["ada@example.org"], MAIL)
            except OSError as error:
                errors.append(str(getattr(error, "smtp_code", type(error).__name__)))
            else:
                return errors

    async def work() -> list[str]:
        port = await sink.start()
        errors = await asyncio.to_thread(converse, port)
        sink.stop()
        return errors

    return asyncio.run(work())


def test_a_refused_mail_is_not_taken(history: History) -> None:
    assert send(Sink(history, dice(1), (0,), Trouble(refused=1))) == ["451"] * MOST
    assert [mail.unheard for mail in history.mails] == [False]


@pytest.mark.slow
@pytest.mark.parametrize(("trouble", "within"), [(Trouble(cut=1), 30), (Trouble(stalled=1), 1)])
def test_a_mail_is_taken_without_saying_so(
    history: History, trouble: Trouble, within: float
) -> None:
    assert len(send(Sink(history, dice(1), (0,), trouble), within)) == MOST
    assert [mail.unheard for mail in history.mails] == [True] * MOST + [False]


def test_a_mail_server_in_a_hurry_makes_no_trouble(history: History) -> None:
    sink = Sink(history, dice(1), (9.0,), Trouble(refused=1))
    sink.hurry()
    assert send(sink) == []
