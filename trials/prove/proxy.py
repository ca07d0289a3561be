"""A proxy that cuts some connections just before the server's answer arrives.

When the server begins to answer, it has committed. The client sees a connection that ends without
an answer.
"""

import asyncio
from collections.abc import Mapping
from random import Random

from trials.dice import Deck

CHUNK = 65536
SUBMISSION = (b"POST ", b"/actions ")
ACKNOWLEDGEMENT = b"HTTP/1.1 200 "


class Proxy:
    """Forwards connections, and cuts some submissions between commit and answer."""

    def __init__(
        self, *, port: int, dice: Random, cut: Mapping[bool, int], cuts: list[bool]
    ) -> None:
        """Forward to `port`, and append to `cuts` whether each acknowledgement was cut off.

        `cut` says how many answers are cut, and how many are not, in turn; acknowledgements and
        refusals are counted apart.
        """
        self._port = port
        self._cut = {acknowledged: Deck(dice, cut) for acknowledged in (True, False)}
        self._cuts = cuts
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def start(self) -> int:
        """Listen on a free port, and return it."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        """Stop listening, and close all connections."""
        if self._server:
            self._server.close()
        for writer in self._open:
            writer.transport.abort()
        while self._open:
            await asyncio.sleep(0.01)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            upstream = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        wire = _Wire()
        self._open.add(writer)
        asking = asyncio.create_task(self._pass_on(reader, upstream[1], wire))
        answering = asyncio.create_task(self._answer(upstream[0], writer, wire))
        try:
            await asyncio.wait({asking, answering}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for part in (asking, answering):
                part.cancel()
            self._open.discard(writer)
            for end in (writer, upstream[1]):
                end.transport.abort() if wire.cut else end.close()

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wire: "_Wire"
    ) -> None:
        while chunk := await _read(reader):
            first_line = chunk.split(b"\r\n", 1)[0]
            if first_line.startswith(SUBMISSION[0]) and SUBMISSION[1] in first_line:
                wire.submits = True
            writer.write(chunk)

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wire: "_Wire"
    ) -> None:
        while chunk := await _read(reader):
            acknowledged = chunk.startswith(ACKNOWLEDGEMENT)
            wire.cut = wire.submits and self._cut[acknowledged].deal()
            wire.submits = False
            if wire.cut:
                self._cuts.append(acknowledged)
                return
            writer.write(chunk)
            await writer.drain()


class _Wire:
    """Whether a submission is under way, and whether its answer was cut off."""

    submits = False
    cut = False


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(CHUNK)
    except OSError:  # the other end died; that is the end of it
        return b""
