"""The README's sessions, run as written."""

import doctest
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import README, blocks
from tests.support.programs import Embedded

ADDRESS = "http://127.0.0.1:8000"


def documents(text: str) -> Iterator[Any]:
    while text := text.lstrip():
        document, end = json.JSONDecoder().raw_decode(text)
        yield document
        text = text[end:]


def test_the_python_session_plays_a_game_to_its_end() -> None:
    (session,) = blocks(README, "pycon")
    example = doctest.DocTestParser().get_doctest(session, {}, README.name, str(README), 0)
    said: list[str] = []
    assert doctest.DocTestRunner().run(example, out=said.append).failed == 0, "".join(said)
    assert example.examples[-1].want.startswith("(True, ")


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_curl_session_plays_on_the_server_that_the_first_command_starts(
    tmp_path: Path,
) -> None:
    server = Embedded(tmp_path / "var")
    server.mail.parent.mkdir()
    server.log.touch()
    helpers, session = blocks(README, "sh")[-2:]
    server.start()
    try:
        played = subprocess.run(
            ["sh", "-e", "-c", (helpers + session).replace(ADDRESS, server.url)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        server.stop()
    assert played.returncode == 0, played.stdout + played.stderr
    joined, view, done, (asked,) = documents(played.stdout)
    assert joined["state"] == "running"
    assert isinstance(view["hands"][str(view["turn"])], list)
    assert done["version"] > joined["version"]
    assert asked["seat"] == 1 - view["turn"]
    printed = blocks(README, "text")[0].replace(ADDRESS, server.url)
    key = (README.parent / "var" / "mails_key").read_text()
    assert printed.replace("n2qX…", key).strip() in server.output()
