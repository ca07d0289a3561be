"""The proxy that cuts connections between commit and answer, in front of a real server."""

import asyncio
from random import Random

from trials.programs import free_port
from trials.prove.proxy import Proxy

DICE = Random(1)  # noqa: S311 - to be repeated
ASKED = b"POST /api/v1/games/1/actions HTTP/1.1\r\n\r\n"
READ = b"GET /api/v1/games/1 HTTP/1.1\r\n\r\n"
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


async def talk(
    *asked: bytes, cut: bool, answer: bytes = ANSWER
) -> tuple[list[bytes], list[bytes], list[bool]]:
    """Send requests; return what the server received, the answers, and what was cut off."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(1000):
            heard.append(chunk)
            writer.write(answer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    cuts: list[bool] = []
    port = server.sockets[0].getsockname()[1]
    proxy = Proxy(port=port, dice=DICE, cut={cut: 1}, cuts=cuts)
    reader, writer = await asyncio.open_connection("127.0.0.1", await proxy.start())
    answers = []
    for request in asked:
        writer.write(request)
        answers.append(await hear(reader))
    writer.close()
    await proxy.stop()
    server.close()
    return heard, answers, cuts


def test_it_passes_on_what_is_said() -> None:
    heard, answers, cuts = asyncio.run(talk(READ, ASKED, READ, cut=False))
    assert heard == [READ, ASKED, READ]
    assert answers == [ANSWER] * 3
    assert cuts == []


def test_a_submission_is_cut_once_the_server_has_answered() -> None:
    heard, answers, cuts = asyncio.run(talk(READ, ASKED, cut=True))
    assert heard == [READ, ASKED]
    assert answers == [ANSWER, b""]
    assert cuts == [True]


def test_a_refusal_that_is_cut_off_is_no_acknowledgement() -> None:
    refusal = ANSWER.replace(b"200 OK", b"409 Conflict")
    _, answers, cuts = asyncio.run(talk(ASKED, cut=True, answer=refusal))
    assert answers == [b""]
    assert cuts == [False]


def test_a_server_that_is_away_ends_the_connection() -> None:
    async def ask() -> bytes:
        proxy = Proxy(port=free_port(), dice=DICE, cut={False: 1}, cuts=[])
        reader, writer = await asyncio.open_connection("127.0.0.1", await proxy.start())
        try:
            return await hear(reader)
        finally:
            writer.close()
            await proxy.stop()

    assert asyncio.run(ask()) == b""


async def hear(reader: asyncio.StreamReader) -> bytes:
    """Return the next bytes; none if the connection ends in any way."""
    try:
        return await reader.read(1000)
    except ConnectionError:
        return b""
